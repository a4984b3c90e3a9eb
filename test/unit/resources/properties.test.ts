import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { context, pathsIn, unknown, withInput } from "./programs";
import { kinds } from "./serving";

describe.each(kinds)("generated programs of $noun", (definition, programs, serve) => {
  it("break no rule, before and after normalising", () => {
    fc.assert(
      fc.property(programs, (inputs) => {
        expect(definition.problems(inputs, context)).toEqual([]);
        expect(definition.problems(definition.canonical(inputs), context)).toEqual([]);
      }),
    );
  });

  it("have one normal form", () => {
    fc.assert(
      fc.property(programs, (inputs) => {
        const canonical = definition.canonical(inputs);
        expect(definition.canonical(canonical)).toEqual(canonical);
        expect(definition.changes(canonical, canonical)).toEqual([]);
        expect(definition.changes(definition.canonical(inputs), canonical)).toEqual([]);
        for (const name of definition.properties) {
          if (name in canonical) expect(definition.same(name, canonical[name], canonical[name])).toBe(true);
        }
      }),
    );
  });

  it("show no change once written and read back", () => {
    fc.assert(
      fc.property(programs, (inputs) => {
        const canonical = definition.canonical(inputs);
        const answer = serve(definition.createBody(canonical));
        const observed = definition.observed(answer, canonical);
        for (const name of definition.properties) {
          if (canonical[name] === undefined || answer[name] === undefined || answer[name] === null) continue;
          expect(observed[name]).toBe(canonical[name]);
        }
        expect(definition.changes({ ...canonical, ...observed }, canonical)).toEqual([]);
      }),
    );
  });

  it("can be declared as they are observed", () => {
    fc.assert(
      fc.property(programs, (inputs) => {
        const answer = serve(definition.createBody(definition.canonical(inputs)));
        const declared = definition.observed(answer, {});
        const canonical = definition.canonical(declared);
        expect(definition.changes(definition.observed(answer, canonical), canonical)).toEqual([]);
      }),
    );
  });

  it("never fail, change or replace because of an unknown value, wherever it is", () => {
    fc.assert(
      fc.property(programs, fc.nat(), (inputs, choice) => {
        const paths = pathsIn(inputs).filter((path) => !path.includes("stepNumber"));
        const path = paths[choice % paths.length] ?? [];
        const open = withInput(inputs, path, unknown);
        expect(definition.problems(open, context)).toEqual([]);
        const canonical = definition.canonical(open);
        expect(JSON.stringify(canonical)).toContain(unknown);
        expect(definition.canonical(canonical)).toEqual(canonical);
        expect(definition.problems(canonical, context)).toEqual([]);
        const changes = definition.changes(definition.canonical(inputs), canonical);
        expect(changes.map(({ effect }) => effect)).toEqual(changes.map(() => "update"));
        expect(changes.length).toBeGreaterThan(0);
        definition.warnings(open, context);
      }),
    );
  });
});
