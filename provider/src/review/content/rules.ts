import { z } from "zod";
import { safeText } from "../../api/redact";
import { nearest } from "../../kind/nearest";
import { Refusal } from "../../lifecycle/refusal";
import { contactVariables } from "../sample";
import { comparable } from "./comparing";

/** Types of steps with a text that a rule can be about. */
const textSteps = ["invitationNote", "message", "email"] as const;
const level = z.enum(["danger", "notice", "off"], { error: "must be danger, notice or off" });
const text = z.string({ error: "must be a text" }).trim();
// A word of which nothing can be seen would be in every text.
const word = text.refine((each) => comparable(each) !== "", "must not be empty");
const words = z.array(word, { error: "must be a list of texts" });
const longestWhy = 300;
const wordShape = {
  /** One of these is enough. Upper and lower case do not count. */
  anyOf: words.min(1, "must name at least one word"),
  /** The types of steps that the rule is about. Default: all that have a text. */
  in: z
    .array(z.enum(textSteps, { error: `must be one of ${textSteps.join(", ")}` }), { error: "must be a list of types" })
    .min(1, "must name at least one type of step")
    .default([...textSteps]),
  /** Is added to the finding, as one line: a forge obeys some lines of a comment. */
  why: text.transform((why) => safeText(why, longestWhy)).optional(),
};
const wordRule = z.strictObject(wordShape, { error: "must be a rule with anyOf" });

/** The names of the rules whose level can be set. */
export const ruleNames = [
  "nearlyEmpty",
  "missingField",
  "unknownVariable",
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
    .array(z.enum(contactVariables, { error: `must be one of ${contactVariables.join(", ")}` }), {
      error: "must be a list of variables",
    })
    .default(["FirstName", "LastName"]),
  /** The most steps that one person gets within seven days. */
  mostStepsPerWeek: z
    .number({ error: "must be a number of steps" })
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .default(5),
  /** Days for which somebody whom another campaign has written to counts as contacted. Only with `--live`. */
  contactedWithinDays: z
    .number({ error: "must be a number of days" })
    .int("must be a whole number")
    .min(0, "must be at least 0")
    .max(3650, "must be at most 3650")
    .default(90),
  /**
   * Where a review names the worst of the people that other campaigns contact or that are not to be contacted. `private`: on
   * the terminal and the page. `everywhere`: also in comments and JSON. `nowhere`: numbers alone. Only with `--live`.
   */
  namesOfPeople: z
    .enum(["private", "everywhere", "nowhere"], { error: "must be private, everywhere or nowhere" })
    .default("private"),
  requiredWords: z.array(wordRule, { error: "must be a list of rules" }).default([]),
  forbiddenWords: z.array(wordRule, { error: "must be a list of rules" }).default([]),
  /** `danger` needs approval and is the default of every rule. */
  levels: z
    .strictObject(Object.fromEntries(ruleNames.map((name) => [name, level.optional()])), {
      error: "must be a map from rules to levels",
    })
    .default({}),
};
const rulesSchema = z.strictObject(rulesShape, { error: "must be a map of settings" });

/** What a team demands of its texts. */
export type ContentRules = z.infer<typeof rulesSchema>;

export const defaultRules: ContentRules = rulesSchema.parse({});

/** @param usual the level unless the rules set one */
export function levelOf(
  rules: ContentRules,
  rule: RuleName,
  usual: "danger" | "notice" = "danger",
): "danger" | "notice" | undefined {
  const set = level.optional().parse(rules.levels[rule]) ?? usual;
  return set === "off" ? undefined : set;
}

/** Where a review looks for the rules of a project. */
export const rulesFile = "outreach.review.yaml";

/** What a project does not demand although every project does by default: whoever approves a review should know. */
export function softened(rules: ContentRules): string[] {
  const named = (wanted: "notice" | undefined) =>
    ruleNames.filter((name) => levelOf(rules, name) === wanted).join(", ");
  const [off, notices] = [named(undefined), named("notice")];
  const { mostStepsPerWeek, contactedWithinDays, namesOfPeople } = rules;
  return [
    ...(off === "" ? [] : [`${rulesFile} switches off: ${off}.`]),
    ...(notices === "" ? [] : [`${rulesFile} demands no approval for: ${notices}.`]),
    ...(mostStepsPerWeek <= defaultRules.mostStepsPerWeek
      ? []
      : [`${rulesFile} allows ${mostStepsPerWeek} steps in a week instead of ${defaultRules.mostStepsPerWeek}.`]),
    ...(contactedWithinDays >= defaultRules.contactedWithinDays
      ? []
      : [
          `${rulesFile} counts people as contacted for ${contactedWithinDays} days instead of ${defaultRules.contactedWithinDays}.`,
        ]),
    ...(namesOfPeople === "everywhere" ? [`${rulesFile} lets comments name people.`] : []),
  ];
}

/** Rules from the text of a file. Throws Refusal with every problem and its line. */
export async function readRules(text: string, source: string): Promise<ContentRules> {
  const { data, error } = rulesSchema.safeParse((await valuesIn(text, source)) ?? {});
  if (data !== undefined) return data;
  const problems = (error?.issues ?? []).flatMap(({ path, message, ...issue }) => {
    const keys = issue.code === "unrecognized_keys" ? issue.keys : undefined;
    if (keys === undefined) return [`${path.join(".") || "the file"} ${message}`];
    const known =
      path.length === 0 ? Object.keys(rulesShape) : path[0] === "levels" ? ruleNames : Object.keys(wordShape);
    return keys.map((key) => {
      const meant = nearest(key, known);
      return `${safeText([...path, key].join("."), 100)} is no setting${meant === undefined ? `: there are ${known.join(", ")}` : `: did you mean ${meant}?`}`;
    });
  });
  throw new Refusal(
    `${source} has ${problems.length} ${problems.length === 1 ? "problem" : "problems"}:`,
    ...problems.map((problem) => `  ${problem}`),
  );
}

async function valuesIn(text: string, source: string): Promise<unknown> {
  const { parseDocument } = await import("yaml");
  const refused = (problems: readonly string[]) =>
    // The library quotes keys as they are.
    new Refusal(`${source} is not valid YAML:`, ...problems.map((problem) => `  ${safeText(problem, 300)}`));
  let problems: string[];
  try {
    const document = parseDocument(text, { prettyErrors: true, logLevel: "error" });
    problems = document.errors.map(({ message }) => message.replace(/:\n\n[\s\S]*/, ""));
    if (problems.length === 0) return document.toJS();
  } catch (error) {
    const message = error instanceof Error ? error.message : "it cannot be read";
    // A few lines of aliases of aliases would fill the memory.
    const isAlias = error instanceof ReferenceError;
    problems = [isAlias ? `${message}: write the values out instead of referring to them` : message];
  }
  throw refused(problems);
}
