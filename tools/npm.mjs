// @ts-check
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * How to start npm without a shell: its script with this Node.js, or, if the script is not found, by name.
 * @param {readonly string[]} given
 * @returns {{ path: string, programArguments: string[] }}
 */
export function npmCommand(given) {
  const besideNode = dirname(process.execPath);
  const scripts = [
    // Set by the program that ran the package script, which may be another package manager.
    process.env.npm_execpath ?? "",
    join(besideNode, "node_modules", "npm", "bin", "npm-cli.js"),
    join(besideNode, "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
  ];
  const script = scripts.find((path) => basename(path) === "npm-cli.js" && existsSync(path));
  if (script) return { path: process.execPath, programArguments: [script, ...given] };
  return { path: "npm", programArguments: [...given] };
}
