import { dirname, join } from "node:path";
import { Refusal } from "../lifecycle/refusal";
import { textOf } from "./files";

/** The Pulumi project in the working folder or above it. */
export interface PulumiProject {
  readonly folder: string;
  /** Undefined if the project file has no readable name. */
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

/** The project around the working folder. Throws a Refusal if there is none. */
export async function projectHere(): Promise<PulumiProject> {
  const found = await projectAround(process.cwd());
  if (found !== undefined) return found;
  throw new Refusal("there is no Pulumi.yaml in this folder or above it.", "Change to the folder of the program.");
}
