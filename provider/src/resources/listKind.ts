import { defineKind, type FieldsOf, type ValuesOf } from "../kind/defineKind";
import { text } from "../kind/fields";
import { describe, ids } from "../lifecycle/about";
import { howToAcknowledge, howToConfirm } from "../lifecycle/acknowledge";
import type { Guards } from "../lifecycle/guards";
import { Refusal } from "../lifecycle/refusal";
import { inTurn, say } from "../lifecycle/wayOut";
import { commandLine, inApp, revert } from "../lifecycle/ways";
import { activeUses } from "./campaign/known";
import { noteReplacement, replacedBy } from "./inView";
import type { ListArgs } from "./list";

export const listFields = {
  name: text({
    ...{ source: "P", role: "name", changes: "rename", required: true },
    ...{ what: "the name of the list", most: 255 },
  }),
} satisfies FieldsOf<ListArgs>;

/** The service can neither rename nor delete a list. */
const guards: Guards<ValuesOf<ListArgs>> = {
  atDiff({ run, about, acknowledged, id, olds, news, record, replacing, urn }) {
    if (!replacing) return;
    if (!acknowledged.has("rename")) {
      throw new Refusal(
        `${about}: the service has no operation that renames a list.`,
        record.unseen === true
          ? say`${revert("Keep the old name in the program")}: this service does not show a name that was changed in the app.`
          : inTurn`${inApp("rename", [id], "Rename it in the app")}, then run ${commandLine("pulumi refresh")}: the state takes the new name.`,
        say`Or create a new, empty list under the new name (the contacts stay in this one): ${howToAcknowledge("rename")}.`,
      );
    }
    noteReplacement(run.memory, news, { id, name: String(olds.name) });
    run.warn(
      `${about}: a new, empty list replaces it; this one stays in the account with its contacts, and campaigns move to the new one.`,
      urn,
    );
  },

  async beforeCreate(situation) {
    const { run, about, account, inputs, acknowledged } = situation;
    const old = replacedBy(run.memory, inputs);
    if (old === undefined) return;
    const around = { account, memory: run.memory, about: `creating ${about}` };
    const { uses, campaigns: known } = await activeUses(around, [old.id]);
    const campaigns = uses
      .map(({ campaignId }) => campaignId)
      .filter((id) => known.shownActive.has(id) || !acknowledged.has(`inactive:${id}`));
    if (campaigns.length === 0) return;
    const switchOff = inApp("switchOff", campaigns, "Switch the campaign off in the app");
    throw new Refusal(
      `Creating ${about} to replace ${describe("list", old.name, old.id)}: an active campaign (${ids(campaigns)}) uses that list; nothing was sent.`,
      say`${switchOff}, or ${revert("keep the name of the list")}. If this service does not show that it is off: ${howToConfirm(situation, ...campaigns.map((id) => `inactive:${id}`))}.`,
    );
  },
};

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
    // The service changes these when a campaign uses the list. It also returns `user`, which may hold personal data:
    // that field is left out here, so that it is neither stored nor logged.
    campaignId: { source: "P", hidden: true },
    campaign: { source: "P", hidden: true },
    updatedAt: { source: "P", hidden: true },
    contactCount: { source: "P", hidden: true },
  },
  guards,
});
