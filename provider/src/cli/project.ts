import { dirname, join } from "node:path";
import { textOf } from "./files";

/** The Pulumi project in the working folder or above it. */
export interface PulumiProject {
  readonly folder: string;
  /** Undefined if the project file does not say it in a readable form. */
  readonly name: string | undefined;
}

/** The project that the Pulumi CLI finds from this folder. */
export async function projectAround(folder: string): Promise<PulumiProject | undefined> {
  const text = (await textOf(join(folder, "Pulumi.yaml"))) ?? (await textOf(join(folder, "Pulumi.yml")));
  if (text === undefined) return dirname(folder) === folder ? undefined : await projectAround(dirname(folder));
  const { parseDocument } = await import("yaml");
  const name: unknown = parseDocument(text).get("name");
  return { folder, name: typeof name === "string" ? name : undefined };
}
