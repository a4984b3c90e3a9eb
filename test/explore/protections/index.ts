import { creates } from "./creates";
import { guards } from "./guards";
import type { Protection } from "./protection";

/** Each is taken out by itself by `npm run explore`. */
export const protections: readonly Protection[] = [...creates, ...guards];
