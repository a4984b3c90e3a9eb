import { rivals, rivalsApart, sameList } from "../scenarios";
import type { Protection } from "./protection";
import { anew, attached, destroyed, listed, member, specOnly } from "./scenarios";

/** The guards of the life cycle and of the kinds. */
export const guards: readonly Protection[] = [
  {
    name: "the owner in the response",
    threat: "a gateway drops the acting user: the object belongs to another user, and the next run does not find it",
    cuts: [
      {
        file: "lifecycle/otherOwner.ts",
        text: "return named === actingUserId ? undefined : safeText(named, 80);",
        without: 'return named === actingUserId ? undefined : safeText(undefined ?? "", 0) || undefined;',
      },
    ],
    invariant: "no shared list",
    scenario: member,
    faults: 1,
  },
  {
    name: "the guard of twins",
    threat: "a run creates an object that already exists",
    cuts: [
      {
        file: "lifecycle/createTable.ts",
        text: "yield { refuse: () => twinRefusal(facts.situation, twins, running), keep: all };",
        without: "void [running, all];",
      },
    ],
    invariant: "no second object",
    scenario: sameList,
    faults: 0,
  },
  {
    name: "the guard of twins that only records show",
    threat: "a run creates an object that another one has created, on a service that lists nothing",
    cuts: [
      {
        file: "lifecycle/createTable.ts",
        text: "yield { refuse: () => recordedTwins(situation, twins, running), keep: all };",
        without: "void [running, all];",
      },
    ],
    invariant: "no second object",
    scenario: specOnly(sameList),
    faults: 0,
  },
  {
    name: "the guard of recorded objects",
    threat: "a run creates an object that a killed run of its stack has created",
    cuts: [
      {
        file: "lifecycle/createTable.ts",
        text: "yield { refuse: () => refusedHeld(situation, held, lost, twins, running), keep: all };",
        without: "void [running, all];",
      },
    ],
    invariant: "no second object",
    scenario: specOnly(listed),
    faults: 1,
  },
  {
    name: "the guard of recorded creates without an outcome",
    threat: "a run creates an object that a killed run of its stack may have created",
    cuts: [
      {
        file: "lifecycle/createTable.ts",
        text: "if (unsaid.length > 0) yield { refuse: () => refusedLost(situation, unsaid) };",
        without: "if (unsaid.length > 0) refusedLost(situation, unsaid);",
      },
    ],
    invariant: "no second object",
    scenario: specOnly(listed),
    faults: 1,
  },
  {
    name: "the guard of shared lists",
    threat: "two running campaigns write to the same people",
    cuts: [
      {
        file: "resources/campaign/startTable.ts",
        text: "yield { refuse: () => sharedLists(facts, unspoken, again) };",
        without: "sharedLists(facts, unspoken, again);",
      },
    ],
    invariant: "no shared list",
    scenario: rivals,
    faults: 0,
  },
  {
    name: "the guard of lists that a running campaign gets",
    threat: "a running campaign gets a list of another running campaign",
    cuts: [
      {
        file: "resources/campaign/sendTable.ts",
        text: "yield* decide({ situation: starting, campaigns, listIds, ownId: id });",
        without: "void starting;",
      },
    ],
    invariant: "no shared list",
    scenario: attached,
    faults: 0,
  },
  {
    name: "the guard of campaigns that have run",
    threat: "a campaign whose name has run on the list is declared again, and its people start again at step 1",
    cuts: [
      {
        file: "resources/campaign/startTable.ts",
        text: "if (again.length > 0) yield { refuse: () => startsAgain(situation, again, { isBeyond: those.length > mostLogs }) };",
        without: "if (again.length > 0) startsAgain(situation, again, { isBeyond: those.length > mostLogs });",
      },
    ],
    invariant: "no second start",
    scenario: anew,
    faults: 1,
  },
  {
    name: "the guard of deletes",
    threat: "a running campaign leaves the state",
    cuts: [
      {
        file: "resources/campaign/deleteTable.ts",
        text: "if (knownValue(runningNow(facts)) !== true) return;",
        without: "if (knownValue(runningNow(facts)) !== undefined) return;",
      },
    ],
    invariant: "nothing dropped",
    scenario: destroyed,
    faults: 0,
  },
  {
    name: "the listing right after a start without shared records",
    threat: "two machines start the same campaign, and no run reports it",
    cuts: [
      {
        file: "lifecycle/create.ts",
        text: "      if (watched) await assertNoTwinMeanwhile(situation, before, created);\n      else if",
        without: "      if",
      },
    ],
    invariant: "both are named",
    scenario: rivalsApart,
    faults: 0,
  },
];
