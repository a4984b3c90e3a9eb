import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { type Found, type Manifest, type Place, textIn } from "./found";
import type { PackageManager } from "./packageManager";

/** A file that was there already, and what a new project would have there. */
export interface KeptFile {
  readonly path: string;
  readonly text: string;
  readonly ours: string;
}

const required = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

/** What the files that stay lack for the project to work, each as one line. */
export function byHand(found: Found, place: Place, kept: readonly KeptFile[]): string[] {
  const { project } = found;
  const isUnread = place.isNew && place.program.endsWith(".ts") && project?.loadsTypeScript === false;
  return [
    ...(isUnread ? [`${project.file}: remove \`typescript: false\`, because ${place.program} is TypeScript`] : []),
    ...ofProgram(found, place),
    ...kept.flatMap((file) => ofFile(file, found)),
  ];
}

function ofProgram({ folder, project, manifest }: Found, { program, importer, main }: Place): string[] {
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

function ofFile({ path, text, ours }: KeptFile, { manifest, manager }: Found): string[] {
  if (path === "package.json") return manifest === undefined ? [] : ofManifest(manifest, ours, manager);
  if (path === ".gitignore") return ofIgnored(path, text, ours);
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

/** The files that go with a version of this package, and are kept in another form. All else belongs to the person. */
export function otherVersions(kept: readonly KeptFile[]): string[] {
  return kept.flatMap(({ path, text, ours }) => {
    const isOurs = /^(local\.mjs|\.gitlab-ci\.yml|(scripts|\.github)\/.*)$/.test(path);
    return isOurs && text !== ours ? [path] : [];
  });
}

function ofManifest({ dependencies, devDependencies }: Manifest, ours: string, manager: PackageManager): string[] {
  const wanted = required.parse(JSON.parse(ours));
  const isMissing = (name: string) => dependencies[name] === undefined && devDependencies[name] === undefined;
  const missing = (of: Readonly<Record<string, string>>) => {
    return Object.entries(of).flatMap(([name, range]) => (isMissing(name) ? [spec(name, range)] : []));
  };
  const [own, forDevelopment] = [missing(wanted.dependencies), missing(wanted.devDependencies)];
  return [
    ...(own.length > 0 ? [`package.json: \`${manager.add} ${own.join(" ")}\``] : []),
    ...(forDevelopment.length > 0
      ? [`package.json: \`${manager.addForDevelopment} ${forDevelopment.join(" ")}\``]
      : []),
  ];
}

/** In a form that no shell interprets: `typescript@5` for `^5.9.3`. */
function spec(name: string, range: string): string {
  const version = /^\^(?:0\.\d+|[1-9]\d*)/.exec(range)?.[0].slice(1);
  return version === undefined ? name : `${name}@${version}`;
}

function ofIgnored(path: string, text: string, ours: string): string[] {
  const plain = (line: string) => line.trim().replace(/^\/|\/$/g, "");
  const present = new Set(text.split("\n").map(plain));
  const missing = ours.split("\n").filter((line) => line !== "" && !line.startsWith("#") && !present.has(plain(line)));
  return missing.length > 0 ? [`${path}: add ${missing.map((line) => `\`${line}\``).join(", ")}`] : [];
}
