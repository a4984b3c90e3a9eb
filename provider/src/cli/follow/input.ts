import { z } from "zod";
import { accountInput } from "../accountOptions";
import { limitInput } from "../limit";

const score = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,9})?$/, "takes a number from 0 on")
  .transform(Number)
  .optional();

export const contactsInput = z
  .object({
    id: z
      .string()
      .regex(/^\d{1,128}$/, "takes the id of a contact; --search finds people by their names")
      .optional(),
    search: z.string().optional(),
    list: z.string().optional(),
    agent: z.string().optional(),
    from: z.string().optional(),
    to: z.string().optional(),
    scoreFrom: score,
    scoreTo: score,
    intent: z.string().optional(),
    limit: limitInput,
    all: z.boolean().default(false),
    ...accountInput,
  })
  .refine(({ all, limit }) => !(all && limit !== undefined), { path: ["all"], message: "excludes --limit" });
/** What `contacts` was asked for. */
export type ContactsInput = z.infer<typeof contactsInput>;

export const logsInput = z
  .object({
    names: z.array(z.string()).min(1),
    campaign: z.boolean().default(false),
    agent: z.boolean().default(false),
    since: z.string().optional(),
    limit: limitInput,
    follow: z.boolean().default(false),
    ...accountInput,
  })
  .refine(({ campaign, agent }) => !(campaign && agent), { path: ["agent"], message: "excludes --campaign" });
/** What `logs` was asked for. */
export type LogsInput = z.infer<typeof logsInput>;

export const stopInput = z
  .object({
    agents: z.array(z.string()).default([]),
    yes: z.boolean().default(false),
    allMembers: z.boolean().default(false),
    ...accountInput,
  })
  .refine(({ allMembers, as }) => !(allMembers && as !== undefined), {
    path: ["allMembers"],
    message: "excludes --as",
  })
  .refine(({ allMembers, agents }) => !(allMembers && agents.length > 0), {
    path: ["allMembers"],
    message: "stops every agent, and takes no names",
  });
/** What `stop` was asked for. */
export type StopInput = z.infer<typeof stopInput>;
