import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { z } from "zod";
import { isRecord } from "../../api/json";
import { safeText } from "../../api/redact";
import { Refusal } from "../../lifecycle/refusal";
import { copyConfig, placeholder } from "../../rehearse/run/configCopy";
import { UsageError } from "../command";

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

/** The config of a check, with placeholders for secrets. */
export interface CheckConfig {
  readonly values: Readonly<Record<string, string>>;
  /** Keys whose values stand for secrets. */
  readonly secret: readonly string[];
  readonly leftOut: readonly string[];
}

/** The defaults of the project, then the config file of the stack, then what the command line gives. */
export async function configFor(
  project: CheckedProject,
  stack: string | undefined,
  given: readonly (readonly [key: string, value: string])[],
): Promise<CheckConfig> {
  const { name, configFolder, defaults } = project;
  const long = (key: string) => (key.includes(":") ? key : `${name}:${key}`);
  const values = new Map<string, string>();
  for (const [key, declared] of Object.entries(defaults)) {
    const value = isRecord(declared) ? (declared.value ?? declared.default) : declared;
    if (value !== undefined && value !== null) values.set(long(key), textOf(value));
  }
  let secret: readonly string[] = [];
  let leftOut: readonly string[] = [];
  if (stack !== undefined) {
    assertConfigFile(configFolder, stack);
    const copy = await copyConfig({ folder: project.folder, name, programFolder: project.folder, configFolder }, stack);
    for (const [key, value] of Object.entries(copy.plain)) values.set(long(key), textOf(value));
    secret = copy.secret.map(long);
    for (const key of secret) values.set(key, placeholder);
    const replaced = [...copy.secret, ...copy.opened].map((key) => safeText(key, 80));
    leftOut = [
      ...(replaced.length === 0 ? [] : [`Secrets of the stack's config had a placeholder: ${replaced.join(", ")}.`]),
      ...(copy.leftOut.length === 0 ? [] : [`Secret settings were left out: ${copy.leftOut.join(", ")}.`]),
      ...(copy.hasEnvironments ? ["Values from the stack's environments of Pulumi Cloud (ESC) were left out."] : []),
    ];
  }
  for (const [key, value] of given) values.set(long(key), value);
  return {
    values: Object.fromEntries(values),
    secret: secret.filter((key) => !given.some(([other]) => long(other) === key)),
    leftOut,
  };
}

function assertConfigFile(folder: string, stack: string): void {
  if (/^[\w.-]{1,100}$/.test(stack) && existsSync(join(folder, `Pulumi.${stack}.yaml`))) return;
  throw new UsageError(
    `stack ${safeText(stack, 80)} has no config file (Pulumi.${safeText(stack, 80)}.yaml) in this project; without --stack, only --config is used`,
  );
}

/** As the engine passes it: a text as it is, everything else as JSON. */
const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
