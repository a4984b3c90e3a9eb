import { z } from "zod";
import { described, UsageError } from "./command";
import type { Terminal } from "./terminal/terminal";

/** An option without a value. */
export const flag = (usage: string, description: string) => described(z.boolean().default(false), usage, description);

/** An option or an argument with any text, which may be left out. */
export const text = (usage: string, description: string) => described(z.string().optional(), usage, description);

/** Any number of arguments. */
export const texts = (usage: string, description: string) =>
  described(z.array(z.string()).default([]), usage, description);

/** An option that takes one of some words. */
export const choice = <const Words extends readonly string[]>(usage: string, description: string, words: Words) =>
  described(z.enum(words).optional(), usage, description, words);

const usualStack = "take the settings that are not in the environment from the config of this stack";

/** `--stack` */
export const stackOption = (description = usualStack) => text("-s, --stack <name>", description);

/** `--as` */
export const asOption = () =>
  described(
    z
      .string()
      .trim()
      .regex(
        /^(\d{1,128}|[^\s@]+@[^\s@]+)$/,
        "takes a user id or an e-mail address; `pulumi-outreach members` lists both",
      )
      .optional(),
    "--as <member>",
    "act for this member of the organization: a user id or an e-mail address",
  );

/** For commands that read or change what a member owns. */
export const accountOptions = () => ({ as: asOption(), stack: stackOption() });

const member = /^(\d{1,128}|[^\s@,]+@[^\s@,]+)$/;

/** For commands that read the people of several members. */
export const membersOptions = () => ({
  members: described(
    z
      .string()
      .transform((words) => words.split(",").map((word) => word.trim()))
      .refine(
        (words) => words.every((word) => member.test(word)),
        "takes user ids or e-mail addresses with commas between them; `pulumi-outreach members` lists both",
      )
      .optional(),
    "--members <members>",
    "only these members: user ids or e-mail addresses, with commas; default: all active ones",
  ),
  ...accountOptions(),
});

/** The members that a command line names. */
export interface MembersInput {
  readonly as?: string;
  readonly members?: readonly string[];
}

/** What `membersOptions` may be together. */
export const membersRule: [(input: MembersInput) => boolean, { path: string[]; message: string }] = [
  ({ as, members }) => as === undefined || members === undefined,
  { path: ["as"], message: "excludes --members" },
];

export function membersOf({ as, members }: MembersInput): readonly string[] | undefined {
  return as === undefined ? members : [as];
}

const notWhole = "takes a whole number from 1 on";

/** For commands that judge texts. */
export const rulesOption = () =>
  text("--rules <file>", "demands on texts; default: outreach.review.yaml in the project, if there is one");

/** For commands that show a part of what may be long. */
export const limitOption = (description: string) =>
  described(
    z
      .string()
      .regex(/^\d{1,9}$/, notWhole)
      .transform(Number)
      .refine((number) => number > 0, notWhole)
      .optional(),
    "-n, --limit <number>",
    description,
  );

/** For commands that ask a person before they change something. */
export const yesOption = (description = "do it without a question") => flag("-y, --yes", description);

/**
 * Throws a UsageError if nobody can be asked and `--yes` does not answer.
 *
 * @param asks when it asks: `stop asks before it pauses source agents`
 */
export function assertCanAsk(terminal: Terminal, yes: boolean, asks: string): void {
  if (yes || terminal.canAsk) return;
  throw new UsageError(`${asks}, and this is no terminal to ask on.\nSay --yes to do it without a question.`);
}
