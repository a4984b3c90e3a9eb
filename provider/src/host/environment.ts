import { homedir } from "node:os";
import { join } from "node:path";

/** The one reader of the process environment. */
export function environmentVariable(name: string): string | undefined {
  const value = process.env[name];
  return value === undefined || value.trim() === "" ? undefined : value;
}

/** The names of all variables that hold something. Case does not count on Windows. */
export function environmentNames(): string[] {
  const names = Object.keys(process.env).filter((name) => environmentVariable(name) !== undefined);
  return process.platform === "win32" ? names.map((name) => name.toUpperCase()) : names;
}

/** `OUTREACH_API_KEY` of `apiKey`. */
export function variableOf(setting: string): string {
  return `OUTREACH_${setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** Proxies by the usual variables, in either case. */
export function proxiesFromEnvironment(): { httpsProxy?: string; noProxy?: string } {
  const either = (name: string) => environmentVariable(name) ?? environmentVariable(name.toUpperCase());
  return { httpsProxy: either("https_proxy"), noProxy: either("no_proxy") };
}

/** The user's cache folder, where processes of one user share the limit. */
export function cacheFolder(): string {
  const chosen = environmentVariable("OUTREACH_CACHE_FOLDER");
  if (chosen !== undefined) return chosen;
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "pulumi-outreach");
  if (process.platform === "win32") {
    return join(environmentVariable("LOCALAPPDATA") ?? join(homedir(), "AppData", "Local"), "pulumi-outreach");
  }
  return join(environmentVariable("XDG_CACHE_HOME") ?? join(homedir(), ".cache"), "pulumi-outreach");
}
