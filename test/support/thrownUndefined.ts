import { chai } from "vitest";

/** A setup file runs before each test file, and most of these share a process. */
const done = Symbol.for("pulumi-outreach.thrownUndefined");

// Chai compares the message only of what is truthy: a refusal that a function fails to return, and that its caller throws
// all the same, would pass for one with any text.
if (!Reflect.has(chai.Assertion.prototype, done)) {
  Reflect.set(chai.Assertion.prototype, done, true);
  chai.use(({ Assertion }, { flag, overwriteMethod }) => {
    for (const name of ["toThrow", "toThrowError"]) {
      overwriteMethod(Assertion.prototype, name, (original: (...expected: unknown[]) => unknown) => {
        return function toThrow(this: Chai.AssertionStatic, ...expected: unknown[]) {
          flag(this, "object", withError(flag(this, "object"), flag(this, "promise") === "rejects"));
          return original.apply(this, expected);
        };
      });
    }
  });
}

/** What is asserted on, with an error in the place of a falsy value that it throws. */
function withError(asserted: unknown, isThrown: boolean): unknown {
  if (isThrown) return asserted || new Error(`no error, but ${String(asserted)}`);
  if (typeof asserted !== "function") return asserted;
  return () => {
    try {
      return asserted();
    } catch (thrown) {
      throw withError(thrown, true);
    }
  };
}
