// While a test file is loaded, no mutant is active: the previous run's mutant must not have an effect.
const stryker = Reflect.get(globalThis, "__stryker__");
if (stryker !== undefined) stryker.activeMutant = undefined;
