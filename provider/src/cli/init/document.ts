import { z } from "zod";

const paths = z.array(z.string());

/** What `pulumi-outreach init --json` prints. */
export const initShape = z.strictObject({
  version: z.literal(1),
  /** The folder of the project, absolute. */
  folder: z.string(),
  /** Of the project. */
  name: z.string(),
  workflow: z.enum(["github", "gitlab", "none"]),
  /** True if an AGENTS.md belongs to the project. */
  agents: z.boolean(),
  /** The file that declares outreach. All paths are relative to the folder, with slashes. */
  program: z.string(),
  written: paths,
  /** Files that were there already, and stay as they are. */
  kept: paths,
  /** What the kept files lack, each as a sentence or a command. */
  byHand: z.array(z.string()),
  /** Those of the kept files that differ from the ones of this version. */
  different: paths,
  /** What a preview has printed, if one was asked for. */
  preview: z.string().optional(),
  /** Commands to run next. */
  next: z.array(z.string()),
});

export type InitDocument = Readonly<z.infer<typeof initShape>>;
