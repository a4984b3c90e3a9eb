import { declarerOf, describe, nameOf, resourceName } from "./about";
import { howToConfirm } from "./acknowledge";
import {
  type AdoptFacts,
  freeTargets,
  hasHistory,
  isTakenAsOff,
  knownTargets,
  mayBeLaunched,
  mayRunOnceAdopted,
  runsInState,
  shownOf,
  wasLaunched,
} from "./adoptFacts";
import { differsByFile, doNotContactName } from "./companies";
import { type Outcome, type Rule, refused } from "./decision";
import { areOtherTargets, textsOf } from "./facts";
import { nameIn, pausedIn, runningIn, targetsIn } from "./kind";
import { otherOwnerOf } from "./otherOwner";
import { Refusal } from "./refusal";
import type { Situation } from "./situation";
import { differences, notCarried } from "./twins";
import { inTurn, say, way } from "./wayOut";
import { adoptOne, another, anotherName, command, declare, inApp, undeclare } from "./ways";

type Adopting = Iterable<Outcome<never>>;

/** Rows that check whether this resource may adopt it. Rows about objects that would run beside it follow. */
export const ofProgram: readonly Rule<AdoptFacts>[] = [{ name: "managed", decide: refuseManaged }];

/** Rows that compare it with the program and with the records of earlier runs. */
export const ofAdopted: readonly Rule<AdoptFacts>[] = [
  { name: "managed-beside", decide: refuseManagedBeside },
  { name: "replaced", decide: refuseReplaced },
  { name: "as-it-is", decide: takeAsItIs },
  { name: "undeclared", decide: refuseUndeclared },
  { name: "recorded-running", decide: refuseRecordedRunning },
  { name: "launched", decide: refuseLaunched },
  { name: "recorded-targets", decide: refuseKnownTargets },
  { name: "runs", decide: warnThatItRuns },
  { name: "other-stack", decide: warnAboutStack },
  { name: "more-targets", decide: warnAboutTargets },
];

/** The rows for adoptions, which write nothing to the object. */
export function adoptTable({
  policy,
}: {
  readonly policy: { readonly acceptRules?: readonly Rule<AdoptFacts>[] };
}): readonly Rule<AdoptFacts>[] {
  return [...ofProgram, ...(policy.acceptRules ?? []), ...ofAdopted];
}

function* refuseManaged({ situation: { kind, about }, id, other }: AdoptFacts): Adopting {
  if (other === undefined) return;
  yield refused(
    `Adopting ${about}: ${kind.noun} ${id} is already managed by ${resourceName(other)} of this program; an object can be managed only once.`,
    say`${way("Make the two differ", { do: "differ", from: nameOf(other) })}, or ${way("remove one of them", { do: "undeclareResource" })}.`,
  );
}

/** According to the records, another resource of this program manages it: with another provider, or not part of this run. */
function* refuseManagedBeside({ situation, id, known }: AdoptFacts): Adopting {
  const { kind, run, about, inputs, declarer } = situation;
  if (known?.resource === undefined || known.released === true || known.stack !== declarer.stack) return;
  const { beside = [] } = run.memory.hintsFor(kind, inputs);
  const manager = beside.find((urn) => declarerOf(urn).resource === known.resource);
  if (manager === undefined) return;
  // In this run, that resource already manages another object.
  const its = run.memory.comparedWith(kind, manager, inputs);
  if (its !== undefined && its.id !== id) return;
  yield refused(
    `Adopting ${about}: ${kind.noun} ${id} is already managed by ${resourceName(manager)} of this program (under another provider, or not a target of this run); an object can be managed only once. Nothing was written.`,
    say`${undeclare("adopt", "Remove adopt")}, or ${way(`remove ${resourceName(manager)} from the program and adopt in the same run`, { do: "undeclareResource", resource: nameOf(manager) })}.`,
  );
}

/** Refuses an object that this resource has replaced, if the service can delete it and does not show whether it has. */
function* refuseReplaced({ situation, id, found }: AdoptFacts): Adopting {
  const { kind, about, replaced } = situation;
  if (replaced?.[id] === undefined || kind.operations.delete === undefined) return;
  if (found === undefined) yield { look: { ask: "itself", kind, id } };
  if (found?.status !== "unreadable") return;
  yield refused(
    `Adopting ${about}: this resource has replaced ${kind.noun} ${id} before, which deleted it. Nothing was sent.`,
    say`${undeclare("adopt", "Remove adopt")}.`,
  );
}

