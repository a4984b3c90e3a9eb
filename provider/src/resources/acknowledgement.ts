import { z } from "zod";
import type { RuleContext, Values } from "../lifecycle/definition";
import { nearest } from "../lifecycle/nearest";
import { didYouMean, type Id, id, idNumber, isWebAddress, list } from "./fields";

const idText = (value: string) => idNumber(value) !== undefined;
const isPath = (value: string) => /^[A-Za-z]+(\[\d+\])?(\.[A-Za-z]+)?$/.test(value);

/** What stands after the colon of each code; the two without a colon take nothing. */
const codes = new Map<string, { readonly form: string; readonly fits: (value: string) => boolean }>([
  ["shared-list", { form: "shared-list:<campaign id>", fits: idText }],
  [
    "twin",
    {
      form: "twin:<id>, twin:none or twin:none:<sign>",
      fits: (value) => /^none(:[0-9a-f]{8})?$/.test(value) || idText(value),
    },
  ],
  ["inactive", { form: "inactive:<campaign id>", fits: idText }],
  ["as-is", { form: "as-is:<path>, as in as-is:variables[2]", fits: isPath }],
  ["moved", { form: "moved:<old origin>, as in moved:https://outreach.example.com", fits: isWebAddress }],
]);
const bareCodes = ["rename", "restart"];
const everyForm = [...bareCodes, ...[...codes.values()].map(({ form }) => form)].join("; ");

/** What is wrong with this code, undefined where it is well formed. */
export function codeProblem(code: unknown): string | undefined {
  if (typeof code !== "string") return "must be a code of an acknowledgement, a text";
  if (bareCodes.includes(code)) return undefined;
  const colon = code.indexOf(":");
  const head = colon < 0 ? code : code.slice(0, colon);
  const known = codes.get(head);
  if (known) return colon >= 0 && known.fits(code.slice(colon + 1)) ? undefined : `must be written ${known.form}`;
  const meant = nearest(head, [...bareCodes, ...codes.keys()]);
  return `is no known code${meant ? didYouMean(codes.get(meant)?.form ?? meant) : `; the codes are ${everyForm}`}`;
}

export const codeSchema = z.custom<string>((value) => codeProblem(value) === undefined, {
  error: ({ input }) => codeProblem(input) ?? "",
});

export const adoptSchema = z.custom<Id>((value) => value === "twin" || idNumber(value) !== undefined, {
  error: ({ input }) => {
    const meant = typeof input === "string" ? nearest(input, ["twin"]) : undefined;
    const [issue] = meant ? [] : (id().safeParse(input).error?.issues ?? []);
    return `${issue?.message ?? "must be an id"}, or the word \`twin\`${didYouMean(meant)}`;
  },
});

/** Arguments of every resource that are about the program and not about the object. */
export const everyResource = {
  adopt: adoptSchema.optional(),
  acknowledge: list(codeSchema, "a list of codes").optional(),
};

/** The same, for those who ask which properties the service stores. */
export const programOnly: ReadonlySet<string> = new Set(Object.keys(everyResource));

const asIs = "as-is:";

/** True where a person said that the value at this path is meant as it is: in the program, or for this run. */
export function isMeantAsIs(path: string, inputs: Values, { acknowledged }: RuleContext): boolean {
  const code = `${asIs}${path}`;
  return acknowledged.has(code) || (Array.isArray(inputs.acknowledge) && inputs.acknowledge.includes(code));
}

/** A sentence for each `as-is:` of the program at whose path `isNeeded` finds nothing to lift. */
export function idleCodes(inputs: Values, isNeeded: (path: string) => boolean): string[] {
  if (!Array.isArray(inputs.acknowledge)) return [];
  return inputs.acknowledge.flatMap((code: unknown, index) => {
    if (typeof code !== "string" || !code.startsWith(asIs) || isNeeded(code.slice(asIs.length))) return [];
    return [`acknowledge[${index}] no longer matches anything; remove it`];
  });
}
