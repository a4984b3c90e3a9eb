import { z } from "zod";
import { safeText } from "../../api/redact";
import { nearest } from "../../kind/nearest";
import { Refusal } from "../../lifecycle/refusal";
import { present } from "../../text/groups";
import { counted } from "../../text/words";
import { contactVariables } from "../sample";
import { comparable } from "./comparing";

/** Types of steps with a text, to which a rule can apply. */
const textSteps = ["invitationNote", "message", "email"] as const;
const level = z.enum(["danger", "notice", "off"], { error: "must be danger, notice or off" });
const text = z.string({ error: "must be a text" }).trim();
// An invisible word would match every text.
const word = text.refine((each) => comparable(each) !== "", "must not be empty");
const listOf = <Item extends z.ZodType>(item: Item, what: string) =>
  z.array(item, { error: `must be a list of ${what}` });
const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, { error: `must be one of ${names.join(", ")}` });
const wholeNumber = (what: string, least: number) =>
  z
    .number({ error: `must be a number of ${what}` })
    .int("must be a whole number")
    .min(least, `must be at least ${least}`);
const longestWhy = 300;
const wordShape = {
  /** Any one of these matches. Case is ignored. */
  anyOf: listOf(word, "texts").min(1, "must name at least one word"),
  /** The types of steps to which the rule applies. Default: all that have a text. */
  in: listOf(oneOf(textSteps), "types")
    .min(1, "must name at least one type of step")
    .default([...textSteps]),
  /** Added to the finding as one line, because a forge executes some lines of a comment as commands. */
  why: text.transform((why) => safeText(why, longestWhy)).optional(),
};
const wordRule = z.strictObject(wordShape, { error: "must be a rule with anyOf" });

/** The rules whose level can be set. */
export const ruleNames = [
  ...(["nearlyEmpty", "missingField", "unknownVariable", "repeatedText", "sameTextToList", "insecureLink"] as const),
  ...(["stepsPerWeek", "requiredWords", "forbiddenWords"] as const),
] as const;
export type RuleName = (typeof ruleNames)[number];

const rulesShape = {
  /** Fields that every contact of this team has, so that texts can use them without a finding. */
  contactsHave: listOf(oneOf(contactVariables), "variables").default(["FirstName", "LastName"]),
  /** Maximum number of steps for one person within seven days. */
  mostStepsPerWeek: wholeNumber("steps", 1).default(5),
  /** Days for which a person counts as contacted after another campaign's message. Only with `--live`. */
  contactedWithinDays: wholeNumber("days", 0).max(3650, "must be at most 3650").default(90),
  /**
   * Where a review names the most affected people whom other campaigns contact, or who must not be contacted. `private`: on
   * the terminal and the page. `everywhere`: also in comments and JSON. `nowhere`: only numbers. Only with `--live`.
   */
  namesOfPeople: z
    .enum(["private", "everywhere", "nowhere"], { error: "must be private, everywhere or nowhere" })
    .default("private"),
  requiredWords: listOf(wordRule, "rules").default([]),
  forbiddenWords: listOf(wordRule, "rules").default([]),
  /** `danger` needs approval and is the default of every rule. */
  levels: z
    .strictObject(Object.fromEntries(ruleNames.map((name) => [name, level.optional()])), {
      error: "must be a map from rules to levels",
    })
    .default({}),
};
const rulesSchema = z.strictObject(rulesShape, { error: "must be a map of settings" });

/** A team's rules for texts. */
export type ContentRules = z.infer<typeof rulesSchema>;

/** A rule about required or forbidden words. */
export type WordRule = ContentRules["requiredWords"][number];

export const defaultRules: ContentRules = rulesSchema.parse({});

/** @param usual the level if the rules set none */
export function levelOf(
  rules: ContentRules,
  rule: RuleName,
  usual: "danger" | "notice" = "danger",
): "danger" | "notice" | undefined {
  const set = level.optional().parse(rules.levels[rule]) ?? usual;
  return set === "off" ? undefined : set;
}

/** The name of a project's rules file. */
export const rulesFile = "outreach.review.yaml";

/** Sentences about default rules that a project has relaxed, for the person who approves a review. */
export function softened(rules: ContentRules): string[] {
  const named = (wanted: "notice" | undefined) =>
    ruleNames.filter((name) => levelOf(rules, name) === wanted).join(", ");
  const [off, notices] = [named(undefined), named("notice")];
  const { mostStepsPerWeek, contactedWithinDays, namesOfPeople } = rules;
  const { mostStepsPerWeek: usualSteps, contactedWithinDays: usualDays } = defaultRules;
  const softer = present([
    off !== "" && `switches off: ${off}`,
    notices !== "" && `demands no approval for: ${notices}`,
    mostStepsPerWeek > usualSteps && `allows ${mostStepsPerWeek} steps in a week instead of ${usualSteps}`,
    contactedWithinDays < usualDays &&
      `counts people as contacted for ${contactedWithinDays} days instead of ${usualDays}`,
    namesOfPeople === "everywhere" && "lets comments name people",
  ]);
  return softer.map((words) => `${rulesFile} ${words}.`);
}

/** Parses a rules file. Throws a Refusal that lists every problem with its line. */
export async function readRules(text: string, source: string): Promise<ContentRules> {
  const { data, error } = rulesSchema.safeParse((await parseRulesYaml(text, source)) ?? {});
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
  throw new Refusal(`${source} has ${counted(problems.length, "problem")}:`, ...problems.map((each) => `  ${each}`));
}

async function parseRulesYaml(text: string, source: string): Promise<unknown> {
  const { parseDocument } = await import("yaml");
  const refused = (problems: readonly string[]) =>
    // The library does not clean the keys that it quotes.
    new Refusal(`${source} is not valid YAML:`, ...problems.map((problem) => `  ${safeText(problem, 300)}`));
  let problems: string[];
  try {
    const document = parseDocument(text, { prettyErrors: true, logLevel: "error" });
    problems = document.errors.map(({ message }) => message.replace(/:\n\n[\s\S]*/, ""));
    if (problems.length === 0) return document.toJS();
  } catch (error) {
    const message = error instanceof Error ? error.message : "it cannot be read";
    // Limit aliases, because a few lines of nested ones could exhaust the memory.
    const isAlias = error instanceof ReferenceError;
    problems = [isAlias ? `${message}: write the values out instead of referring to them` : message];
  }
  throw refused(problems);
}
