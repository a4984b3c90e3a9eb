// @ts-check
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout's root folder. */
export const repository = fileURLToPath(new URL("..", import.meta.url));

/** What the commands of this checkout keep for their next run; git ignores it. */
export const stateFolder = join(repository, ".state");
