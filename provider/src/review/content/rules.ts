import { z } from "zod";
import { nearest } from "../../kind/nearest";
import { Refusal } from "../../lifecycle/refusal";
import { templateVariables } from "../../resources/campaign/templateVariables";
import { contactVariables } from "../sample";

/** Types of steps with a text that a rule can be about. */
const textSteps = ["invitationNote", "message", "email"] as const;
const level = z.enum(["danger", "notice", "off"], { error: "must be danger, notice or off" });
const words = z.array(z.string().trim().min(1, "must not be empty"), { error: "must be a list of texts" });
const wordShape = {
  /** One of these is enough. Upper and lower case do not count. */
  anyOf: words.min(1, "must name at least one word"),
  /** The types of steps that the rule is about. Default: all that have a text. */
  in: z.array(z.enum(textSteps, { error: `must be one of ${textSteps.join(", ")}` })).default([...textSteps]),
  /** Is added to the finding. */
  why: z.string().trim().optional(),
};
const wordRule = z.strictObject(wordShape, { error: "must be a rule with anyOf" });

/** The names of the rules whose level can be set. */
export const ruleNames = [
  "nearlyEmpty",
  "missingField",
  "repeatedText",
  "sameTextToList",
  "insecureLink",
  "stepsPerWeek",
  "requiredWords",
  "forbiddenWords",
] as const;
export type RuleName = (typeof ruleNames)[number];

const rulesShape = {
  /** The fields that every contact of this team has. Texts may use them without a finding. */
  contactsHave: z
    .array(z.enum(templateVariables, { error: `must be one of ${contactVariables.join(", ")}` }))
    .default(["FirstName", "LastName"]),
  /** The most steps that one person gets within seven days. */
  mostStepsPerWeek: z.number({ error: "must be a number of steps" }).int().min(1).default(5),
  requiredWords: z.array(wordRule, { error: "must be a list of rules" }).default([]),
  forbiddenWords: z.array(wordRule, { error: "must be a list of rules" }).default([]),
  /** `danger` needs approval and is the default of every rule. */
  levels: z.strictObject(Object.fromEntries(ruleNames.map((name) => [name, level.optional()]))).default({}),
};
const rulesSchema = z.strictObject(rulesShape, { error: "must be a map of settings" });

/** What a team demands of its texts. */
export type ContentRules = z.infer<typeof rulesSchema>;

export const defaultRules: ContentRules = rulesSchema.parse({});

export function levelOf(rules: ContentRules, rule: RuleName): "danger" | "notice" | undefined {
  const set = level.optional().parse(rules.levels[rule]) ?? "danger";
  return set === "off" ? undefined : set;
}

/** Where a review looks for the rules of a project. */
export const rulesFile = "outreach.review.yaml";

/** Rules from the text of a file. Throws Refusal with every problem and its line. */
export async function readRules(text: string, source: string): Promise<ContentRules> {
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text, { prettyErrors: true });
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ message }) => message.split("\n", 1)[0] ?? "");
    throw new Refusal(`${source} is not valid YAML:`, ...problems.map((problem) => `  ${problem}`));
  }
  const { data, error } = rulesSchema.safeParse(document.toJS() ?? {});
  if (data !== undefined) return data;
  const problems = (error?.issues ?? []).flatMap(({ path, message, ...issue }) => {
    const keys = issue.code === "unrecognized_keys" ? issue.keys : undefined;
    if (keys === undefined) return [`${path.join(".") || "the file"} ${message}`];
    const known =
      path.length === 0 ? Object.keys(rulesShape) : path[0] === "levels" ? ruleNames : Object.keys(wordShape);
    return keys.map((key) => {
      const meant = nearest(key, known);
      return `${[...path, key].join(".")} is no setting${meant === undefined ? `: there are ${known.join(", ")}` : `: did you mean ${meant}?`}`;
    });
  });
  throw new Refusal(
    `${source} has ${problems.length} ${problems.length === 1 ? "problem" : "problems"}:`,
    ...problems.map((problem) => `  ${problem}`),
  );
}
