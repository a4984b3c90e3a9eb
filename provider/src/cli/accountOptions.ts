import { z } from "zod";
import type { CommandOption } from "./command";

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
