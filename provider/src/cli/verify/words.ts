import type { Times } from "../../follow/times";
import type { Verified } from "../../follow/verify/model";
import { counted } from "../../text/words";

/** The last line: what was compared and whether it deviates. It mentions incomplete data. */
export function verdictLine({ deviations, isComplete, promise, campaigns, since, members }: Verified, times: Times) {
  const what = `${counted(promise.campaigns, "declared campaign")} of the ${promise.from}, ${counted(campaigns.length, "campaign")} of ${counted(members.length, "member")}, since ${times.at(since)} ${times.name}`;
  const rest = isComplete ? "" : " Not everything could be read or judged: there may be more.";
  if (deviations.length > 0) return `${counted(deviations.length, "deviation")} (${what}).${rest}`;
  return isComplete
    ? `What campaigns did is what was promised (${what}).`
    : `Among what could be read, campaigns did what was promised (${what}).${rest}`;
}

export interface StepRow {
  readonly campaign: string;
  readonly step: string;
  readonly sent: string;
  readonly skipped: string;
  readonly answered: string;
  readonly why: string;
}

/** One row for each step that sent, skipped or was answered in the compared period. */
export function stepRows({ campaigns }: Verified): StepRow[] {
  return campaigns.flatMap(({ id, name, steps = [], skipped }) =>
    steps
      .filter(({ sent, skipped: left, answered }) => sent + left + answered > 0)
      .map((step) => ({
        campaign: name ?? id ?? "",
        step: `${step.number} ${step.type ?? ""}`.trimEnd(),
        sent: `${step.sent}`,
        skipped: skippedCell(skipped.find((each) => each.step === step.number)),
        answered: answeredCell(step),
        why: (skipped.find((each) => each.step === step.number)?.reasons ?? [])
          .map(({ reason, people }) => `${people} ${reason}`)
          .join(", "),
      })),
  );
}

type Campaign = Verified["campaigns"][number];

/** `3 of 40 (8 %, before 4 %)`: the share of the people who reached the step. */
function skippedCell(skipped: Campaign["skipped"][number] | undefined): string {
  if (skipped === undefined) return "0";
  const { people, of, before } = skipped;
  if (of === undefined) return `${people}`;
  const earlier = before === undefined || before.of === 0 ? "" : `, before ${percent(before.people, before.of)}`;
  return `${people} of ${of} (${percent(people, of)}${earlier})`;
}

/** `3 (before 4 %)`: answers come later than the step, so a share is only meaningful for the earlier period. */
function answeredCell({ answered, before }: NonNullable<Campaign["steps"]>[number]): string {
  return before.sent === 0 ? `${answered}` : `${answered} (before ${percent(before.answered, before.sent)})`;
}

function percent(number: number, of: number): string {
  return `${Math.round((100 * number) / of)} %`;
}

/** Answers by signal, in one line. */
export function repliesLine({ replies }: Verified): string {
  const { people, bySignal, signalNotRead } = replies;
  if (people === 0) return "No answer is in the logs that were read.";
  const parts = bySignal.map(({ signal, people: number }) => `${signal} ${number}`);
  if (signalNotRead > 0) parts.push(`not asked ${signalNotRead}`);
  return `${counted(people, "answer")}, by signal: ${parts.join(", ")}.`;
}
