import type { Answer, KnownCreation } from "../api/objects";
import { declarerOf, nameOf, resourceName } from "./about";
import { howToConfirm } from "./acknowledge";
import { adopt } from "./adopt";
import { areOtherTargets } from "./besideOthers";
import { runningUnlessShown } from "./firstState";
import type { CreateSituation } from "./guards";
import { unlessRefused } from "./heldWarnings";
import { nameIn, runningIn, targetsIn } from "./kind";
import { lostOf, lostOfResource } from "./lost";
import { mustDeclare } from "./mustDeclare";
import type { Created } from "./outputs";
import { type Recorded, readRecord } from "./record";
import { Refusal } from "./refusal";
import { inTurn, say, way } from "./wayOut";
import { inApp, undeclare } from "./ways";

/** Adopts an object that exists, by the id in the program or as the only twin. Nothing is written to it. */
export async function takeOver(
  situation: CreateSituation,
  id: string,
  by: "id" | "twin",
  finish: (answer: Answer, recorded: Partial<Recorded>) => Created,
): Promise<Created> {
  try {
    return await unlessRefused(situation.run, (run) => adoptUnlessManaged({ ...situation, run }, id, by, finish));
  } catch (error) {
    // The resource that has managed it may belong to another process, which must not delete it in this run.
    await situation.account.records.keep(situation.kind.name, id).catch(() => {});
    throw error;
  }
}

async function adoptUnlessManaged(
  situation: CreateSituation,
  id: string,
  by: "id" | "twin",
  finish: (answer: Answer, recorded: Partial<Recorded>) => Created,
): Promise<Created> {
  const { kind, run, inputs } = situation;
  const { roles, guards } = kind;
  const declared = runningIn(kind, inputs);
  // An object that runs, or is to be switched on, must not share its targets with another running one.
  if (declared === true) await guards.beforeAccept?.(situation, id);
  const before = await recordedOf(situation, id);
  assertNotRecordedBeside(situation, id, before);
  const { answer: shown, unseen } = await adopt(situation, id, by);
  const isUntold = roles.running !== undefined && runningIn(kind, shown) === undefined;
  if (unseen && roles.running !== undefined && declared === undefined) throw mustDeclare(situation, id, roles.running);
  if (isUntold && declared === false) assertSaidOff(situation, id, before);
  if (targetsIn(kind, shown) === undefined) assertSameTargets(situation, id, before);
  const answer = runningUnlessShown(kind, shown, inputs);
  const recorded = {
    ...guards.afterAdopt?.(situation, answer, unseen),
    ...(unseen ? { unseen } : {}),
    ...(before.known?.ran === true ? { everActive: true } : {}),
  };
  // Adopting sends nothing, so a warning is enough: a person can look at it afterwards.
  if (declared === undefined && runningIn(kind, answer) === true) {
    await guards.beforeAccept?.(situation, id, { isOnlyTold: true });
  }
  const created = finish(answer, recorded);
  run.memory.note(kind, id, { isTwin: false, isTakenOver: true });
  await rememberAdopted(situation, created, before);
  return created;
}

/** What runs have recorded of one object under any name, and the lost creates under the name of the new one. */
async function recordedOf({ kind, account, inputs, declarer }: CreateSituation, id: string): Promise<RecordedBefore> {
  const all = await account.records.known(kind.name, nameIn(kind, inputs), "all");
  const ownNames = all.filter(({ sameName }) => sameName);
  return {
    known: all.find((each) => each.id === id),
    lost: lostOf(ownNames, declarer),
    ofResource: lostOfResource(kind, all, declarer, inputs),
  };
}

interface RecordedBefore {
  readonly known: KnownCreation | undefined;
  /** The lost creates of this stack under the name. */
  readonly lost: readonly KnownCreation[];
  /** The lost creates of this very resource. */
  readonly ofResource: readonly KnownCreation[];
}

/** Refuses if the program declares that it is off and runs have recorded that it runs, unless that is acknowledged. */
function assertSaidOff(situation: CreateSituation, id: string, { known, lost }: RecordedBefore): void {
  const { kind, about, acknowledged } = situation;
  const mayRun = [known, ...lost].some((each) => each?.running === true);
  if (!mayRun || acknowledged.has(`inactive:${id}`)) return;
  throw new Refusal(
    `Adopting ${about}: runs have recorded that id ${id} is active, and the program declares ${kind.roles.running}: false.`,
    say`Look in the app, ${inTurn`${inApp("switchOff", [id], "switch it off there if it runs")}, then confirm it: ${howToConfirm(situation, `inactive:${id}`)}`}. Or ${undeclare(String(kind.roles.running), `leave ${kind.roles.running} out`)}.`,
  );
}

