import { rm } from "node:fs/promises";
import { environmentVariable, variableOf } from "../../host/environment";
import type { SettingName } from "../../host/settings";
import { approvalText, readApproval } from "../../review/approval";
import { type ReviewOptions, reviewOf } from "../../review/build";
import type { ContentRules } from "../../review/content/rules";
import { type Plan, stackKey } from "../../review/input/plan";
import type { Review } from "../../review/model";
import { longestComment, reviewMarkdown } from "../../review/output/markdown";
import { reviewText, type Style } from "../../review/output/text";
import { serviceOf } from "../../review/owner";
import type { LiveCounts, LiveNames } from "../../review/surroundings";
import type { CommandContext, ExitCode } from "../command";
import type { ReviewInput } from "../commands/review";
import { writeWhole } from "../files";
import { projectAround } from "../project";
import type { Terminal } from "../terminal/terminal";
import { wrapTo } from "../terminal/text";
import { countPeople, readNames } from "./live";
import { originFrom } from "./origin";
import type { PlanAccount } from "./people";
import { newDangers } from "./reviewed";
import { rulesFor } from "./rules";
import { readPlans } from "./sources";
import { withStepLines } from "./steps";

/** Makes a review and prints it. */
export async function runReview(input: ReviewInput, context: CommandContext): Promise<ExitCode> {
  const { terminal, json } = context;
  const project = await projectAround(process.cwd());
  const rules = await rulesFor(input.rules, project);
  const plans = await readPlans(input, terminal);
  const { live, names, leftOut, accounts } = input.live ? await readLive(plans, input, context) : withoutLive(plans);
  const foreign = plans.filter(
    (plan) => plan.project !== "" && project?.name !== undefined && plan.project !== project.name,
  );
  const options: ReviewOptions = {
    rules,
    live,
    names,
    origin: await originFrom(project?.folder ?? process.cwd()),
    environment: {
      adoptsTwins: isInEnvironment("adopt"),
      namesService: isInEnvironment("baseUrl"),
      actor: {
        service: serviceOf(fromEnvironment("baseUrl")),
        userId: fromEnvironment("impersonateUserId"),
        email: fromEnvironment("impersonateEmail"),
      },
    },
    leftOut: [...leftOut, ...foreign.map((plan) => otherProjectNote(plan, project?.name))],
  };
  const made = await withPeople(plans, options, accounts, project?.folder ?? process.cwd(), context);
  // The folder may contain a different program than the preview's: use its sources only for its own project.
  const isHere = foreign.length === 0 && project !== undefined;
  const review = isHere ? await withStepLines(made, project.folder) : made;
  const { inPrivate, inPublic } = forReaders(review, rules);
  await writeFiles({ inPrivate, inPublic }, input);
  const isTerminal = terminal.width !== undefined;
  if (json) terminal.printJson(inPublic);
  // More people read a pipeline's log than its page.
  else if (input.text || (isTerminal && !input.markdown))
    terminal.print(reviewText(isTerminal ? inPrivate : inPublic, terminalStyle(terminal)).trimEnd());
  // One character is reserved for the final line break.
  else terminal.print(reviewMarkdown(inPublic, longestComment - 1).trimEnd());
  const approval = input.approved === undefined ? undefined : readApproval(input.approved);
  const code = exitCode(review, approval?.fingerprint, terminal);
  if (code !== 0 || approval === undefined) return code;
  const added = await newDangers(review, approval.words, input.reviewed);
  if (added.length === 0) return 0;
  terminal.fail(
    `the plan is the approved one, and the service shows dangers that were not reviewed with it:\n${added.map(({ text }) => `  ${text}`).join("\n")}\nTake these people out in the app and try again, or review and approve the plan again, with --live.`,
  );
  return 3;
}

/** Adds to the review the people whom its campaigns reach, as read with `--live`. */
async function withPeople(
  plans: readonly Plan[],
  options: ReviewOptions,
  accounts: readonly PlanAccount[],
  folder: string,
  context: CommandContext,
): Promise<Review> {
  const review = reviewOf(plans, options);
  if (accounts.length === 0 || review.about !== "planned") return review;
  const { readReviewedPeople } = await import("./people");
  const { people, leftOut } = await readReviewedPeople(review, accounts, folder, context);
  if (people.size === 0 && leftOut.length === 0) return review;
  return reviewOf(plans, { ...options, people, leftOut: [...(options.leftOut ?? []), ...leftOut] });
}

const fromEnvironment = (name: SettingName) => environmentVariable(variableOf(name));
const isInEnvironment = (name: SettingName) => fromEnvironment(name) !== undefined;

