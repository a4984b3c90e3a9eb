import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { Creation, Lease, Marks, Store } from "../../../provider/src/api/coordination/store";
import { isLong } from "../../support/long";
import { closePostgres, memoryStage, type Stage, sharedStages } from "./stages";

afterAll(closePostgres);

/** Results of earlier calls: each store generates its own tokens and marks. */
interface Before {
  readonly leases: Lease[];
  readonly marks: Marks[];
}

/** One call of a process. Its result contains no tokens and marks. */
type Call = (process: Store, before: Before, stage: Stage) => Promise<unknown>;

const milliseconds = fc.constantFrom(0, 1, 400, 1_000, 4_000);
const resource = fc.constantFrom("limit", "turn");
const owner = fc.record({ service: fc.constant("service"), owner: fc.constantFrom("7", "8") });
const scope = fc.record({
  service: fc.constant("service"),
  owner: fc.constantFrom("7", "8"),
  kind: fc.constantFrom("List", "Campaign"),
});
const name = fc.constantFrom("one name", "another name");
const id = fc.constantFrom("1", "2", "3");
const token = fc.constantFrom("a", "b", "c", "d", "e");
const only = fc.constant(true as const);
const stack = fc.constantFrom("first", "second");
const notes = fc.record(
  {
    targets: fc.array(fc.constantFrom("5", "6"), { maxLength: 2 }),
    running: fc.boolean(),
    ran: only,
    ranOn: fc.uniqueArray(fc.constantFrom("6", "7", "8"), { minLength: 1, maxLength: 2 }),
    stack,
    resource: stack,
    adopted: only,
    saidAbsent: only,
    released: only,
    content: fc.constantFrom("one digest", "another digest"),
  },
  { requiredKeys: [] },
);
const outcome = fc.oneof(
  fc.record({ outcome: fc.constant("made" as const), id }),
  fc.constant({ outcome: "refused" as const }),
);
const creation = fc
  .tuple(scope, fc.record({ token, name }), notes, fc.oneof(outcome, fc.constant({ outcome: "sent" as const })))
  .map(([...parts]): Creation => Object.assign({}, ...parts));
const made = fc
  .tuple(scope, fc.record({ token, name, id, outcome: fc.constant("made" as const) }), notes)
  .map(([...parts]): Creation & { id: string } => Object.assign({}, ...parts));

const call: fc.Arbitrary<{ readonly said: string; readonly make: Call }> = fc.oneof(
  said(
    "take",
    fc.tuple(resource, fc.integer({ min: 1, max: 3 }), milliseconds),
    ([of, wanted, lasts]) =>
      async (store, { leases }) => {
        const { leases: taken, ...answer } = await store.take(of, of === "turn" ? 1 : 3, wanted, lasts);
        leases.push(...taken);
        return { ...answer, taken: taken.length };
      },
  ),
  said("hold", fc.tuple(fc.nat(9), milliseconds), ([which, lasts]) => async (store, { leases }) => {
    const lease = leases[which];
    return lease && (await store.hold(lease, lasts));
  }),
  said("block", fc.tuple(resource, milliseconds), (args) => (store) => store.block(...args)),
  said("use", resource, (of) => (store) => store.use(of)),
  said("record", creation, (each) => (store) => store.record(each)),
  said("settle", fc.tuple(fc.uniqueArray(token), outcome), (args) => (store) => store.settle(...args)),
  said("creationsOf", fc.tuple(scope, id), (args) => (store) => store.creationsOf(...args)),
  said("remember", made, (each) => (store) => store.remember(each)),
  said("recordAsOff", fc.tuple(scope, id), (args) => (store) => store.recordAsOff(...args)),
  said("inherit", fc.tuple(owner, owner), ([from, to]) => async (store) => {
    if (from.owner !== to.owner) await store.inherit(from, to);
  }),
  said("marks", owner, (of) => async (store, { marks }) => {
    marks.push(await store.marks(of));
  }),
  said(
    "createdSince",
    fc.tuple(scope, fc.option(name, { nil: undefined }), fc.constantFrom(-1, 0, 1, 1e9)),
    ([of, named, which]) =>
      (store, { marks }) => {
        const since = which < 0 || which > 1 ? which : (marks[which]?.[of.kind] ?? 0);
        return store.createdSince(of, named, since);
      },
  ),
  said("rememberOwner", fc.tuple(token, id), (args) => (store) => store.rememberOwner(...args)),
  said("ownerOf", token, (key) => (store) => store.ownerOf(key)),
  said("pass", fc.oneof(milliseconds, fc.constant(3_600_000)), (time) => (_store, _before, stage) => stage.pass(time)),
);

function said<T>(name: string, args: fc.Arbitrary<T>, make: (args: T) => Call) {
  return args.map((given) => ({ said: `${name}(${JSON.stringify(given)})`, make: make(given) }));
}

/** All queries about creations. */
async function recorded(store: Store) {
  const scopes = ["7", "8"].flatMap((owner) =>
    ["List", "Campaign"].map((kind) => ({ service: "service", owner, kind }) as const),
  );
  const asked = scopes.map(async (of) => ({
    marks: Object.keys(await store.marks(of)).sort(),
    all: await store.creations(of),
    named: await store.creations(of, "one name"),
    elsewhere: [...(await store.createdElsewhere(of))].sort(),
    sent: [...(await store.sentElsewhere(of))].sort((left, right) => left.token.localeCompare(right.token)),
  }));
  return await Promise.all(asked);
}

async function play(
  open: () => Promise<Stage>,
  calls: readonly { by: string; call: { make: Call } }[],
): Promise<unknown> {
  const stage = await open();
  try {
    const processes = new Map(["one", "other"].map((name) => [name, stage.process(name)]));
    const before: Before = { leases: [], marks: [] };
    const answers: unknown[] = [];
    for (const { by, call } of calls) {
      const process = processes.get(by);
      if (process === undefined) throw new Error(`there is no process ${by}`);
      answers.push([await call.make(process, before, stage), await recorded(process)]);
    }
    // As JSON, which omits undefined fields.
    return JSON.parse(JSON.stringify(answers));
  } finally {
    await stage.close();
  }
}

test.each(sharedStages)(
  "%s returns the same results as the memory store for any calls",
  async (_, open) => {
    const calls = fc.array(fc.record({ by: fc.constantFrom("one", "other"), call }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(calls, async (given) => {
        expect(await play(open, given)).toEqual(await play(memoryStage, given));
      }),
      { numRuns: isLong ? 2000 : 60 },
    );
  },
  isLong ? 600_000 : 60_000,
);
