import { readFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { z } from "zod";
import { safeText } from "../../api/redact";
import { Refusal } from "../../lifecycle/refusal";

const projectSchema = z.looseObject({
  name: z.string().min(1),
  runtime: z.union([
    z.string(),
    z.looseObject({ name: z.string(), options: z.looseObject({ typescript: z.boolean().nullish() }).nullish() }),
  ]),
  main: z.string().nullish(),
  stackConfigDir: z.string().nullish(),
  config: z.record(z.string(), z.unknown()).nullish(),
});

/** A program to check, and what its project says of its config. */
export interface CheckedProject {
  readonly name: string;
  /** The working folder of the program. */
  readonly folder: string;
  /** Its file in this folder, or `.`. */
  readonly main: string;
  readonly typescript: boolean;
  readonly configFolder: string;
  /** Config values that the project has for all stacks. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

/** Reads the project of a folder with a `Pulumi.yaml`. Throws a Refusal if it is none of Node.js. */
export async function readProgram(folder: string): Promise<CheckedProject> {
  const text = await readFile(join(folder, "Pulumi.yaml"), "utf8").catch(() =>
    readFile(join(folder, "Pulumi.yml"), "utf8"),
  );
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text);
  const { data } = projectSchema.safeParse(document.errors.length > 0 ? undefined : document.toJS());
  if (data === undefined) {
    throw new Refusal(
      `could not check the project in ${safeText(folder, 200)}: its Pulumi.yaml has no readable name and runtime.`,
      "Correct it: `pulumi preview` reads the same file.",
    );
  }
  const { runtime } = data;
  const language = typeof runtime === "string" ? runtime : runtime.name;
  if (language !== "nodejs") {
    throw new Refusal(`a check runs Node.js programs, and this project's runtime is ${safeText(language, 40)}.`);
  }
  const main = resolve(folder, data.main ?? ".");
  const isFile = extname(main) !== "";
  return {
    name: data.name,
    folder: isFile ? resolve(main, "..") : main,
    main: isFile ? main : ".",
    typescript: typeof runtime === "string" || runtime.options?.typescript !== false,
    configFolder: resolve(folder, data.stackConfigDir ?? "."),
    defaults: data.config ?? {},
  };
}
