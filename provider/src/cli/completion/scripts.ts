import { bashScript } from "./bash";
import { fishScript } from "./fish";
import { zshScript } from "./zsh";

export { completed } from "./completed";

/** What makes the script, by the name of the shell. */
export const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;
