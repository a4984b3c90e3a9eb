import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Coordination, Sent } from "../../../provider/src/api/coordination/coordination";
import { serviceDigest } from "../../../provider/src/api/coordination/digest";
import { SqliteDatabase } from "../../../provider/src/api/coordination/sqlite";
import { SqlStore } from "../../../provider/src/api/coordination/sqlStore";
import type { Store } from "../../../provider/src/api/coordination/store";
import { FakeClock } from "../api/fakeClock";
import { settingsFor } from "../api/opening";
import { coordinationOver, gate, runNamed } from "./stages";

/** By then a create has arrived or is lost: twice a request's time-out. */
const lasts = 20_000;
const settings = settingsFor("https://outreach.example.com", { requestTimeoutSeconds: lasts / 2_000 });
const limit = { requests: 4, windowMilliseconds: 60_000 };

/** The database of several machines, with its own clock like a server. */
class Served extends SqliteDatabase {
  static ahead = 0;
  override readonly clockId = "server";
  override readonly wallTime = () => this.time.wallTime() + Served.ahead;
  override readonly now = this.wallTime;

  constructor(
    folder: string,
    private readonly time: FakeClock,
  ) {
    super({ cacheFolder: folder, clock: time, boot: "server", patienceMilliseconds: 1_000, random: () => 0.5 });
  }
}

let clock: FakeClock;
let folder: string;
let stores: Store[];
beforeEach(() => {
  clock = new FakeClock();
  folder = mkdtempSync(join(tmpdir(), "outreach-step-"));
  stores = [];
  Served.ahead = 0;
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  rmSync(folder, { recursive: true, force: true });
});

function machine(id: string, said: string[] = []): Coordination {
  const store = new SqlStore(new Served(folder, clock), runNamed(id));
  stores.push(store);
  return coordinationOver(store, clock, { settings, limit, run: runNamed(id), say: (text) => said.push(text) });
}

/** Advances time, for the server as well, so that waiting work continues. */
async function pass(milliseconds: number): Promise<void> {
  const until = clock.now() + milliseconds;
  while (clock.now() < until) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.pass(Math.min(100, until - clock.now()));
  }
  for (let round = 0; round < 20; round++) await new Promise((resolve) => setImmediate(resolve));
}

const sentAs = (token: string, name: string): Sent => ({ token, kind: "List", owner: "101", name });

/** Creates one list: records when it looks for twins and when it sends; the test controls the response. */
function creating(coordination: Coordination, name: string, events: string[], token = name) {
  const answer = gate();
  const done = coordination.creating("List", "lists", "101", async () => {
    events.push(`${token} looks`);
    const sent = sentAs(token, name);
    try {
      await coordination.sending(sent);
    } catch (error) {
      coordination.settled(sent, "refused");
      throw error;
    }
    events.push(`${token} sends`);
    await answer.opened;
    events.push(`${token} is made`);
    coordination.settled(sent, { id: "7" });
  });
  return { done, answer: () => answer.open() };
}

describe("a step forward of the database's clock while a create is on its way", () => {
  test.each([20_000, 21_000, 86_400_000 * 400])(
    "by %s ms does not let a second machine create concurrently",
    async (step) => {
      const events: string[] = [];
      const said: string[] = [];
      const first = creating(machine("one"), "Leads", events, "first");
      await pass(300);
      Served.ahead += step;
      const second = creating(machine("two", said), "Leads", events, "second");
      await pass(8_000);
      // It would miss objects that arrive after its check.
      expect(events).toEqual(["first looks", "first sends"]);
      expect(said).toEqual([
        expect.stringMatching(/^waiting (?:1\d|20) s at most: another process lost its turn to create lists/),
      ]);
      first.answer();
      await pass(1_000);
      expect(events.slice(2)).toEqual(["first is made", "second looks", "second sends"]);
      second.answer();
      await pass(500);
      await Promise.all([first.done, second.done]);
    },
  );

  test("is waited for as long as the create can arrive, if the first machine has died", async () => {
    const events: string[] = [];
    void creating(machine("one"), "Leads", events, "first");
    await pass(300);
    Served.ahead += 3_600_000 * 24;
    const second = creating(machine("two"), "Other leads", events, "second");
    await pass(lasts - 1_000);
    expect(events).not.toContain("second sends");
    await pass(1_500);
    expect(events).toContain("second sends");
    second.answer();
    await pass(500);
    await second.done;
  });

  test("is refused rather than waited for longer than allowed", async () => {
    const events: string[] = [];
    void creating(machine("one"), "Leads", events, "first");
    await pass(300);
    Served.ahead += 60_000;
    const store = new SqlStore(new Served(folder, clock), runNamed("hasty"));
    stores.push(store);
    const hasty = { settings: { ...settings, waitBudgetSeconds: 3 }, limit, run: runNamed("hasty") };
    const second = creating(coordinationOver(store, clock, hasty), "Leads", events, "second");
    const refused = expect(second.done).rejects.toThrow("other processes have been creating lists");
    await pass(4_000);
    await refused;
    expect(events).not.toContain("second sends");
  });

  test("does not delay a create after an old unsettled one", async () => {
    const events: string[] = [];
    const dead = new SqlStore(new Served(folder, clock), runNamed("dead"));
    stores.push(dead);
    const scope = { service: serviceDigest(settings.origin), kind: "List", owner: "101" };
    await dead.record({ ...scope, token: "lost", name: "Leads", outcome: "sent" });
    expect(await dead.sentElsewhere(scope)).toEqual([]);
    await pass(lasts);
    const second = creating(machine("two"), "Leads", events, "second");
    await pass(500);
    expect(events).toEqual(["second looks", "second sends"]);
    expect(await stores.at(-1)?.sentElsewhere(scope)).toMatchObject([{ token: "lost", age: lasts + 500 }]);
    second.answer();
    await pass(500);
    await second.done;
  });

  test("releases the request limit a second time, but no process exceeds the limit", async () => {
    const [one, two, three] = [machine("one"), machine("two"), machine("three")];
    const taken = async (coordination: Coordination) => {
      const slots = await coordination.take(9);
      return "retryIn" in slots ? 0 : slots.length;
    };
    expect([await taken(one), await taken(two)]).toEqual([4, 0]);
    Served.ahead += 3_600_000;
    expect([await taken(one), await taken(two), await taken(three)]).toEqual([0, 4, 0]);
  });
});