/** Refuses differences. A twin may differ in whether it runs, because that can only be changed in the app. */
function* takeAsItIs(facts: AdoptFacts): Adopting {
  const { situation, id, by, found, actingUserId } = facts;
  const { kind, inputs, urn } = situation;
  const about = describe(kind.noun, nameIn(kind, inputs), id);
  if (found === undefined) return yield { look: { ask: "itself", kind, id } };
  if (found.status === "gone") {
    return yield refused(
      `Adopting ${about}: the acting user has no ${kind.noun} with this id.`,
      say`${another("adopt", "Correct the id")}, or ${undeclare("adopt", "remove adopt")} to create a new one.`,
    );
  }
  if (found.status === "unreadable") {
    if (pausedIn(kind, inputs) === true) {
      const property = String(kind.roles.paused);
      yield {
        warn: `${about}: this service does not show ${property}, so it may run: run \`pulumi up\` again, which sends ${property}: true.`,
        reach: "adopted",
      };
    }
    const anew = hasHistory(facts) ? anotherName : command("pulumi state delete", urn);
    return yield {
      warn: `${about}: adopted as the program declares it, because this service has no operation that reads a ${kind.noun}. If the id is wrong: ${anew}, correct it, and run \`pulumi up\`.`,
      reach: "adopted",
    };
  }
  const { answer } = found;
  const owner = otherOwnerOf(answer, { actingUserId });
  if (owner !== undefined) {
    yield refused(
      `Adopting ${about}: it belongs to user ${owner}, and this run acts as user ${actingUserId}.`,
      say`${way("Set outreach:impersonateUserId to its owner", { do: "set", setting: "user", value: owner })}, or ${another("adopt", "correct the id")}.`,
    );
  }
  const all = differences(kind, answer, inputs);
  const differing = by === "twin" ? all.filter((property) => property !== kind.roles.running) : all;
  const unseen = notCarried(kind, answer, inputs);
  const notCompared =
    unseen.length === 0 ? "" : ` Not compared, because the service does not return them: ${unseen.join(", ")}.`;
  const { companies = [] } = situation.run.memory.hintsFor(kind, inputs);
  const isByFile = (property: string) => differsByFile(kind, property, answer, inputs, companies);
  if (differing.length > 0 && differing.every(isByFile)) {
    yield refused(
      `Adopting ${about}: it is equal apart from the companies that ${doNotContactName} adds to ${differing.join(", ")}; nothing was written.`,
      say`Write ${adoptOne([id])} to take it over as it is: the next update adds them.`,
    );
  }
  if (differing.length > 0) {
    yield refused(
      `Adopting ${about}: it differs from the program in ${differing.join(", ")}; nothing was written.${notCompared}`,
      way(
        "Declare these properties with the values that the service holds (or remove those that need not be declared), adopt, and change them afterwards.",
        { do: "declareHeld", properties: differing, id },
      ),
    );
  }
  // After an interrupted create, the engine keeps a record of it until --clear-pending-creates.
  const killed =
    by === "twin"
      ? " If a run that was killed created it: `pulumi refresh --clear-pending-creates` clears the engine's record of that create."
      : "";
  yield { warn: `${about}: taken over as it is; nothing was written.${notCompared}${killed}`, reach: "adopted" };
  if (all.length === 0) return;
  yield {
    warn: `${about}: it is inactive, and the program declares ${kind.roles.running}: true. Switch it on in the app, then run \`pulumi up --refresh\`.`,
  };
}

function* refuseUndeclared({ situation: { kind, about, inputs }, id, found }: AdoptFacts): Adopting {
  const { running } = kind.roles;
  if (found?.status === "found" || running === undefined || runningIn(kind, inputs) !== undefined) return;
  yield { refuse: () => mustDeclare({ kind, about }, id, running) };
}

/** Refuses to adopt an object if neither the service nor the program shows whether it runs. */
export function mustDeclare({ kind, about }: Pick<Situation, "kind" | "about">, id: string, running: string): Refusal {
  return new Refusal(
    `Adopting ${about} (id ${id}): this service does not show whether it runs, and the program does not declare ${running}. Nothing was sent.`,
    say`Look in the app: declare ${declare(running, true)} if the ${kind.noun} runs, ${declare(running, false)} if it is off.`,
  );
}

/** Refuses if the program declares the object as off, and the records or the state show that it runs. */
function* refuseRecordedRunning(facts: AdoptFacts): Adopting {
  const { situation, id } = facts;
  const { kind, about, acknowledged } = situation;
  const property = String(kind.roles.running);
  if (!isTakenAsOff(facts) || acknowledged.has(`inactive:${id}`)) return;
  const by = facts.known?.running !== true && runsInState(facts) ? "the state shows" : "runs have recorded";
  yield refused(
    `Adopting ${about}: ${by} that id ${id} is active, and the program declares ${property}: false.`,
    say`${howToSayOff(facts)}${facts.found?.status === "found" ? say` Or ${undeclare(property, `leave ${property} out`)}.` : ""}`,
  );
}

