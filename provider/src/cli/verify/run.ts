import type { MemberSeat } from "../../follow/people/gather";
import { parseSince, Times } from "../../follow/times";
import type { Verified } from "../../follow/verify/model";
import { verify } from "../../follow/verify/verify";
import { userName } from "../../reads/personName";
import { type CommandContext, type Report, UsageError } from "../command";
import type { VerifyInput } from "../commands/verify";
import { openSeats, type Seats } from "../people/seats";
import type { Cell } from "../terminal/table";
import type { Terminal } from "../terminal/terminal";
import { verifiedMarkdown } from "./markdown";
import { readPromise } from "./promise";
import { repliesLine, stepRows, verdictOf } from "./words";

/** Runs `pulumi-outreach verify`. */
export async function runVerify(input: VerifyInput, context: CommandContext): Promise<Report> {
  const { terminal, clock, timeZone } = context;
  const now = clock.wallTime();
  const since = parseSince(input.since, now);
  if (since === undefined || since.getTime() > now) {
    throw new UsageError("--since <time> takes a time that is over: 12h, 3d, 1w, or a date such as 2027-03-01");
  }
  const promised = await terminal.during("Reading what is promised", () => readPromise(input.plan, input.stack));
  const { seats, leftOut } = await seatsOf(input, context);
  const read = await terminal.during("Reading the logs", (progress) =>
    verify(seats, promised, { since: since.getTime(), now, timeZone }, progress),
  );
  const warnings = [...leftOut, ...read.warnings];
  const verified: Verified = { ...read, warnings, isComplete: read.isComplete && leftOut.length === 0 };
  const times = new Times(() => now, timeZone);
  return {
    document: verified,
    warnings,
    show: () =>
      input.markdown ? terminal.print(verifiedMarkdown(verified, times)) : showVerified(verified, times, terminal),
    code: verified.deviations.length > 0 ? 3 : verified.members.every(({ isComplete }) => isComplete) ? 0 : 1,
  };
}

/** The member whom the settings or `--as` name, or all. */
async function seatsOf({ allMembers, stack, as }: VerifyInput, context: CommandContext): Promise<Seats> {
  if (allMembers) return await openSeats({ stack }, context);
  const account = await context.openAccount({ stack, as });
  const { id, email, ...user } = await account.profile();
  const seat: MemberSeat = { member: id, account, name: userName(user), email };
  return { seats: [seat], leftOut: [], areAll: true };
}

/** Prints for people what was found. */
function showVerified(verified: Verified, times: Times, terminal: Terminal): void {
  const { bold, red, dim } = terminal.colors;
  const { deviations } = verified;
  if (deviations.length > 0) {
    terminal.print(bold("Other than promised"));
    terminal.printTable(
      [{ overflow: "keep" }, { overflow: "wrap", longest: 800 }],
      deviations.flatMap(({ about, text, todo }): Cell[][] => [
        [{ text: "✗", style: red }, `${about}: ${text}`],
        ["", { text: `→ ${todo}`, style: dim }],
      ]),
    );
    terminal.print();
  }
  const rows = stepRows(verified);
  if (rows.length > 0) {
    terminal.printTable(
      [
        { title: "CAMPAIGN" },
        { title: "STEP", overflow: "keep" },
        { title: "SENT", align: "right", overflow: "keep" },
        { title: "SKIPPED", overflow: "keep" },
        { title: "ANSWERED", overflow: "keep" },
        { title: "WHY SKIPPED", overflow: "wrap" },
      ],
      rows.map(({ campaign, step, sent, skipped, answered, why }) => [campaign, step, sent, skipped, answered, why]),
    );
    terminal.print();
  }
  terminal.print(repliesLine(verified));
  terminal.print(verdictOf(verified, times));
}
