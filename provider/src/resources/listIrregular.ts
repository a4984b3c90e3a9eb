import { describe, ids } from "../lifecycle/about";
import { howToAcknowledge } from "../lifecycle/acknowledge";
import type { Irregular } from "../lifecycle/irregular";
import { Refusal } from "../lifecycle/refusal";
import { activeUses } from "./campaignsInService";

/** The service can neither rename nor delete a list. */
export const listIrregular: Irregular = {
  atDiff({ run, about, acknowledged, id, olds, news, record, replacing, urn }) {
    if (!replacing) return;
    if (!acknowledged.has("rename")) {
      throw new Refusal(
        `${about}: the service has no operation that renames a list.`,
        record.unseen === true
          ? "Keep the old name in the program: this service does not show a new one that it was given in the app."
          : "Rename it in the app, then run `pulumi refresh`: the state takes the new name.",
        `Or have a new, empty list under the new name (the contacts stay in this one): ${howToAcknowledge("rename")}.`,
      );
    }
    run.memory.noteRename(news, { id, name: String(olds.name) });
    run.warn(
      `${about}: a new, empty list takes its place; this one stays in the account with its contacts, and campaigns move to the new one.`,
      urn,
    );
  },

  async beforeCreate({ run, about, account, inputs, acknowledged }) {
    const old = run.memory.renameOf(inputs);
    if (old === undefined) return;
    const around = { account, memory: run.memory, about: `creating ${about}` };
    const { uses, campaigns: known } = await activeUses(around, [old.id]);
    const campaigns = uses
      .map(({ campaignId }) => campaignId)
      .filter((id) => known.shownActive.has(id) || !acknowledged.has(`inactive:${id}`));
    if (campaigns.length === 0) return;
    throw new Refusal(
      `Creating ${about} in place of ${describe("list", old.name, old.id)}: an active campaign (${ids(campaigns)}) works on that list; nothing was sent.`,
      `Switch the campaign off in the app, or keep the name of the list. Where this service does not show that it is off: ${howToAcknowledge(...campaigns.map((id) => `inactive:${id}`))}.`,
    );
  },

  async remove({ run, about, urn }) {
    run.warn(
      `${about}: the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.`,
      urn,
    );
  },
};
