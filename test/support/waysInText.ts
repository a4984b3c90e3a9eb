import type { Step } from "../../provider/src/lifecycle/wayOut";

type Found = readonly (string | undefined)[];

/** Patterns of refusals' texts, and the steps that they mean. */
const patterns: readonly (readonly [RegExp, (found: Found) => readonly Step[]])[] = [
  [
    /acknowledge: \[("[^\]]+")\] on the resource/g,
    ([, codes = ""]) => [{ do: "acknowledge", codes: codes.slice(1, -1).split('", "'), at: "resource" }],
  ],
  [
    /(?<!on the resource, or )OUTREACH_ACKNOWLEDGE=(\S+) (?:for one run|pulumi refresh)/g,
    ([, codes = ""]) => [{ do: "acknowledge", codes: codes.split(","), at: "run" }],
  ],
  [/(?<!\(|[Rr]emove )adopt: (?:one of )?(\d+(?:, \d+)*)/g, ([, ids = ""]) => [{ do: "adopt", ids: ids.split(", ") }]],
  [/(?<!\()adopt(?:: <its id>| the object again)/g, () => [{ do: "adopt", ids: [] }]],
  [/OUTREACH_ADOPT=twin/g, () => [{ do: "adoptTwin" }]],
  [/aliases: \["<its old URN>"\]/g, () => [{ do: "alias" }]],
  [
    /If (\S+) is (\S+) under a new name: aliases: \[\{ name: "\2" \}\]/g,
    ([, resource = "", old = ""]) => [{ do: "alias", resource, old }],
  ],
  [
    /If (\S+) is (\S+) under another parent: aliases: \["[^"]+::\2"\]/g,
    ([, resource = "", old = ""]) => [{ do: "alias", resource, old }],
  ],
  [
    / (?:write|with|declare) (\w+): (true|false)/g,
    ([, property = "", value]) => [{ do: "declare", property, value: value === "true" }],
  ],
  [/ runs, (\w+): false if it is off/g, ([, property = ""]) => [{ do: "declare", property, value: false }]],
  [/leave one of the two inactive/g, () => [{ do: "declare", property: "active", value: false }]],
  [
    /\badd [a-z ]+ (\d+(?:, \d+)*) to (\w+)/g,
    ([, ids = "", property = ""]) => [{ do: "declareAlso", property, values: ids.split(", ") }],
  ],
  [/`pulumi state delete (?:<urn>|\$?'([^']+)')` stops managing it/g, ([, urn]) => [{ do: "letGo", urn }]],
  [
    /`(pulumi [a-z -]+) \$?'([^']+)'`(?! stops managing it)/g,
    ([, command = "", urn]) => [{ do: "run", command, ...(urn === undefined ? {} : { urn }) }],
  ],
  [/settle that one first, in its own program/g, () => [{ do: "settleOther", where: "elsewhere" }]],
];

/**
 * The steps of a refusal's ways out, read from its text, which is all that a provider in another process returns. In no
 * particular order, and without steps that have no pattern (`isInText`).
 */
export function stepsInText(text: string): Step[] {
  return patterns.flatMap(([pattern, stepsOf]) => [...text.matchAll(pattern)].flatMap((found) => stepsOf(found)));
}

/** True for steps that `stepsInText` finds. */
export function isInText(step: Step): boolean {
  if (step.do === "declare") return step.value !== undefined;
  if (step.do === "run") return step.urn !== undefined;
  if (step.do === "settleOther") return step.where === "elsewhere";
  return ["acknowledge", "adopt", "adoptTwin", "alias", "declareAlso", "letGo"].includes(step.do);
}