/** Refuses if the program declares the object as off, and only its log shows that it has run: somebody launched it in the app. */
function* refuseLaunched(facts: AdoptFacts): Adopting {
  const { situation, id, kinds } = facts;
  const { kind, about, acknowledged } = situation;
  if (!mayBeLaunched(facts)) return;
  const logs = kinds.get(kind.name)?.logs;
  if (logs === undefined) return yield { look: { ask: "all", kind } };
  if (!logs.has(id)) return yield { look: { ask: "log", kind, id } };
  if (!wasLaunched(facts) || acknowledged.has(`inactive:${id}`)) return;
  const why = logs.get(id) === undefined ? "its log cannot be read" : "its log shows that it has run";
  yield refused(
    `Adopting ${about}: ${why}, this service does not show whether it is off, and the program declares ${kind.roles.running}: false.`,
    howToSayOff(facts),
  );
}

function howToSayOff({ situation, id }: AdoptFacts) {
  const running = String(situation.kind.roles.running);
  return say`Look in the app, ${inTurn`${inApp("switchOff", [id], "switch it off there if it runs")}, then confirm it: ${howToConfirm(situation, `inactive:${id}`)}`}. Or, if it is to go on: write ${declare(running, true)}.`;
}

/** Refuses if the object does not contain its targets, and the known ones are all different from the program's. */
function* refuseKnownTargets(facts: AdoptFacts): Adopting {
  const { situation, kinds } = facts;
  const { kind, about, inputs } = situation;
  const { targets } = kind.roles;
  if (targets === undefined || targetsIn(kind, shownOf(facts)) !== undefined) return;
  // The targets may name it.
  if (kind.looks !== undefined && kinds.get(kind.name) === undefined) return yield { look: { ask: "all", kind } };
  const [known, declared] = [knownTargets(facts), targetsIn(kind, inputs)];
  if (!areOtherTargets(known.all, declared)) return;
  yield refused(
    `Adopting ${about}: ${known.by} that id ${facts.id} uses ${targets.noun} ${known.all.join(", ")}, and the program declares only ${targets.noun} ${[declared].flat().join(", ")}; this service does not show whether that is right. Nothing was written.`,
    way(
      `If it is the right ${kind.noun}: add ${targets.noun} ${known.all.join(", ")} to ${targets.property} and adopt; if the service can change ${targets.property}, remove afterwards what is wrong.`,
      { do: "declareAlso", property: targets.property, values: known.all },
    ),
  );
}

function* warnThatItRuns(facts: AdoptFacts): Adopting {
  const { kind, about } = facts.situation;
  const { running, targets } = kind.roles;
  if (!mayRunOnceAdopted(facts)) return;
  const runs =
    facts.found?.status === "found"
      ? "it is running"
      : `this service does not show whether it runs, so it counts as running (declare ${running}: false if it is off)`;
  const isShown = targets === undefined || targetsIn(kind, shownOf(facts)) !== undefined;
  const taken = isShown ? "" : `; its ${targets.noun}s are taken from the program`;
  yield { warn: `${about} (id ${facts.id}): ${runs}${taken}.`, reach: "adopted" };
}

function* warnAboutStack({ situation: { kind, about, declarer }, id, known }: AdoptFacts): Adopting {
  if (known?.stack === undefined || declarer.stack === undefined || known.stack === declarer.stack) return;
  yield {
    warn: `${about}: another stack has created ${kind.noun} ${id}. Only one stack should manage it.`,
    reach: "adopted",
  };
}

function* warnAboutTargets(facts: AdoptFacts): Adopting {
  const { kind, about, inputs } = facts.situation;
  const { all, by } = knownTargets(facts);
  const declared = textsOf(targetsIn(kind, inputs));
  const others = all.filter((target) => !declared.includes(target));
  const free = freeTargets(facts);
  if (free.length > 0) {
    const { noun = "", property = "" } = kind.roles.targets ?? {};
    yield {
      warn: `${about}: ${noun} ${free.join(", ")} of the program does not name it, so it is probably not on it, and adopting attaches nothing. To attach it: remove it from ${property}, run \`pulumi up\`, add it again, and run \`pulumi up\`.`,
      reach: "adopted",
    };
  }
  if (others.length === 0 || kind.notes === undefined) return;
  yield {
    warn: `${about}: ${by} that it also uses ${kind.roles.targets?.noun} ${others.join(", ")}, which the program does not declare.`,
    reach: "adopted",
  };
}
