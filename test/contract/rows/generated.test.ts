import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Values } from "../../../provider/src/lifecycle/kind";
import { isLong } from "../../support/long";
import type { TestedKind } from "../../support/testedKinds";
import { agents, campaigns, lists } from "../../unit/resources/arbitraries";
import { colours } from "../tag/tag";
import { modes, openStage, Stage, type StageService } from "./stage";

const tagName = fc.stringMatching(/^ ?[a-z][\w é&]{0,40}[a-z] ?$/);
const tags: fc.Arbitrary<Values> = fc.record(
  { name: tagName, colour: fc.constantFrom(...colours) },
  { requiredKeys: ["name"] },
);

/** Undocumented variants of a service's responses. */
const manners = fc.record({
  campaignCarriesLists: fc.boolean(),
  decorateSignals: fc.boolean(),
  addUnknownFields: fc.boolean(),
});

/** The same arguments with seats and lists that this account has. */
function atHome(args: Values, listIds: readonly number[]): Record<string, unknown> {
  const own: Record<string, unknown> = { ...args };
  if (args.listId !== undefined) own.listId = typeof args.listId === "string" ? String(listIds[0]) : listIds[0];
  if (Array.isArray(args.listIds)) own.listIds = args.listIds.slice(0, 2).map((_, index) => listIds[index]);
  if (args.linkedinSeatId !== undefined) own.linkedinSeatId = 7;
  if (Array.isArray(args.emailSeatIds)) own.emailSeatIds = [23, 21, 22].slice(0, args.emailSeatIds.length);
  if (Array.isArray(args.variables)) {
    own.variables = args.variables.map((signal: Values) =>
      signal.linkedinSeatId === undefined ? signal : { ...signal, linkedinSeatId: 7 },
    );
  }
  return own;
}

const generated: readonly (readonly [TestedKind, fc.Arbitrary<Values>])[] = [
  ["List", lists],
  ["SourceAgent", agents],
  ["Campaign", campaigns],
  ["Tag", tags],
];

describe.each(modes)("any declaration is the same when it is read back, %s", (mode) => {
  let sandbox: StageService;

  beforeAll(async () => {
    sandbox = await openStage(mode);
    await sandbox.configure({ activeAgentLimit: 1_000_000 });
  });
  afterAll(async () => {
    await sandbox.close();
  });

  it.each(generated)(
    "%s: up, then no change, then no drift, then no change",
    async (kind, arbitrary) => {
      await fc.assert(
        fc.asyncProperty(arbitrary, manners, async (args, behaviour) => {
          await sandbox.reset();
          await sandbox.configure(behaviour);
          const stage = new Stage(sandbox, mode);
          const listIds = [await stage.madeList("one"), await stage.madeList("two")];
          const step = { kind, args: atHome(args, listIds) };
          const { op } = await stage.engine.up("it", step);
          expect(op).toBe("create");
          expect((await stage.engine.preview("it", step)).op).toBe("same");
          expect(await stage.engine.refresh(kind, "it")).toEqual([]);
          expect((await stage.engine.preview("it", step)).op).toBe("same");
          // A run without this state finds a twin, in the account or in the records, unless it runs.
          const twin = stage.another({ adopt: "twin" });
          const taken = twin.up("it", step).then(
            () => twin.stored(kind, "it").id,
            () => "refused",
          );
          // If the service does not show whether a campaign runs, the program has to declare it.
          const isTaken = kind === "Campaign" && mode === "specOnly" ? args.active === false : args.active !== true;
          expect(await taken).toBe(isTaken ? stage.engine.stored(kind, "it").id : "refused");
        }),
        { numRuns: isLong ? 40 : 15 },
      );
    },
    120_000,
  );
});
