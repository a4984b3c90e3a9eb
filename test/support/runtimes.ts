import { existsSync } from "node:fs";
import { join } from "node:path";
import { cachedPackage } from "./cachedPackages";

/** The executable of a package that has one for each platform, installed without running its scripts. */
async function executable(name: string, version: string, candidates: readonly string[]): Promise<string> {
  const modules = join(await cachedPackage(name, name, version), "..");
  const found = candidates.map((path) => join(modules, path)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${name} ${version} has no executable for this platform in ${modules}`);
  return found;
}

const architecture = process.arch === "arm64" ? "aarch64" : "x64";

/** Bun, from its npm package. */
export const bun = () =>
  executable("bun", "1.4.5", [
    `@oven/bun-${process.platform}-${architecture}/bin/bun`,
    "@oven/bun-windows-x64/bin/bun.exe",
  ]);

/** Deno, from its npm package. */
export const deno = () =>
  executable("deno", "2.9.6", [
    `@deno/${process.platform}-${process.arch}/deno`,
    `@deno/${process.platform}-${process.arch}-glibc/deno`,
    "@deno/win32-x64/deno.exe",
  ]);
