import type { MemberSeat } from "../../follow/people/gather";
import { parseSince, Times } from "../../follow/times";
import type { Verified } from "../../follow/verify/model";
import { verify } from "../../follow/verify/verify";
import { userName } from "../../reads/personName";
import { type CommandContext, type ExitCode, UsageError } from "../command";
import { openSeats, type Seats } from "../people/seats";
import type { VerifyInput } from "./input";
import { readPromise } from "./promise";

/** Runs `pulumi-outreach verify`. */
export async function runVerify(input: VerifyInput, context: CommandContext): Promise<ExitCode> {
  const { terminal, json, clock, timeZone } = context;
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
  for (const warning of warnings) terminal.warn(warning);
  if (json) terminal.printJson(verified);
  else if (input.markdown) {
    const { verifiedMarkdown } = await import("./markdown");
    terminal.print(verifiedMarkdown(verified, new Times(() => now, timeZone)));
  } else {
    const { showVerified } = await import("./show");
    showVerified(verified, new Times(() => now, timeZone), terminal);
  }
  if (verified.deviations.length > 0) return 3;
  return verified.members.every(({ isComplete }) => isComplete) ? 0 : 1;
}

/** The member whom the settings or `--as` name, or all. */
async function seatsOf({ allMembers, stack, as }: VerifyInput, context: CommandContext): Promise<Seats> {
  if (allMembers) return await openSeats({ stack }, context);
  const account = await context.openAccount({ stack, as });
  const { id, email, ...user } = await account.profile();
  const seat: MemberSeat = { member: id, account, name: userName(user), email };
  return { seats: [seat], leftOut: [], areAll: true };
}
