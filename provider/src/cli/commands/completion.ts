import { z } from "zod";
import { type CommandDefinition, described, programName } from "../command";

/** The supported shells. */
export const shells = ["bash", "zsh", "fish"] as const;

export const completion = {
  name: "completion",
  summary: "Print a script that completes this command in a shell",
  description: `The script completes the word ${programName}, so it is of use where the command is on the PATH: after \`npm install --global ${programName}\`, or with node_modules/.bin on the PATH`,
  input: z.object({ shell: described(z.enum(shells), "<shell>", "the shell", shells) }),
  examples: [
    [`echo 'eval "$(${programName} completion bash)"' >> ~/.bashrc`, "Install it for bash"],
    [`echo 'eval "$(${programName} completion zsh)"' >> ~/.zshrc`, "Install it for zsh, after a line with compinit"],
    [`${programName} completion fish > ~/.config/fish/completions/${programName}.fish`, "Install it for fish"],
  ],
} satisfies CommandDefinition;
export type CompletionInput = z.output<typeof completion.input>;
