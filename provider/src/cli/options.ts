import { z } from "zod";
import { described, UsageError } from "./command";
import type { Terminal } from "./terminal/terminal";

/** An option without a value. */
export const flag = (usage: string, description: string) => described(z.boolean().default(false), usage, description);

/** An optional option or argument that accepts any text. */
export const text = (usage: string, description: string) => described(z.string().optional(), usage, description);

/** Any number of arguments. */
export const texts = (usage: string, description: string) =>
  described(z.array(z.string()).default([]), usage, description);

/** An option that accepts one of several words. */
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

/** For commands that read or change a member's objects. */
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

/** The members named on the command line. */
export interface MembersInput {
  readonly as?: string;
  readonly members?: readonly string[];
}

/** Validates the combination of `membersOptions`. */
export const membersRule: [(input: MembersInput) => boolean, { path: string[]; message: string }] = [
  ({ as, members }) => as === undefined || members === undefined,
  { path: ["as"], message: "excludes --members" },
];

export function membersOf({ as, members }: MembersInput): readonly string[] | undefined {
  return as === undefined ? members : [as];
}

const notWhole = "takes a whole number from 1 on";

/** For commands that check texts. */
export const rulesOption = () =>
  text("--rules <file>", "demands on texts; default: outreach.review.yaml in the project, if there is one");

/** For commands that show only a part of a long result. */
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

/** For commands that ask for confirmation before a change. */
export const yesOption = (description = "do it without a question") => flag("-y, --yes", description);

/**
 * Throws a UsageError if the question cannot be asked and `--yes` is missing.
 *
 * @param asks a clause for the message: `stop asks before it pauses source agents`
 */
export function assertCanAsk(terminal: Terminal, yes: boolean, asks: string): void {
  if (yes || terminal.canAsk) return;
  throw new UsageError(`${asks}, and this is not a terminal to ask on.\nSay --yes to do it without a question.`);
}
