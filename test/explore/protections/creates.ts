import { again, extendedHidden, rivals, sameList } from "../scenarios";
import type { Protection } from "./protection";
import { limited, listed, listedEarlier, older, partial, slow } from "./scenarios";

/** What keeps creates apart, and finds out what came of each. */
export const creates: readonly Protection[] = [
  {
    name: "the turn to create",
    threat: "two runs list at the same moment, find nothing, and both create",
    cuts: [
      {
        file: "api/coordination/coordination.ts",
        text: "return await this.turns.inTurn(name, plural, inTurn);",
        without: "return await inTurn();",
      },
    ],
    invariant: "no shared list",
    scenario: rivals,
    faults: 0,
  },
  {
    name: "the confirmation of the turn right before a create",
    threat: "a machine sleeps between the listing and the create, and another one creates meanwhile",
    cuts: [
      {
        file: "api/coordination/turns.ts",
        text: "if (!isHeld || clock.now() - asked > lasts / 4) throw new TurnLost();",
        without: "",
      },
    ],
    invariant: "no second object",
    scenario: sameList,
    faults: 1,
  },
  {
    name: "the confirmation of the turn right before a running campaign gets a list",
    threat:
      "a machine sleeps between the check of the list and the change, and another one starts a campaign on it meanwhile",
    cuts: [
      {
        file: "api/account.ts",
        text: "inTurn ? confirm : undefined",
        without: "inTurn && body === undefined ? confirm : undefined",
      },
    ],
    invariant: "no shared list",
    scenario: extendedHidden,
    faults: 1,
  },
  {
    name: "the length of a turn",
    threat: "the turn of a dead process passes on while its create may still arrive",
    cuts: [
      {
        file: "api/coordination/coordination.ts",
        text: "lasts: 2 * settings.requestTimeoutSeconds * 1000,",
        without: "lasts: 0.5 * settings.requestTimeoutSeconds * 1000,",
      },
    ],
    invariant: "one creator",
    scenario: sameList,
    faults: 1,
  },
  {
    name: "the quiet time after a create without an answer, and the wait for creates without an outcome",
    threat: "the turn passes on while the create may still arrive",
    cuts: [
      {
        file: "api/coordination/turns.ts",
        text: "return Math.max(0, ...[...unsettled.values()].map((sentAt) => sentAt + lasts - clock.now()));",
        without: "return 0 * (unsettled.size + lasts + clock.now());",
      },
      {
        file: "api/coordination/coordination.ts",
        text: "await this.underWay.waitUntilSettled({ kind, owner, service: this.service }, plural);",
        without: "void [this.underWay, kind, owner, plural];",
      },
    ],
    invariant: "one creator",
    scenario: slow,
    faults: 1,
  },
  {
    name: "the quiet time before an absence counts",
    threat: "a create that is still on its way is taken to have had no effect, and is sent again",
    cuts: [
      {
        file: "lifecycle/settle.ts",
        text: "  if (age >= quiet) return await settled(result);\n",
        without: "  if (age >= 0 || quiet > 0) return await settled(result);\n",
      },
    ],
    invariant: "no second object",
    scenario: again,
    faults: 1,
  },
  {
    name: "the look after a loss",
    threat: "a create whose answer was lost is taken to have had no effect, and is sent again",
    cuts: [
      {
        file: "lifecycle/settle.ts",
        text: "return await settled(await look(sought, before));",
        without: "return await settled(result);",
      },
    ],
    invariant: "no second object",
    scenario: again,
    faults: 1,
  },
  {
    name: "the listing that is read again",
    threat: "a run creates what another one has created since it listed",
    cuts: [
      {
        file: "api/account.ts",
        text: "return isBehind ? await reader.listing(about, true) : known;",
        without: "return isBehind ? known : known;",
      },
    ],
    invariant: "no second object",
    scenario: listedEarlier,
    faults: 0,
  },
  {
    name: "the record before a create is sent",
    threat: "nobody knows of the object that a killed run has created",
    cuts: [
      {
        file: "api/coordination/coordination.ts",
        text: 'await this.shared((store) => store.record({ ...sent, service: this.service, outcome: "sent" }));',
        without: "",
      },
    ],
    invariant: "nothing unknown",
    scenario: listed,
    faults: 1,
  },
  {
    name: "a lost create is never sent again",
    threat: "the request has arrived, and the repeated one makes a second object",
    cuts: [
      {
        file: "api/retry.ts",
        text: 'if (happened.what === "lost") {\n    if (attempt.effect === "create") return { next: "settle" };',
        without: 'if (happened.what === "lost") {',
      },
    ],
    invariant: "no second object",
    scenario: listed,
    faults: 1,
  },
  {
    name: "the doubt about a refusal in a gateway's words",
    threat: "a gateway passes a create on and refuses it: the object exists, and the run says that it does not",
    cuts: [
      {
        file: "api/creates.ts",
        text: '((reply.isJson && reply.words?.field === "message") || reply.error.category === "redirect");',
        without: "(reply.isJson || reply.error !== undefined);",
      },
    ],
    invariant: "nothing unknown",
    scenario: listed,
    faults: 1,
  },
  {
    name: "the look before a create refused because of the limit is repeated",
    threat: "a gateway passes a create on and refuses it with 429: the repeated one makes a second object",
    cuts: [
      {
        file: "api/creates.ts",
        text: "return !mayBeIt && (listing.whole || inOwnWords);",
        without: "return !mayBeIt || listing.whole || inOwnWords;",
      },
    ],
    invariant: "no second object",
    scenario: limited,
    faults: 1,
  },
  {
    name: "an answer with an id that is known",
    threat: "a create is answered with an older object: it gets a second manager, and nobody knows of the new one",
    cuts: [
      {
        file: "api/creates.ts",
        text: "if (isKnown(id)) return { problem",
        without: "if (isKnown(id) && id === undefined) return { problem",
      },
      // The listing shows the older object under its own name.
      {
        file: "api/creates.ts",
        text: "if (sign === undefined) return { answer };",
        without: "if (sign === undefined || id !== undefined) return { answer };",
      },
    ],
    invariant: "one manager",
    scenario: older,
    faults: 1,
  },
  {
    name: "the whole-page rule",
    threat: "a listing that shows only a part is taken to prove that an object does not exist",
    cuts: [
      { file: "api/listing.ts", text: "if (isFollowed) whole = false;", without: "" },
      {
        file: "api/listing.ts",
        text: "if (!isNew || number === mostPages) {",
        without: "if (!isNew || number === mostPages) { break;",
      },
    ],
    invariant: "no second object",
    scenario: partial,
    faults: 1,
  },
  {
    name: "what other runs have created is not taken for the lost object",
    threat: "a run takes the object of another stack for its own lost one, and both manage it",
    cuts: [{ file: "lifecycle/settle.ts", text: " && !others.ids.has(id);", without: ";" }],
    invariant: "one manager",
    scenario: sameList,
    faults: 1,
  },
];
