import { readdir, readFile } from "node:fs/promises";
import { dirname, extname, join, resolve } from "node:path";
import { z } from "zod";
import { safeText } from "../../api/redact";
import { Refusal } from "../../lifecycle/refusal";

/** The parts of a Pulumi project needed for a rehearsal. */
export interface RehearsedProject {
  readonly folder: string;
  readonly name: string;
  /** The program's folder, with the packages that it imports. */
  readonly programFolder: string;
  /** The folder of the stacks' config files. */
  readonly configFolder: string;
}

/** The fields of every project file that a command needs. */
export const projectSchema = z.looseObject({
  name: z.string().min(1),
  runtime: z.union([z.string(), z.looseObject({ name: z.string() })]),
  main: z.string().nullish(),
  stackConfigDir: z.string().nullish(),
});

const rehearsedSchema = projectSchema.extend({
  plugins: z.looseObject({ providers: z.array(z.looseObject({ name: z.string().nullish() })).nullish() }).nullish(),
  packages: z.record(z.string(), z.unknown()).nullish(),
});

/** Reads the project in a folder with a `Pulumi.yaml`. Throws a Refusal if it cannot be rehearsed. */
export async function readProject(folder: string): Promise<RehearsedProject> {
  const { data, programFolder, configFolder } = await readNodeProject(folder, "a rehearsal", rehearsedSchema);
  assertNoProviders(
    "plugins.providers",
    (data.plugins?.providers ?? []).map(({ name }) => name ?? "(no name)"),
  );
  assertNoProviders("packages", Object.keys(data.packages ?? {}));
  return { folder, name: data.name, programFolder, configFolder };
}

/**
 * Reads the project file in a folder. Throws a Refusal if it is not readable or if the runtime is not Node.js.
 *
 * @param work what runs the program, for messages: `a rehearsal`
 */
export async function readNodeProject<Data extends z.output<typeof projectSchema>>(
  folder: string,
  work: string,
  schema: z.ZodType<Data>,
) {
  const text = await readFile(join(folder, "Pulumi.yaml"), "utf8").catch(() =>
    readFile(join(folder, "Pulumi.yml"), "utf8"),
  );
  const { parse } = await import("yaml");
  const { data } = schema.safeParse(parsed(text, (yaml) => parse(yaml, { logLevel: "error" })));
  if (data === undefined) {
    throw new Refusal(
      `could not read the project in ${safeText(folder, 200)}: its Pulumi.yaml has no readable name and runtime.`,
      "Correct it: `pulumi preview` reads the same file.",
    );
  }
  const runtime = typeof data.runtime === "string" ? data.runtime : data.runtime.name;
  if (runtime !== "nodejs") {
    throw new Refusal(`${work} runs Node.js programs, and this project's runtime is ${safeText(runtime, 40)}.`);
  }
  const main = resolve(folder, data.main ?? ".");
  const isFile = extname(main) !== "";
  return {
    data,
    programFolder: isFile ? dirname(main) : main,
    /** The program's file, or `.`. */
    main: isFile ? main : ".",
    configFolder: resolve(folder, data.stackConfigDir ?? "."),
  };
}

/** Refuses providers that the project refers to by folder, because the CLI starts them even if no plugin is installed. */
function assertNoProviders(section: string, providers: readonly string[]): void {
  if (providers.length === 0) return;
  const names = providers.map((name) => safeText(name, 60)).join(", ");
  throw new Refusal(
    `Pulumi.yaml names plugins of providers (${section}: ${names}), which a rehearsal would start.`,
    "A rehearsal starts no provider but its own. Move what needs them to another project.",
  );
}

function parsed(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** The stacks with a config file next to the project file. */
export async function stacksWithConfig({ configFolder }: RehearsedProject): Promise<string[]> {
  const files = await readdir(configFolder).catch(() => []);
  return files.flatMap((file) => /^Pulumi\.(.+)\.ya?ml$/.exec(file)?.[1] ?? []).sort();
}
