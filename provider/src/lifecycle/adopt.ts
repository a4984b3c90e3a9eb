import type { Answer, KnownCreation } from "../api/objects";
import { describe } from "./about";
import {
  type AdoptFacts,
  adopted,
  freeTargets,
  isTakenAsOff,
  knownTargets,
  mayRunOnceAdopted,
  runsInState,
  targetsTaken,
  wasLaunched,
} from "./adoptFacts";
import { adoptTable } from "./adoptTable";
import { conclude, type Observed, type Rule } from "./decision";
import { areOtherTargets, textsOf } from "./facts";
import { noteFoundOn } from "./foundOn";
import { nameIn, pausedIn, type ResourceKind, runningIn, targetsIn, type Values } from "./kind";
import { lostBefore, lostOf } from "./lost";
import { View } from "./observe";
import type { Created } from "./outputs";
import { noteFormer, passedOn } from "./passedOn";
import type { WithPolicy } from "./policy";
import { type Recorded, readRecord } from "./record";
import { recordFormers } from "./recordFormers";
import { settleInRecords } from "./settled";
import type { CreateSituation } from "./situation";

/** Adopts an existing object, by the id in the program or as the only twin. Nothing is written to it. */
export async function adopt(
  situation: WithPolicy<CreateSituation>,
  id: string,
  by: AdoptFacts["by"],
  finish: (answer: Answer, recorded: Partial<Recorded>) => Created,
): Promise<Created> {
  const { kind, run, account, inputs } = situation;
  try {
    const facts = await decideAdopt(situation, id, by);
    const { known, found: itself } = facts;
    const runs = mayRunOnceAdopted(facts);
    // An object with a recorded create does not come from a lost one.
    const mayBeIt = known === undefined || known.running === true || runsInState(facts);
    const isSaidOff = (isTakenAsOff(facts) && mayBeIt) || wasLaunched(facts);
    // A run has recorded that it ran and is off, which this service does not show.
    const isRecordedOff = itself?.status === "unreadable" && known?.ran === true && known.running === false;
    const taken = targetsTaken(facts);
    const declared = textsOf(targetsIn(kind, inputs));
    const others = taken === undefined ? [] : knownTargets(facts).all.filter((target) => !declared.includes(target));
    const free = taken === undefined ? [] : freeTargets(facts);
    if (runs) run.memory.note(kind, id, { startedOn: [...declared, ...others] });
    const { everActive, saidOff, ...passed } = await passedOn(situation, id, facts.recorded);
    noteFoundOn(run.memory, kind, id, passed);
    noteFormer(run.memory, kind, situation.urn, passed);
    const created = finish(adopted(facts), {
      takenOver: true,
      ...(runs || isSaidOff || known?.ran === true || everActive === true ? { everActive: true } : {}),
      ...(isSaidOff || ((saidOff === true || isRecordedOff) && !runs) ? { saidOff: true } : {}),
      ...(itself?.status === "unreadable" ? { unseen: true, ...pauseToSend(kind, inputs) } : {}),
      ...(taken === undefined ? {} : { concluded: [taken] }),
      ...(others.length === 0 ? {} : { mayUse: others }),
      ...(free.length === 0 ? {} : { unattached: free }),
      ...passed,
    });
    run.memory.note(kind, id, { isTwin: false, isTakenOver: true });
    await record(facts, created);
    return created;
  } catch (error) {
    // Its former resource may belong to another process, which must not delete the object in this run.
    await account.records.keep(kind.name, id).catch(() => {});
    throw error;
  }
}

/** It may run although the program declares the opposite: the next update sends that, as after one without an outcome. */
function pauseToSend(kind: ResourceKind, inputs: Values): Pick<Recorded, "unsettled" | "pauseUnsent"> {
  if (pausedIn(kind, inputs) !== true) return {};
  return { unsettled: { [String(kind.roles.paused)]: [false] }, pauseUnsent: true };
}

