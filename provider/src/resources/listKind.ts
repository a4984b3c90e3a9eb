import type { Input } from "@pulumi/pulumi";
import { defineKind, type FieldsOf, type ValuesOf } from "../kind/defineKind";
import { text } from "../kind/fields";
import { describe, ids } from "../lifecycle/about";
import { howToAcknowledge, howToConfirm } from "../lifecycle/acknowledge";
import type { ChangeFacts } from "../lifecycle/changeTable";
import type { CreateFacts } from "../lifecycle/createFacts";
import { type Outcome, refused } from "../lifecycle/decision";
import type { Policy } from "../lifecycle/policy";
import { Refusal } from "../lifecycle/refusal";
import { inTurn, say } from "../lifecycle/wayOut";
import { commandLine, inApp, revert } from "../lifecycle/ways";
import { campaignKind } from "./campaign/kind";
import { usesOf } from "./campaign/startFacts";
import { noteReplacement, replacedBy } from "./inView";
import type { ProgramArgs } from "./program";

/** The arguments of a list. Service specification: What the service does; Other endpoints referenced. */
export interface ListArgs extends ProgramArgs {
  /**
   * Required. 1 to 255 characters on one line. The service cannot rename a list: a change fails at preview, with both ways out
   * (rename it in the app and refresh, or `acknowledge: ["rename"]` for a new, empty list).
   * Source: the service's public description, `POST /v1/list`.
   */
  name: Input<string>;
}

export const listFields = {
  name: text({
    ...{ source: "P", role: "name", changes: "rename", required: true },
    ...{ what: "the name of the list", most: 255 },
  }),
} satisfies FieldsOf<ListArgs>;

type ListValues = ValuesOf<ListArgs>;

/** The service can neither rename nor delete a list. */
const policy: Policy<ListValues> = {
  changeRules: [{ name: "rename", decide: refuseRename }],

  createRules: [{ name: "list-in-use", decide: refuseReplacingUsed }],
};

function* refuseRename({ situation }: ChangeFacts<ListValues>): Iterable<Outcome<never>> {
  const { run, about, acknowledged, id, olds, news, record, replacing } = situation;
  if (!replacing) return;
  if (!acknowledged.has("rename")) {
    yield refused(
      `${about}: the service has no operation that renames a list.`,
      record.unseen === true
        ? say`${revert("Keep the old name in the program")}: this service does not show a name that was changed in the app.`
        : inTurn`${inApp("rename", [id], "Rename it in the app")}, then run ${commandLine("pulumi refresh")}: the state takes the new name.`,
      say`Or create a new, empty list under the new name (the contacts stay in this one): ${howToAcknowledge("rename")}.`,
    );
  }
  yield { note: () => noteReplacement(run.memory, news, { id, name: String(olds.name) }) };
  yield {
    warn: `${about}: a new, empty list replaces it; this one stays in the account with its contacts, and campaigns move to the new one.`,
  };
}

/** Refuses to replace a list that an active campaign uses. */
function* refuseReplacingUsed({ situation, kinds }: CreateFacts<ListValues>): Iterable<Outcome<never>> {
  const { run, about, inputs, acknowledged } = situation;
  const old = replacedBy(run.memory, inputs);
  if (old === undefined) return;
  const campaigns = kinds.get(campaignKind.name);
  if (campaigns === undefined) return yield { look: { ask: "all", kind: campaignKind } };
  const { uses } = yield* usesOf(campaigns, [old.id]);
  const isShown = (id: string) => campaigns.objects.get(id)?.isShownRunning === true;
  const which = uses
    .map(({ campaignId }) => campaignId)
    .filter((id) => isShown(id) || !acknowledged.has(`inactive:${id}`));
  if (which.length === 0) return;
  const untold = which.filter((id) => !isShown(id)).map((id) => `inactive:${id}`);
  const switchOff = inApp("switchOff", which, "Switch the campaign off in the app");
  yield {
    refuse: () =>
      new Refusal(
        `Creating ${about} to replace ${describe("list", old.name, old.id)}: an active campaign (${ids(which)}) uses that list; nothing was sent.`,
        say`${switchOff}, or ${revert("keep the name of the list")}.${untold.length === 0 ? "" : say` If this service does not show that it is off: ${howToConfirm(situation, ...untold)}.`}`,
      ),
  };
}

export const listKind = defineKind<ValuesOf<ListArgs>>({
  name: "List",
  noun: "list",
  path: "/v1/list",
  operations: { list: "P", read: "P", create: "S" },
  deletesFirst: false,
  remains: "the list and its contacts stay",
  fields: listFields,
  readOnly: {
    userId: { source: "P" },
    createdAt: { source: "P" },
    // The service changes these when a campaign uses the list. It also returns `user`, which may hold personal data: that
    // field is omitted here, so that it is neither stored nor logged.
    campaignId: { source: "P", hidden: true },
    campaign: { source: "P", hidden: true },
    updatedAt: { source: "P", hidden: true },
    contactCount: { source: "P", hidden: true },
  },
  policy,
});
