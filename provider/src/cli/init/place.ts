import { posix } from "node:path";
import { type Found, textIn } from "./found";

/** Where the program that declares outreach is, or goes. Paths have slashes. */
export interface Place {
  readonly program: string;
  /** False: it is there, and declares outreach already. */
  readonly isNew: boolean;
  /** The program of before, which has to import it. */
  readonly importer?: string;
  /** What the project file has to name as `main`; undefined if the engine finds the program without it. */
  readonly main?: string;
}

/**
 * A program of another purpose stays as it is, and the one for outreach goes beside it. In a package of ES modules that
 * is a `.js` file, because the engine loads TypeScript as CommonJS alone; the program is the same text.
 */
export function placeOf({ folder, project, manifest, entry }: Found): Place {
  if (entry !== undefined && (textIn(folder, entry) ?? "").includes("pulumi-outreach")) {
    return { program: entry, isNew: false };
  }
  const ending = manifest?.type === "module" ? "js" : "ts";
  if (entry !== undefined && project !== undefined) {
    const program = inside(posix.join(posix.dirname(entry), `outreach.${ending}`)) ?? `outreach.${ending}`;
    return { program, isNew: true, importer: entry };
  }
  if (project?.main !== undefined && !/\.[cm]?[jt]s$/.test(project.main)) {
    const program = inside(posix.join(project.main, `index.${ending}`));
    if (program !== undefined) return { program, isNew: true };
  }
  const program = `${entry?.startsWith("index.") === true ? "outreach" : "index"}.${ending}`;
  const started = posix.normalize(project?.main ?? manifest?.main ?? `index.${ending}`);
  return { program, isNew: true, ...(started === program ? {} : { main: program }) };
}

/** The path, if it does not lead out of the folder. */
function inside(path: string): string | undefined {
  return path.startsWith("../") || path.startsWith("/") ? undefined : path;
}
