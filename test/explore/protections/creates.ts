import { again, extendedHidden, rivals, sameList } from "../scenarios";
import type { Protection } from "./protection";
import { limited, listed, listedEarlier, older, partial, slow } from "./scenarios";

/** Protections that separate concurrent creates and find out how each has ended. */
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
    threat: "another process gets the turn of a dead one, whose create may still arrive",
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
    name: "the quiet time after a create without a response, and the wait for creates without an outcome",
    threat: "another process gets the turn while the create may still arrive",
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
    name: "the quiet time before an object counts as missing",
    threat: "a create that is still on its way is assumed to have had no effect, and is sent again",
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
    name: "the lookup after a lost response",
    threat: "a create whose response was lost is assumed to have had no effect, and is sent again",
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
    name: "the repeated listing",
    threat: "a run creates an object that another one has created since the listing",
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
    threat: "the object that a killed run has created is recorded nowhere",
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
    threat: "the request has arrived, and the repeated request makes a second object",
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
    name: "the doubt about a refusal that a gateway wrote",
    threat: "a gateway forwards a create and refuses it: the object exists, and the run reports that it does not",
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
    name: "the lookup before a create refused because of the limit is repeated",
    threat: "a gateway forwards a create and refuses it with 429: the repeated create makes a second object",
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
    name: "the refusal of a response with a known id",
    threat: "a create's response has an older object: this gets a second manager, and the new one is recorded nowhere",
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
    threat: "an incomplete listing is taken as proof that an object does not exist",
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
    name: "objects of other runs are not mistaken for the lost object",
    threat: "a run mistakes another stack's object for its own lost one, and both manage it",
    cuts: [{ file: "lifecycle/settle.ts", text: " && !others.ids.has(id);", without: ";" }],
    invariant: "one manager",
    scenario: sameList,
    faults: 1,
  },
];
