import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { type Found, type Manifest, type Place, textIn } from "./found";
import type { PackageManager } from "./packageManager";

/** An existing file that is kept, and the content that a new project would have. */
export interface KeptFile {
  readonly path: string;
  readonly text: string;
  readonly ours: string;
}

const required = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

/** The lines that the user must add to kept files for the project to work, as one instruction each. */
export function manualSteps(found: Found, place: Place, kept: readonly KeptFile[]): string[] {
  const { project } = found;
  const isUnread = place.isNew && place.program.endsWith(".ts") && project?.loadsTypeScript === false;
  return [
    ...(isUnread ? [`${project.file}: remove \`typescript: false\`, because ${place.program} is TypeScript`] : []),
    ...missingInProgram(found, place),
    ...kept.flatMap((file) => missingInFile(file, found)),
  ];
}

function missingInProgram({ folder, project, manifest }: Found, { program, importer, main }: Place): string[] {
  const lines: string[] = [];
  if (project !== undefined && main !== undefined) lines.push(`${project.file}: set \`main: ${main}\``);
  if (importer === undefined) return lines;
  const near = relative(dirname(join(folder, importer)), join(folder, program))
    .replaceAll("\\", "/")
    .replace(/\.ts$/, "");
  const path = near.startsWith(".") ? near : `./${near}`;
  const isThere = new RegExp(`["']${path.replace(/[.]/g, "\\.")}(\\.[jt]s)?["']`).test(textIn(folder, importer) ?? "");
  const line = manifest?.type === "module" || importer.endsWith(".ts") ? `import "${path}";` : `require("${path}");`;
  if (!isThere) lines.push(`${importer}: add \`${line}\``);
  return lines;
}

function missingInFile({ path, text, ours }: KeptFile, { manifest, manager }: Found): string[] {
  if (path === "package.json") return manifest === undefined ? [] : missingPackages(manifest, ours, manager);
  if (path === ".gitignore") return missingIgnores(path, text, ours);
  if (path === "Pulumi.local.yaml") {
    const [line = ""] = /outreach:baseUrl: .*/.exec(ours) ?? [];
    return /outreach:baseUrl/.test(text) ? [] : [`${path}: add \`${line}\` below \`config:\``];
  }
  if (path === "AGENTS.md") {
    return text.includes("pulumi-outreach")
      ? []
      : [`${path}: say what an agent must leave to a person; docs/starting.md of pulumi-outreach lists it`];
  }
  return [];
}

/** Kept files that differ from this package version's ones. Only files that users do not edit are compared. */
export function otherVersions(kept: readonly KeptFile[]): string[] {
  return kept.flatMap(({ path, text, ours }) => {
    const isOurs = /^(local\.mjs|\.gitlab-ci\.yml|(scripts|\.github)\/.*)$/.test(path);
    return isOurs && text !== ours ? [path] : [];
  });
}

function missingPackages({ dependencies, devDependencies }: Manifest, ours: string, manager: PackageManager): string[] {
  const wanted = required.parse(JSON.parse(ours));
  const isMissing = (name: string) => dependencies[name] === undefined && devDependencies[name] === undefined;
  const missing = (of: Readonly<Record<string, string>>) => {
    return Object.entries(of).flatMap(([name, range]) => (isMissing(name) ? [packageSpec(name, range)] : []));
  };
  const [own, forDevelopment] = [missing(wanted.dependencies), missing(wanted.devDependencies)];
  return [
    ...(own.length > 0 ? [`package.json: \`${manager.add} ${own.join(" ")}\``] : []),
    ...(forDevelopment.length > 0
      ? [`package.json: \`${manager.addForDevelopment} ${forDevelopment.join(" ")}\``]
      : []),
  ];
}

/** A package with its version in a form that no shell interprets: `typescript@5` for `^5.9.3`. */
function packageSpec(name: string, range: string): string {
  const version = /^\^(?:0\.\d+|[1-9]\d*)/.exec(range)?.[0].slice(1);
  return version === undefined ? name : `${name}@${version}`;
}

function missingIgnores(path: string, text: string, ours: string): string[] {
  const plain = (line: string) => line.trim().replace(/^\/|\/$/g, "");
  const present = new Set(text.split("\n").map(plain));
  const missing = ours.split("\n").filter((line) => line !== "" && !line.startsWith("#") && !present.has(plain(line)));
  return missing.length > 0 ? [`${path}: add ${missing.map((line) => `\`${line}\``).join(", ")}`] : [];
}
