import { creates } from "./creates";
import { guards } from "./guards";
import type { Protection } from "./protection";

/** `npm run explore` removes each of them separately. */
export const protections: readonly Protection[] = [...creates, ...guards];