/** Refuses if the service does not show its targets and the recorded ones have none in common with the program's. */
function assertSameTargets({ kind, about, inputs }: CreateSituation, id: string, before: RecordedBefore): void {
  const recorded = recordedTargets(before);
  const declared = targetsIn(kind, inputs);
  const { targets } = kind.roles;
  if (targets === undefined || !areOtherTargets(recorded, declared)) return;
  throw new Refusal(
    `Adopting ${about}: runs have recorded that id ${id} uses ${targets.noun} ${recorded.join(", ")}, and the program declares only ${targets.noun} ${[declared].flat().join(", ")}; this service does not show which is right. Nothing was written.`,
    way(
      `Add the recorded ${targets.noun} to ${targets.property} and adopt; if the service can change ${targets.property}, remove afterwards what is wrong.`,
      { do: "declareAlso", property: targets.property, values: recorded },
    ),
  );
}

/** Includes the targets of lost creates: the adopted object may be one of these. */
function recordedTargets({ known, lost }: RecordedBefore): string[] {
  return [...new Set([known, ...lost].flatMap((each) => each?.targets ?? []))];
}

/** Warns if another stack created it, and records that this stack manages it from now on. */
async function rememberAdopted(
  situation: CreateSituation,
  { id, outputs }: Created,
  before: RecordedBefore,
): Promise<void> {
  const { known, ofResource } = before;
  const { kind, run, about, account, inputs, urn, declarer } = situation;
  if (known?.stack !== undefined && declarer.stack !== undefined && known.stack !== declarer.stack) {
    run.warn(
      `${about}: another stack has created ${kind.noun} ${id}. Only one stack should manage it.`,
      urn,
      "adopted",
    );
  }
  // An object that runs have recorded as created is none of the lost ones, and neither is one of another name and targets.
  const adopted = targetsIn(kind, outputs);
  const mayBeIt = ({ sameName, targets }: KnownCreation) =>
    sameName || (targets !== undefined && targets.length > 0 && !areOtherTargets(targets, adopted));
  if (known === undefined) await account.records.settle(ofResource.filter(mayBeIt), { id });
  const notes = kind.guards.noted?.(outputs, readRecord(outputs, about));
  const others = recordedTargets(before).filter((target) => notes?.targets?.includes(target) !== true);
  if (others.length > 0 && notes !== undefined) {
    run.warn(
      `${about}: runs have recorded that it also uses ${kind.roles.targets?.noun} ${others.join(", ")}, which the program does not declare.`,
      urn,
      "adopted",
    );
  }
  // Recorded targets stay recorded even if the program does not declare them.
  const targets = notes?.targets && [...notes.targets, ...others];
  const noted = { ...notes, ...(targets && { targets }), ...declarer, adopted: true };
  await account.records.remember(kind.name, id, nameIn(kind, inputs), noted);
}

/** Refuses if runs have recorded that a resource which this program declares under another provider manages it. */
function assertNotRecordedBeside(
  { kind, run, about, inputs, declarer }: CreateSituation,
  id: string,
  { known }: RecordedBefore,
): void {
  if (known?.resource === undefined || known.released === true || known.stack !== declarer.stack) return;
  const { beside = [] } = run.memory.hintsFor(kind, inputs);
  const manager = beside.find((urn) => declarerOf(urn).resource === known.resource);
  if (manager === undefined) return;
  throw new Refusal(
    `Adopting ${about}: ${kind.noun} ${id} is already managed by ${resourceName(manager)} of this program, under another provider; an object can be managed only once. Nothing was written.`,
    say`${undeclare("adopt", "Remove adopt")}, or ${way(`remove ${resourceName(manager)} from the program and adopt in the same run`, { do: "undeclareResource", resource: nameOf(manager) })}.`,
  );
}

/** Refuses if another resource of the program manages or adopts the object. Notes the adopter for a later delete. */
export function assertNotManaged({ kind, run, about, urn }: CreateSituation, id: string): void {
  const other = run.memory.claim("adopter", kind, id, urn ?? about);
  if (other === undefined) return;
  throw new Refusal(
    `Adopting ${about}: ${kind.noun} ${id} is already managed by ${resourceName(other)} of this program; an object can be managed only once.`,
    say`${way("Make the two differ", { do: "differ", from: nameOf(other) })}, or ${way("remove one of them", { do: "undeclareResource" })}.`,
  );
}
