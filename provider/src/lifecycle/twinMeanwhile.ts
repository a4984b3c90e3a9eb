import type { Answer, Listing } from "../api/objects";
import { causeOf, describe, ids } from "./about";
import { conclude, type Observed } from "./decision";
import { nameIn, type ResourceKind, type Values } from "./kind";
import { Slot } from "./memory";
import type { Created } from "./outputs";
import type { Meanwhile, MeanwhileFacts, WithPolicy } from "./policy";
import { readRecord, writtenRecord } from "./record";
import { PartialFailure } from "./refusal";
import type { Run } from "./run";
import type { CreateSituation } from "./situation";
import { isTwin } from "./twins";
import { type Advice, inTurn } from "./wayOut";
import { adoptOne, commandLine, inApp } from "./ways";

/**
 * Two machines without a shared database may create the same object at the same time: each lists, sees none, and
 * sends. For objects that contact people, list once more right after the create, so that one of the two sees both.
 */
export async function assertNoTwinMeanwhile(
  situation: WithPolicy<CreateSituation>,
  before: Listing | undefined,
  created: Created,
): Promise<void> {
  const { kind, run, account, about, inputs, acknowledged, urn } = situation;
  if (before === undefined) return;
  const after = await account
    .listing(kind.name, `looking for twins of ${about}`, { fresh: true })
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  if (after === undefined || after instanceof Error) {
    const why = after === undefined ? `the service does not list ${kind.plural}` : causeOf(after);
    run.warn(
      `${about}: created (id ${created.id}), but it could not be checked whether another machine created the same one at the same time (${why}). Look in the app.`,
      urn,
      "starts-sending",
    );
    return;
  }
  const known = idsOf(before).add(created.id);
  const others = strangers(after, known);
  const twins = twinsAmong(kind, inputs, others).filter((id) => !acknowledged.has(`twin:${id}`));
  if (twins.length > 0 && isContradicted(after, created.id)) {
    const record = { ...readRecord(created.outputs, about), unasked: true };
    const [what, todo] = contradiction(created.id, twins);
    throw new PartialFailure(
      created.id,
      { ...created.outputs, recorded: writtenRecord(record) },
      `Creating ${about}: ${what}`,
      todo,
    );
  }
  const meanwhile =
    twins.length > 0
      ? { problem: `another run created the same one at the same time: ${ids(twins)}`, ids: twins }
      : await decideMeanwhile(situation, others);
  if (meanwhile === undefined) return;
  // Later runs fail until one of them is off or the program accepts that both run.
  const record = { ...readRecord(created.outputs, about), unasked: true };
  throw new PartialFailure(
    created.id,
    { ...created.outputs, recorded: writtenRecord(record) },
    `Creating ${about}: it was created and is active (id ${created.id}), and ${meanwhile.problem}.`,
    inTurn`${inApp("switchOff", [created.id, ...meanwhile.ids], "Switch one of them off in the app now")}, otherwise the same people are written to twice; then run ${commandLine("pulumi up --refresh")}.`,
    "A shared database keeps runs on several machines apart: outreach:coordination.",
  );
}

/** Decides whether other machines' new objects affect this one, apart from being equal to it. */
export async function decideMeanwhile(
  situation: WithPolicy<CreateSituation>,
  others: readonly Answer[],
): Promise<Meanwhile | undefined> {
  const table = situation.kind.policy.meanwhileRules ?? [];
  return (await conclude(table, observe(situation, others), situation)).act;
}

function observe(situation: CreateSituation, others: readonly Answer[]): Observed<MeanwhileFacts> {
  const { kind, account, about } = situation;
  let facts: MeanwhileFacts = { situation, others };
  return {
    facts: () => facts,
    async look() {
      const its = kind.looks?.targetsShow.kind;
      const attempt = `checking the lists of ${about}`;
      // After a failed listing, the targets are simply unknown.
      const listing = its && (await account.listing(its, attempt, { fresh: true }).catch(() => undefined));
      facts = { ...facts, targets: listing || "unread" };
    },
  };
}

/** This run's new objects of a kind that other machines do not know, because there is no shared database. */
interface MadeAlone {
  /** Ids that existed when the first object was created. */
  readonly before: ReadonlySet<string>;
  readonly made: Map<string, { readonly inputs: Values; readonly urn?: string }>;
}

const madeAlone = new Slot(() => new Map<ResourceKind, MadeAlone>());

/** Notes an object that contacts nobody, to look for its twins at the end of the run. */
export function noteForLater(
  { kind, run, inputs, urn }: CreateSituation,
  before: Listing | undefined,
  id: string,
): void {
  if (before === undefined) return;
  const all = madeAlone.of(run.memory);
  const ofKind = all.get(kind) ?? { before: idsOf(before), made: new Map() };
  all.set(kind, ofKind);
  ofKind.made.set(id, { inputs, urn });
}

/** Warns at the end of a run, but only if the request limit allows a request at once, so that nothing waits for it. */
export async function warnAboutTwinsMeanwhile(run: Run): Promise<void> {
  for (const [kind, { before, made }] of madeAlone.of(run.memory)) {
    const after = await run
      .account()
      .listing(kind.name, "looking for twins of what was created", { fresh: true, onlyIfFree: true })
      .catch(() => undefined);
    if (after === undefined) continue;
    const unknown = strangers(after, new Set([...before, ...made.keys()]));
    for (const [id, { inputs, urn }] of made) {
      const twins = twinsAmong(kind, inputs, unknown);
      if (twins.length === 0) continue;
      if (isContradicted(after, id)) {
        run.warn(`${describe(kind.noun, nameIn(kind, inputs), id)}: ${contradiction(id, twins).join(" ")}`, urn);
        continue;
      }
      run.warn(
        `${describe(kind.noun, nameIn(kind, inputs), id)}: another run created the same one at the same time: ${ids(twins)}. Keep one; outreach:coordination keeps runs on several machines apart.`,
        urn,
      );
    }
  }
}

/** True if a complete listing does not contain the object from the create's response. */
function isContradicted({ whole, answers }: Listing, id: string): boolean {
  return whole && !answers.some((answer) => answer.id === id);
}

function contradiction(id: string, twins: readonly string[]): readonly [string, Advice] {
  return [
    `the service answered its creation with id ${id}, and now lists an equal one that is new (${ids(twins)}) and not id ${id}.`,
    inTurn`Look in the app which one exists. If it is ${ids(twins)}: ${commandLine("pulumi state delete")} removes id ${id} from the state, then ${adoptOne(twins.slice(0, 1))}.`,
  ];
}

function idsOf({ answers, missing }: Listing): Set<string> {
  return new Set([...answers.map(({ id }) => id), ...missing]);
}

function strangers({ answers }: Listing, known: ReadonlySet<string>): Answer[] {
  return answers.filter(({ id }) => !known.has(id));
}

function twinsAmong(kind: ResourceKind, inputs: Values, answers: readonly Answer[]): string[] {
  return answers.filter((answer) => isTwin(kind, answer, inputs)).map(({ id }) => id);
}
