import type { Kind } from "../kinds";
import { defineFunction } from "./define";
import { idOrNameProblems, noArgs, objectArgs } from "./schemas";

/** Defines the functions for all objects of a kind and for a single one. Both use the same listing. */
export function objectFunctions<K extends Kind>(kind: K, name: string) {
  const all = defineFunction({
    name: `${name}s`,
    args: noArgs(`${name}s`),
    read: ({ account, reads, after }) => reads.readAllObjects(account, kind, { fresh: after > 0 }),
  });
  const one = defineFunction({
    name,
    args: objectArgs(name),
    rules: idOrNameProblems,
    async read(reading, { id = "", name: wanted }) {
      const { account, reads, after } = reading;
      if (wanted === undefined) return await reads.readObject(account, kind, { id }, { fresh: after > 0 });
      return reads.objectNamed(kind, await all.answered(reading, {}), wanted);
    },
  });
  return { all, one };
}
