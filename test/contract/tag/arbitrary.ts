import fc from "fast-check";
import type { Values } from "../../../provider/src/lifecycle/kind";
import { colours } from "./tag";

const name = fc.stringMatching(/^ ?[a-z][\w é&]{0,40}[a-z] ?$/);

/** Valid arguments of a tag, as a program may write them. */
export const tags: fc.Arbitrary<Values> = fc.record(
  { name, colour: fc.constantFrom(...colours) },
  { requiredKeys: ["name"] },
);
