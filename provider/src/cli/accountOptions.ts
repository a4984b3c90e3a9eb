import { z } from "zod";
import type { CommandOption } from "./command";

/** Which account a command asks. */
export interface AccountOptions {
  /** Take the settings that the environment lacks from the config of this stack. */
  readonly stack?: string;
  /** Act for this member: an id or an e-mail address. Default: the member in the settings. */
  readonly as?: string;
  /** Act as the user of the key, whichever member the settings name. */
  readonly asKeyOwner?: boolean;
  /** The longest that a request waits for the limit and for further attempts, if the settings allow it longer. */
  readonly patienceSeconds?: number;
}

export const stackOption: CommandOption = {
  flags: "-s, --stack <name>",
  description: "take the settings that are not in the environment from the config of this stack",
};

export const asOption: CommandOption = {
  flags: "--as <member>",
  description: "act for this member of the organization: a user id or an e-mail address",
};

/** For commands that read or change what a member owns. */
export const accountOptions: readonly CommandOption[] = [asOption, stackOption];
/** What `accountOptions` are in the input of a command. */
export const accountInput = {
  as: z
    .string()
    .trim()
    .regex(
      /^(\d{1,128}|[^\s@]+@[^\s@]+)$/,
      "takes a user id or an e-mail address; `pulumi-outreach members` lists both",
    )
    .optional(),
  stack: z.string().optional(),
};
