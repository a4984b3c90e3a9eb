// @ts-check
// `node declare.mjs ANSWERS FOLDER…` prints the declarations of each folder's program as JSON.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { mark } from "./program.mjs";

const [answers = "{}", ...folders] = process.argv.slice(2);
const results = [];
for (const folder of folders) {
  try {
    results.push({ declared: await declaredIn(join(resolve(folder), "index.ts")) });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    results.push({ problem: `the program does not run: ${said.trim().split("\n").slice(0, 4).join(" ")}` });
  }
}
// An open handle of the program would keep this process alive.
process.stdout.write(`${mark}${JSON.stringify(results)}`, () => process.exit(0));

/** @param {string} program */
async function declaredIn(program) {
  const require = createRequire(program);
  const typescript = require("typescript");
  // As the engine loads a program, and without type checking.
  require.extensions[".ts"] = (module, path) => {
    const compilerOptions = { module: typescript.ModuleKind.CommonJS, target: typescript.ScriptTarget.ES2022 };
    const { outputText } = typescript.transpileModule(readFileSync(path, "utf8"), { compilerOptions });
    // @ts-expect-error: Node.js does not declare it.
    module._compile(outputText, path);
  };
  const { setMocks, declared } = require("pulumi-outreach/testing");
  await setMocks({ answers: JSON.parse(answers) });
  require(program);
  const lists = await declared("List");
  const names = new Map(lists.map(({ id, name }) => [String(id), `list ${name}`]));
  // For the program's own lists, the name: ids in a test are arbitrary.
  const listOf = (/** @type {number} */ id) => names.get(String(id)) ?? id;
  const agents = (await declared("SourceAgent")).map(({ name, args }) => {
    return { kind: "SourceAgent", name, args: { ...args, listId: listOf(args.listId) } };
  });
  const campaigns = (await declared("Campaign")).map(({ name, args }) => {
    return { kind: "Campaign", name, args: { ...args, listIds: args.listIds.map(listOf) } };
  });
  return [...lists.map(({ name, args }) => ({ kind: "List", name, args })), ...agents, ...campaigns];
}
