import type { z } from "zod";
import { isWebAddress } from "../api/address";
import type { programOnly, RuleContext, Values } from "../lifecycle/kind";
import type { Id } from "./id";
import { nearest } from "./nearest";
import { idNumber, idProblem, list, valueWithRule } from "./schema";
import { didYouMean, type Finding } from "./validate";

const isIdText = (value: string) => idNumber(value) !== undefined;
const isPath = (value: string) => /^[A-Za-z]+(\[\d+\])?(\.[A-Za-z]+)?$/.test(value);

interface Code {
  readonly form: string;
  readonly example?: string;
  /** True if the part after the colon is well formed. */
  fits(value: string): boolean;
}

/** The codes with a colon. */
const codes = new Map<string, Code>([
  ["shared-list", { form: "shared-list:<id>", fits: isIdText }],
  [
    "twin",
    {
      form: "twin:<id>, twin:none or twin:none:<sign>",
      fits: (value) => /^none(:[0-9a-f]{8})?$/.test(value) || isIdText(value),
    },
  ],
  ["inactive", { form: "inactive:<id>", fits: isIdText }],
  ["as-is", { form: "as-is:<path>", example: "as-is:<property>[2]", fits: isPath }],
  ["moved", { form: "moved:<old origin>", example: "moved:https://outreach.example.com", fits: isWebAddress }],
]);
const bareCodes = ["rename", "restart"];
const allCodeForms = [...bareCodes, ...[...codes.values()].map(formWithExample)].join("; ");

function formWithExample({ form, example }: Code): string {
  return example === undefined ? form : `${form}, as in ${example}`;
}

/** The problem with this code; undefined if it is well formed. */
export function codeProblem(code: unknown): Finding | undefined {
  if (typeof code !== "string") return { allowed: "must be an acknowledgement code (a string)" };
  if (bareCodes.includes(code)) return undefined;
  const colon = code.indexOf(":");
  const head = colon < 0 ? code : code.slice(0, colon);
  const known = codes.get(head);
  if (known) {
    return colon >= 0 && known.fits(code.slice(colon + 1))
      ? undefined
      : { allowed: `must be written ${formWithExample(known)}` };
  }
  const meant = nearest(head, [...bareCodes, ...codes.keys()]);
  const hint = didYouMean(meant && (codes.get(meant)?.form ?? meant));
  return {
    title: "is not a known code",
    ...(hint === undefined ? { allowed: `the codes are ${allCodeForms}` } : { hint }),
  };
}

function adoptProblem(value: unknown): Finding | undefined {
  const problem = value === "twin" ? undefined : idProblem(value);
  const meant = typeof value === "string" ? nearest(value, ["twin"]) : undefined;
  if (problem === undefined) return undefined;
  if (meant !== undefined) return { allowed: "must be an id, or the word `twin`", hint: didYouMean(meant) };
  return problem.allowed === undefined ? problem : { ...problem, allowed: `${problem.allowed}, or the word \`twin\`` };
}

/** The arguments common to every resource. They control this provider and are never sent to the service. */
export const everyResource = {
  adopt: valueWithRule<Id>(adoptProblem).optional(),
  acknowledge: list(valueWithRule<string>(codeProblem), { what: "a list of codes" }).optional(),
} satisfies Record<(typeof programOnly)[number], z.ZodType>;

/** True if the value at this path is acknowledged with `as-is:<path>`, in the program or for this run. */
export function isMeantAsIs(path: string, inputs: Values, { acknowledged }: RuleContext): boolean {
  const code = `as-is:${path}`;
  return acknowledged.has(code) || (Array.isArray(inputs.acknowledge) && inputs.acknowledge.includes(code));
}
