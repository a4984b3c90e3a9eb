import { z } from "zod";
import { type Command, programName, type Report } from "../command";
import { type CompletionInput, shells } from "../commands/completion";
import { bashScript } from "./bash";
import { completionCommands } from "./completed";
import { fishScript } from "./fish";
import { zshScript } from "./zsh";

/** What `pulumi-outreach completion --json` prints. */
export const completionShape = z.strictObject({ version: z.literal(1), shell: z.enum(shells), script: z.string() });

/** The function that makes the script, by shell. */
export const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** Runs `pulumi-outreach completion`. */
export async function runCompletion({ shell }: CompletionInput, commands: readonly Command[]): Promise<Report> {
  const script = scripts[shell](programName, completionCommands(commands));
  const document: z.infer<typeof completionShape> = { version: 1, shell, script };
  return { document, show: (terminal) => terminal.print(script.trimEnd()) };
}
