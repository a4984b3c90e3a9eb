import { z } from "zod";

/** The stack frames of a resource's declaration, as stored by the engine. */
export const stackTraceSchema = z
  .array(z.looseObject({ sourcePosition: z.string().nullish() }))
  .nullish()
  .catch(undefined);

const longestPath = 200;

/**
 * The location of a resource's declaration, relative to the project folder: `index.ts:27`. The first frames belong to this
 * package, the last ones to Pulumi.
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
