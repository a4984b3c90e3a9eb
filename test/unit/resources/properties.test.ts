import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Answer } from "../../../provider/src/api/objects";
import type { ResourceKind, Values } from "../../../provider/src/lifecycle/kind";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { agents, campaigns, lists } from "./arbitraries";
import { context, pathsIn, unknown, withInput } from "./programs";

const reversed = (value: unknown) => (Array.isArray(value) ? [...value].reverse() : value);

/** An answer as the service makes it: numbered steps, absent fields as null, sets in an order of its own. */
function serveCampaign(body: Values): Answer {
  const steps = Array.isArray(body.steps) ? body.steps : [];
  return {
    language: null,
    ...body,
    id: "41",
    userId: 5,
    tone: "direct",
    listIds: reversed(body.listIds),
    emailSeatIds: reversed(body.emailSeatIds) ?? null,
    steps: steps.map((step, index) => ({ note: null, url: null, ...step, id: 900 + index, stepNumber: index + 1 })),
  };
}

function serveAgent(body: Values): Answer {
  const given = Array.isArray(body.variables) ? body.variables : [];
  const variables = [...given].reverse().map((signal, index) => ({
    needsUserToken: false,
    ...signal,
    enabled: true,
    strength: index,
    nbResultsLastLaunch: null,
    last_usage: "2026-11-01T00:00:00Z",
  }));
  const own = body.agentType === "website-visitor" ? [{ type: "WEBSITE_VISITOR", value: "true" }] : [];
  const looks = body.agentType === "lookalike" ? [{ type: "LOOKALIKE", value: "12" }] : [];
  return {
    paused: false,
    minLeadScore: null,
    ...body,
    id: "41",
    targetJobTitles: reversed(body.targetJobTitles) ?? [],
    mandatoryKeywords: reversed(body.mandatoryKeywords) ?? null,
    variables:
      body.variables === undefined && own.length + looks.length === 0 ? null : [...own, ...variables, ...looks],
    creditUsage: 12,
  };
}

const serveList = (body: Values): Answer => ({ ...body, id: "41", userId: 5, campaignId: 9 });

const kinds: [ResourceKind, fc.Arbitrary<Values>, (body: Values) => Answer][] = [
  [listKind, lists, serveList],
  [sourceAgentKind, agents, serveAgent],
  [campaignKind, campaigns, serveCampaign],
];

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

  it("never fail, never change and never replace for a value that is not known yet, wherever it stands", () => {
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
