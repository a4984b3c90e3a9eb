// @ts-check

/**
 * Mutants that no test can kill because they change nothing that anybody could notice, each with the reason. An entry is
 * the text of a mutant as `npm run mutants` prints it, never a line number.
 * @type {import("./judge.mjs").Equivalent[]}
 */
export const equivalent = [];