function otherProjectNote({ project, stack }: Plan, here: string | undefined): string {
  return `Stack ${stack} is of the project ${project}, and this folder of ${here}: the demands on texts are those of ${here}.`;
}

async function writeFiles(
  { inPrivate, inPublic: review }: ForReaders,
  { html, full, fingerprint }: ReviewInput,
): Promise<void> {
  if (html !== undefined) {
    const { reviewPage } = await import("../../review/output/html");
    await writeWhole(html, reviewPage(inPrivate, { now: new Date() }));
  }
  if (full !== undefined) await writeWhole(full, reviewMarkdown(review));
  if (fingerprint === undefined) return;
  // Do not leave a file of an earlier review in place.
  const approval = approvalText(review);
  if (approval === undefined) await rm(fingerprint, { force: true });
  else await writeWhole(fingerprint, `${approval}\n`);
}

function exitCode(
  { verdict, fingerprint, about, findings }: Review,
  approved: string | undefined,
  terminal: Terminal,
): ExitCode {
  if (verdict === "failed") return 1;
  if (approved === undefined) return verdict === "needs-approval" ? 3 : 0;
  const unseen = findings.filter(({ uncovered }) => uncovered === true);
  if (fingerprint === approved && unseen.length === 0) return 0;
  if (fingerprint === approved) {
    terminal.fail(
      `these may not be the changes that were approved: ${unseen.length === 1 ? "a value" : `${unseen.length} values`} cannot be shown (secret, or known only after the update), so no fingerprint covers them. Make them plain: keep texts, targeting, lists, seats and members out of secrets.`,
    );
    return 3;
  }
  const now =
    fingerprint === undefined
      ? `a review of what was ${about} has no fingerprint`
      : `these have the fingerprint ${fingerprint}`;
  terminal.fail(`these are not the changes that were approved (${approved}): ${now}. Review and approve them again.`);
  return 3;
}

interface Live {
  readonly live?: ReadonlyMap<string, LiveCounts>;
  readonly names?: ReadonlyMap<string, LiveNames>;
  readonly accounts: readonly PlanAccount[];
  readonly leftOut: readonly string[];
}

function withoutLive(plans: readonly Plan[]): Live {
  const sends = plans.some(({ resources }) =>
    resources.some(({ kind, change }) => kind === "Campaign" && change !== "unchanged"),
  );
  return {
    accounts: [],
    leftOut: sends ? ["How many people are in the lists was not asked (--live asks the service)."] : [],
  };
}

async function readLive(
  plans: readonly Plan[],
  { stack }: ReviewInput,
  { terminal, openAccount }: CommandContext,
): Promise<Live> {
  const live = new Map<string, LiveCounts>();
  const names = new Map<string, LiveNames>();
  const leftOut: string[] = [];
  const accounts: PlanAccount[] = [];
  // Stacks may act for different members.
  const isOne = plans.length === 1;
  for (const plan of plans) {
    const from = isOne ? { stack, shown: plan.settings } : { stack: plan.stack };
    const account = await openAccount(from);
    accounts.push({ plan, account, from });
    const counted = await terminal.during("Counting people", () => countPeople(account, plan));
    live.set(stackKey(plan), counted.counts);
    const named = await terminal.during("Asking for names", () => readNames(account, plan));
    names.set(stackKey(plan), named);
    leftOut.push(...counted.leftOut, ...named.leftOut);
  }
  return { live, names, leftOut, accounts };
}

function terminalStyle({ colors, width }: Terminal): Style {
  const { bold, red, green, dim } = colors;
  return {
    hasColours: colors.isColorSupported,
    width: width ?? 100,
    ...{ bold, danger: red, good: green, added: green, removed: red, dim },
    wrap: (text, columns) => text.split("\n").flatMap((line) => wrapTo(line, columns)),
  };
}

/** A review with the names of people, and the same one without them. */
interface ForReaders {
  /** For a terminal, and for the page, whose author decides who gets it. */
  readonly inPrivate: Review;
  /** For comments, JSON documents and logs of pipelines. */
  readonly inPublic: Review;
}

/** The variants of a review for its readers, depending on the setting `namesOfPeople`. */
function forReaders(review: Review, { namesOfPeople }: Pick<ContentRules, "namesOfPeople">): ForReaders {
  const unnamed = { ...review, findings: review.findings.map(({ who: _, ...finding }) => finding) };
  return {
    inPrivate: namesOfPeople === "nowhere" ? unnamed : review,
    inPublic: namesOfPeople === "everywhere" ? review : unnamed,
  };
}
