import { z } from "zod";

/** The frames of the program that declared a resource, as the engine keeps them. */
export const stackTraceSchema = z
  .array(z.looseObject({ sourcePosition: z.string().nullish() }))
  .nullish()
  .catch(undefined);

const longestPath = 200;

/**
 * Where the program declares a resource: `index.ts:27`, below the folder of the project. The first frames are of this
 * package, and the last ones of Pulumi.
 */
export function sourceOf(frames: z.infer<typeof stackTraceSchema>): string | undefined {
  for (const { sourcePosition } of frames ?? []) {
    const [, path = "", line = ""] = /^project:\/\/\/([^#]+)#(\d+)(?:,\d+)?$/.exec(sourcePosition ?? "") ?? [];
    const folders = path.split("/");
    const isOfProject = path !== "" && !folders.includes("..") && !folders.includes("node_modules");
    if (isOfProject && path.length <= longestPath) return `${path}:${line}`;
  }
  return undefined;
}
