import { describe, expect, it } from "vitest";
import { demoAccounts } from "../../sandbox/src/index";
import { isLong } from "../support/long";
import { Lane, type LaneOptions, type Verdict } from "./lane";
import { type Actor, actorOf, drawSchedule, type Manner, manners } from "./schedule";

const seed = Number(process.env.OUTREACH_CHAOS_SEED ?? Date.now() % 1_000_000_000);
/** How many schedules are played by default: most for the usual manner of service, which users have. */
const counts: Readonly<Record<Manner, number>> = isLong
  ? { usual: 1000, hostile: 1000, specOnly: 1000 }
  : { usual: 10, hostile: 5, specOnly: 5 };
const asked = process.env.OUTREACH_CHAOS_SCHEDULES;
const played = manners.filter((manner) => (process.env.OUTREACH_CHAOS_MANNER ?? manner) === manner);
const laneCount = (count: number) => Math.min(count, Number(process.env.OUTREACH_CHAOS_LANES ?? 10));
const folder = process.env.OUTREACH_CHAOS_FOLDER;

const firstActors: readonly Actor[] = ["owner", "memberById", "memberByEmail"];

describe.each(played)("chaos, %s", (manner) => {
  const count = Number(asked ?? counts[manner]);
  it(`keeps ${count} programs intact under faults and kills (seeds from ${seed})`, { timeout: 7_200_000 }, async () => {
    const seeds = Array.from({ length: count }, (_, index) => seed + index);
    const verdicts: Verdict[] = [];
    const texts: string[] = [];
    // Another actor needs another process, so a lane that has one continues with it.
    const take = (actor: Actor) => {
      const own = seeds.findIndex((each) => actorOf(each) === actor);
      return seeds.splice(Math.max(0, own), 1)[0];
    };
    const work = async ({ actor, ...options }: LaneOptions & { readonly actor: Actor }) => {
      const lane = await Lane.open(options);
      try {
        for (let next = take(actor); next !== undefined; next = take(lane.actor)) {
          const verdict = await lane.play(drawSchedule(next, manner));
          verdicts.push(verdict);
          // A schedule that is played alone is always printed.
          if (verdict.wrong.length > 0 || count === 1) process.stdout.write(`${report(verdict)}\n`);
          else if (verdict.errors.length > 0) {
            process.stdout.write(`schedule ${next} ended in an error: ${verdict.errors.join(" | ")}\n`);
          }
        }
      } finally {
        texts.push(...(await lane.close()));
      }
    };
    // Most lanes have no limit, so that the time is spent on faults.
    const lanes = Array.from({ length: laneCount(count) }, (_, index) => ({
      folder,
      manner,
      limit: index % 6 === 5 ? 40 : undefined,
      actor: firstActors[index] ?? "owner",
    }));
    await Promise.all(lanes.map(work));

    const of = (fits: (verdict: Verdict) => boolean) => verdicts.filter(fits).length;
    const faults = verdicts.reduce((sum, { faultsPlayed }) => sum + faultsPlayed, 0);
    process.stdout.write(
      `${manner}: ${verdicts.length} schedules from seed ${seed}: ${faults} faults met, ${of(({ killed }) => killed)} with a kill, ` +
        `${of(({ errors }) => errors.length > 0)} ended in an error that names its object, ${of(({ wrong }) => wrong.length > 0)} went wrong\n`,
    );
    expect(verdicts.length).toBe(count);
    expect(verdicts.filter(({ wrong }) => wrong.length > 0).map(({ schedule }) => schedule.seed)).toEqual([]);
    const key = demoAccounts.owner.apiKeys[0] ?? "";
    expect(texts.length).toBeGreaterThan(count);
    expect(texts.filter((text) => text.includes(key))).toEqual([]);
  });
});

/** What is needed to understand a wrong schedule and to replay it. */
function report({ schedule, wrong, story }: Verdict): string {
  const { program } = schedule.phases[0] ?? { program: [] };
  return [
    `\nschedule ${schedule.seed} ${wrong.length > 0 ? "went wrong" : "was played"}; again: npm run chaos -- --manner ${schedule.manner} --seed ${schedule.seed} --schedules 1`,
    ...wrong.map((line) => `  wrong: ${line}`),
    "  first program:",
    ...program.map(
      ({ name, kind, args, dependsOn }) => `    ${kind} ${name} ${JSON.stringify(args)} ${dependsOn.join(" ")}`,
    ),
    ...story.map((line) => `  ${line}`),
  ].join("\n");
}