/** Collects the facts about the object and decides whether to adopt it. Prints warnings and throws refusals. */
export async function decideAdopt(
  situation: WithPolicy<CreateSituation>,
  id: string,
  by: AdoptFacts["by"],
  table: readonly Rule<AdoptFacts>[] = adoptTable(situation.kind),
): Promise<AdoptFacts & { readonly recorded: readonly KnownCreation[] }> {
  const { kind, account, inputs, declarer } = situation;
  await settleInRecords(situation);
  const all = await account.records.known(kind.name, nameIn(kind, inputs), "all");
  const known = all.find((each) => each.id === id);
  const sameName = all.filter((each) => each.sameName);
  const observed = observe(situation, {
    ...{ situation, id, by, lost: lostOf(sameName, declarer), ...(known === undefined ? {} : { known }) },
    actingUserId: (await account.actingUser()).id,
  });
  await conclude(table, observed, situation);
  return { ...observed.facts(), recorded: all };
}

function observe(situation: CreateSituation, first: Omit<AdoptFacts, "kinds">): Observed<AdoptFacts> {
  const { kind, run, account, inputs, declarer, about, urn } = situation;
  const { id, by } = first;
  const name = nameIn(kind, inputs);
  const view = new View({
    ...{ account, memory: run.memory, about: `checking the lists of ${about}`, name, declarer, which: "all" },
    // Read again, because another object may have been switched on.
    ...{ listing: { fresh: true }, targets: { fresh: true } },
  });
  const other = by === "twin" ? run.memory.claim("adopter", kind, id, urn ?? about) : undefined;
  let facts: AdoptFacts = { ...first, ...(other === undefined ? {} : { other }), kinds: view };
  return {
    facts: () => facts,
    async look(question) {
      if (question.ask === "all") return await view.see(question.kind);
      if (question.ask !== "itself") return await view.look(question);
      const found = await account.find(kind.name, id, `adopting ${describe(kind.noun, name, id)}`, { fresh: true });
      if (found.status === "unreadable") run.memory.unseen.add(kind.plural);
      facts = { ...facts, found };
    },
  };
}

/** Records that this stack now manages the object, and which lost create made it. */
async function record(
  facts: AdoptFacts & { readonly recorded: readonly KnownCreation[] },
  { id, outputs }: Created,
): Promise<void> {
  const { known } = facts;
  const { kind, about, account, inputs, declarer } = facts.situation;
  // An object with a recorded create does not come from a lost one, nor does an object with other names and targets.
  const declared = targetsIn(kind, outputs);
  // Nor does one that has not run come from a start.
  const isOff = runningIn(kind, outputs) === false && !wasLaunched(facts) && !isTakenAsOff(facts);
  const mayBeIt = ({ sameName, targets, running }: KnownCreation) =>
    sameName ||
    (!(isOff && running === true) &&
      targets !== undefined &&
      targets.length > 0 &&
      !areOtherTargets(targets, declared));
  const lost = lostBefore(kind, facts.recorded, declarer, inputs);
  if (known === undefined) await account.records.settle(onlyOne(lost.filter(mayBeIt)), { id });
  const its = readRecord(outputs, about);
  const notes = kind.notes?.(outputs, its);
  // Known targets are recorded even if the program does not declare them.
  const targets = notes?.targets && [...new Set([...notes.targets, ...knownTargets(facts).all])];
  const noted = { ...notes, ...(targets && { targets }), ...declarer, adopted: true };
  await account.records.remember(kind.name, id, nameIn(kind, inputs), noted);
  await recordFormers({ ...facts.situation, id, outputs, record: its });
}

/** Of several lost creates only one can have made it: the only one of its name. The others stay unsettled, and warn. */
function onlyOne(lost: readonly KnownCreation[]): readonly KnownCreation[] {
  if (lost.length < 2) return lost;
  const named = lost.filter(({ sameName }) => sameName);
  return named.length === 1 ? named : [];
}
