import { howToAcknowledge } from "../lifecycle/acknowledge";
import type { Irregular } from "../lifecycle/irregular";
import { Refusal } from "../lifecycle/refusal";
import { campaignsUsing } from "./campaignsInService";

/** The service can neither rename nor delete a list. */
export const listIrregular: Irregular = {
  atDiff({ run, about, acknowledged, id, olds, news, replacing, urn }) {
    if (!replacing) return;
    if (!acknowledged.has("rename")) {
      throw new Refusal(
        `${about}: the service has no operation that renames a list.`,
        "Rename it in the app, then run `pulumi refresh`: the state takes the new name.",
        `Or have a new, empty list under the new name (the contacts stay in this one): ${howToAcknowledge("rename")}.`,
      );
    }
    run.memory.noteRename(news, { id, name: String(olds.name) });
    run.warn(
      `${about}: a new, empty list takes its place; this one stays in the account with its contacts, and campaigns move to the new one.`,
      urn,
    );
  },

  async beforeCreate({ run, about, account, inputs }) {
    const old = run.memory.renameOf(inputs);
    if (old === undefined) return;
    const running = (await campaignsUsing(account, [old.id], `creating ${about}`)).filter((use) => use.active);
    if (running.length === 0) return;
    const ids = [...new Set(running.map((use) => use.campaignId))].join(", ");
    throw new Refusal(
      `Creating ${about} in place of list "${old.name}" (id ${old.id}): the active campaign ${ids} uses that list; nothing was sent.`,
      "Switch the campaign off in the app and run `pulumi refresh`, or rename the list in the app instead.",
    );
  },

  async remove({ run, about, urn }) {
    run.warn(
      `${about}: the service has no operation that deletes a list. It leaves the state; the list and its contacts stay in the account.`,
      urn,
    );
  },
};
