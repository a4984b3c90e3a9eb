import { z } from "zod";
import { type Command, defineCommand } from "../command";
import { type CompletionDocument, shells } from "../completion/document";
import { programName } from "../programName";

/**
 * `pulumi-outreach completion`
 *
 * @param all gives every command
 */
export const completion = (all: () => readonly Command[]): Command =>
  defineCommand({
    name: "completion",
    summary: "Print a script that completes this command in a shell",
    description: `The script completes the word ${programName}, so it is of use where the command is on the PATH: after \`npm install --global ${programName}\`, or with node_modules/.bin on the PATH`,
    arguments: [{ name: "<shell>", description: "the shell", choices: shells }],
    examples: [
      [`echo 'eval "$(${programName} completion bash)"' >> ~/.bashrc`, "Install it for bash"],
      [`echo 'eval "$(${programName} completion zsh)"' >> ~/.zshrc`, "Install it for zsh, after a line with compinit"],
      [`${programName} completion fish > ~/.config/fish/completions/${programName}.fish`, "Install it for fish"],
    ],
    input: z.object({ shell: z.enum(shells) }),
    async run({ shell }, { terminal, json }) {
      const { completed, scripts } = await import("../completion/scripts");
      const script = scripts[shell](programName, completed(all()));
      const document: CompletionDocument = { version: 1, shell, script };
      if (json) terminal.printJson(document);
      else terminal.print(script.trimEnd());
      return 0;
    },
  });
