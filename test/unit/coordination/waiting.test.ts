import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { thisRun } from "../../../provider/src/api/coordination/processRun";
import { limitWaitReporter, TurnWait } from "../../../provider/src/api/coordination/waiting";
import { FakeClock } from "../api/fakeClock";

const betweenSigns = 1_000;
const clock = new FakeClock();

/** The reports while the process with this label has the turn. */
function reports() {
  const said: string[] = [];
  const parts = { clock, budgetMilliseconds: 60_000, say: (text: string) => void said.push(text) };
  const wait = new TurnWait(parts, betweenSigns, "lists");
  const goesOn = (waited: number, label: string, silentFor: number) =>
    wait.report(waited, { leases: [], freeIn: 20_000, blockedFor: 0, holder: { label, silentFor } });
  return { said, goesOn };
}

test("a wait is reported after some seconds, again when the holder's state changes, and about once a minute", () => {
  const { said, goesOn } = reports();
  goesOn(4_999, thisRun.label, 0);
  expect(said).toEqual([]);
  goesOn(5_000, thisRun.label, 0);
  goesOn(6_000, thisRun.label, 3 * betweenSigns);
  expect(said).toEqual([
    expect.stringMatching(
      new RegExp(
        `^waiting: process ${process.pid} of this machine is creating lists in the same account; this run waits until \\d\\d:\\d\\d:55 at most \\(waitBudgetSeconds\\)$`,
      ),
    ),
  ]);
  goesOn(7_000, thisRun.label, 3 * betweenSigns + 1);
  expect(said[1]).toMatch(
    /has the turn to create lists and is dead or stopped \(no heartbeat for 4 s\): its turn ends in 20 s, at \d\d:\d\d:20/,
  );
  clock.pass(60_000);
  goesOn(8_000, thisRun.label, 4 * betweenSigns);
  expect(said).toHaveLength(3);
});

test("a holder that has died on this machine is immediately reported as dead", () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const { said, goesOn } = reports();
  goesOn(5_000, thisRun.label.replace(/^\d+/, `${pid}`), 0);
  expect(said).toEqual([
    expect.stringMatching(
      new RegExp(`^waiting: process ${pid} of this machine died while it was creating lists: .* its turn ends in 20 s`),
    ),
  ]);
});

test.each([
  [1, false, "the limit of 3 requests per 12 s, which everything that uses this account shares; 1 request queued"],
  [
    4,
    true,
    "the limit of 3 requests per 12 s, which everything that uses this account shares: the service has just refused a request (429); 4 requests queued",
  ],
])("a wait for the request limit is reported with its end: %j, refused: %j", (...row) => {
  const [queued, blocked, reason] = row;
  const said: string[] = [];
  const limit = { requests: 3, windowMilliseconds: 12_000 };
  limitWaitReporter({ clock, say: (text) => void said.push(text) }, limit)(9_000, queued, blocked);
  const until = new Date(clock.wallTime() + 9_000).toTimeString().slice(0, 8);
  expect(said).toEqual([`waiting 9 s, until ${until}, for ${reason}`]);
});
