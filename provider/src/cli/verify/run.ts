import { isRecord } from "../../api/json";
import { readableId } from "../../api/servedId";
import type { MemberSeat } from "../../follow/people/gather";
import { parseSince, Times } from "../../follow/times";
import type { Verified } from "../../follow/verify/model";
import type { DeclaredCampaign, DeclaredStep, Promised } from "../../follow/verify/promise";
import { verify } from "../../follow/verify/verify";
import { Refusal } from "../../lifecycle/refusal";
import { userName } from "../../reads/personName";
import type { Plan, PlannedResource } from "../../review/input/plan";
import { readPlan, readStates } from "../../review/input/read";
import { isPlain } from "../../review/input/values";
import { type CommandContext, type Report, UsageError } from "../command";
import type { VerifyInput } from "../commands/verify";
import { openSeats, type Seats } from "../people/seats";
import { fileInput } from "../review/sources";
import { exportedState, ownerIn } from "../stackState";
import type { Cell } from "../terminal/table";
import type { Terminal } from "../terminal/terminal";
import { verifiedMarkdown } from "./markdown";
import { repliesLine, stepRows, verdictLine } from "./words";

/** Runs `pulumi-outreach verify`. */
export async function runVerify(input: VerifyInput, context: CommandContext): Promise<Report> {
  const { terminal, clock, timeZone } = context;
  const now = clock.wallTime();
  const since = parseSince(input.since, now);
  if (since === undefined || since.getTime() > now) {
    throw new UsageError("--since <time> takes a time that is over: 12h, 3d, 1w, or a date such as 2027-03-01");
  }
  const promised = await terminal.during("Reading what is promised", () => readPromise(input.plan, input.stack));
  const { seats, leftOut } = await openWantedSeats(input, context);
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

/** Opens the member whom the settings or `--as` name, or all members. */
async function openWantedSeats({ allMembers, stack, as }: VerifyInput, context: CommandContext): Promise<Seats> {
  if (allMembers) return await openSeats({ stack }, context);
  const account = await context.openAccount({ stack, as });
  const { id, email, ...user } = await account.profile();
  const seat: MemberSeat = { member: id, account, name: userName(user), email };
  return { seats: [seat], leftOut: [], areAll: true };
}

/** An alternative to a stack's state, as the end of a sentence. */
const instead = "or name the output of `pulumi preview --json --show-sames` with --plan FILE";

/** Reads the promised campaigns from a plan's file or from a stack's state. Throws a Refusal if that fails. */
async function readPromise(plan: string | undefined, stack: string | undefined): Promise<Promised> {
  if (plan !== undefined)
    return { from: "plan", campaigns: declaredCampaigns(completePlan(readPlan(await fileInput(plan)), plan)) };
  const state = { source: "the state of the stack", text: await exportedState(stack, instead) };
  // Comparing a state with itself makes a plan in which no resource changes.
  return { from: "state", campaigns: declaredCampaigns(readStates(state, state)) };
}

function completePlan(plan: Plan, file: string): Plan {
  const problem = plan.isStopped
    ? "the preview stopped at an error"
    : plan.areUnchangedShown
      ? undefined
      : "it leaves out what does not change";
  if (problem === undefined) return plan;
  throw new Refusal(
    `could not take ${file} as the promise: ${problem}, so that campaigns are missing in it.`,
    "Make it with `pulumi preview --json --show-sames`.",
  );
}

/** The campaigns that exist after the plan. */
function declaredCampaigns({ resources }: Plan): DeclaredCampaign[] {
  return resources
    .filter(({ kind, change }) => kind === "Campaign" && change !== "deleted")
    .map((resource) => declaredCampaign(resource));
}

function declaredCampaign(planned: PlannedResource): DeclaredCampaign {
  const { resource, id, change, after = {}, afterOutputs, beforeOutputs } = planned;
  const { name, active } = after;
  return {
    resource,
    // A replacement gets a new id.
    id: change === "replaced" || change === "created" ? undefined : id,
    name: typeof name === "string" && isPlain(name) ? name : undefined,
    active: typeof active === "boolean" ? active : undefined,
    steps: declaredSteps(after.steps),
    linkedinSeatId: readableId(after.linkedinSeatId),
    emailSeatIds: readableIds(after.emailSeatIds),
    listIds: readableIds(after.listIds),
    owner: ownerIn(afterOutputs ?? beforeOutputs ?? {}),
  };
}

function declaredSteps(steps: unknown): readonly DeclaredStep[] | undefined {
  if (!Array.isArray(steps)) return undefined;
  const read = steps.map((step: unknown): DeclaredStep | undefined => {
    if (!isRecord(step) || typeof step.type !== "string" || !isPlain(step.type)) return undefined;
    const { type, delayAfterLastStep: delay } = step;
    return { type, delayAfterLastStep: typeof delay === "number" ? delay : undefined };
  });
  return read.every((step) => step !== undefined) ? read : undefined;
}

function readableIds(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const ids = value.map(readableId);
  return ids.every((id) => id !== undefined) ? ids : undefined;
}

/** Prints the result for people. */
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
  terminal.print(verdictLine(verified, times));
}
