import { homedir } from "node:os";
import { join } from "node:path";

/** The value of a variable; undefined if it is empty. Only this file reads the process environment. */
export function environmentVariable(name: string): string | undefined {
  const value = process.env[name];
  return value === undefined || value.trim() === "" ? undefined : value;
}

/** The names of all non-empty variables, in upper case on Windows, where names are case-insensitive. */
export function environmentNames(): string[] {
  const names = Object.keys(process.env).filter((name) => environmentVariable(name) !== undefined);
  return process.platform === "win32" ? names.map((name) => name.toUpperCase()) : names;
}

/** The environment for a child process, without the variables whose names match. */
export function environmentWithout(names: RegExp): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name, value]) => value !== undefined && !names.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, value ?? ""]));
}

/** The environment variable of a setting, such as `OUTREACH_API_KEY` for `apiKey`. */
export function variableOf(setting: string): string {
  return `OUTREACH_${setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** The proxies from the usual variables, in lower or upper case. */
export function proxiesFromEnvironment(): { httpsProxy?: string; noProxy?: string } {
  const inEitherCase = (name: string) => environmentVariable(name) ?? environmentVariable(name.toUpperCase());
  return { httpsProxy: inEitherCase("https_proxy"), noProxy: inEitherCase("no_proxy") };
}

/** This package's folder in the user's cache, shared by the user's processes. */
export function cacheFolder(): string {
  const chosen = environmentVariable("OUTREACH_CACHE_FOLDER");
  if (chosen !== undefined) return chosen;
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "pulumi-outreach");
  if (process.platform === "win32") {
    return join(environmentVariable("LOCALAPPDATA") ?? join(homedir(), "AppData", "Local"), "pulumi-outreach");
  }
  return join(environmentVariable("XDG_CACHE_HOME") ?? join(homedir(), ".cache"), "pulumi-outreach");
}
