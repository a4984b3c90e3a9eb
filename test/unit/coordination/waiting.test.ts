import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { thisRun } from "../../../provider/src/api/coordination/processRun";
import { TurnWait } from "../../../provider/src/api/coordination/waiting";
import { FakeClock } from "../api/fakeClock";

const betweenSigns = 1_000;
const clock = new FakeClock();

/** What is reported while the process with this label has the turn. */
function reports() {
  const said: string[] = [];
  const parts = { clock, budgetMilliseconds: 60_000, say: (text: string) => void said.push(text) };
  const wait = new TurnWait(parts, betweenSigns, "lists");
  const goesOn = (waited: number, label: string, silentFor: number) =>
    wait.goesOn(waited, { leases: [], freeIn: 20_000, blockedFor: 0, holder: { label, silentFor } });
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
        `^waiting: process ${process.pid} of this machine is creating lists in the same account; this run waits until \\d\\d:\\d\\d:55 at most \\(waitBudgetSeconds\\)\\. After one Ctrl-C`,
      ),
    ),
  ]);
  goesOn(7_000, thisRun.label, 3 * betweenSigns + 1);
  expect(said[1]).toMatch(
    /has the turn to create lists and is dead or stopped \(no sign of life for 4 s\): its turn ends in 20 s, at \d\d:\d\d:20/,
  );
  clock.pass(60_000);
  goesOn(8_000, thisRun.label, 4 * betweenSigns);
  expect(said).toHaveLength(3);
});

test("a holder that has died on this machine is reported at once as dead", () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const { said, goesOn } = reports();
  goesOn(5_000, thisRun.label.replace(/^\d+/, `${pid}`), 0);
  expect(said).toEqual([
    expect.stringMatching(
      new RegExp(`^waiting: process ${pid} of this machine died while it was creating lists: .* its turn ends in 20 s`),
    ),
  ]);
});
