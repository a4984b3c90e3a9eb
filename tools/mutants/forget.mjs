// While a test file is loaded, no mutant is active: the one of the run before must not be seen.
const stryker = Reflect.get(globalThis, "__stryker__");
if (stryker !== undefined) stryker.activeMutant = undefined;
