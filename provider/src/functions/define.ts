import { functionsOf } from "../host/function";

/** Creates both forms of a function from one definition. */
export const defineFunction = functionsOf(() => import("./reads"));
