import { chai } from "vitest";

/** A setup file runs before each test file, and most of these share a process. */
const done = Symbol.for("pulumi-outreach.thrownUndefined");

// Chai compares only the messages of truthy errors: if a function fails to return a refusal, and its caller throws the
// undefined result, any expected text would match.
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

/** The subject of the assertion, with an error instead of a falsy value that it throws. */
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
