// @ts-check
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout's root folder. */
export const repository = fileURLToPath(new URL("..", import.meta.url));

/** Data that this checkout's commands keep for their next run; git ignores it. */
export const stateFolder = join(repository, ".state");
