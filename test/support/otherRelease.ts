import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type Project, repository } from "./project";

/** Installs a copy of the built package into the project, as a release with other wording for some messages. */
export function installRelease(project: Project, words: Readonly<Record<string, string>>): void {
  const folder = join(project.folder, "node_modules", "pulumi-outreach");
  rmSync(folder, { recursive: true, force: true });
  // Its dependencies too, if the workspace keeps them beside it.
  for (const part of ["package.json", "dist", "node_modules"]) {
    const from = join(repository, "provider", part);
    if (existsSync(from)) cpSync(from, join(folder, part), { recursive: true });
  }
  const files = readdirSync(join(folder, "dist"), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".js"),
  );
  for (const [before, after] of Object.entries(words)) {
    const changed = files
      .map((file) => join(folder, "dist", file))
      .filter((file) => readFileSync(file, "utf8").includes(before));
    expect(changed, before).toHaveLength(1);
    for (const file of changed) writeFileSync(file, readFileSync(file, "utf8").replace(before, after));
  }
}
