import type { Irregular } from "../lifecycle/irregular";
import { campaignsUsing } from "./campaignsInService";

/** Source agents are the one kind that the service deletes; they may be created paused against one's will. */
export const sourceAgentIrregular: Irregular = {
  atDiff({ run, about, changes, news, urn }) {
    if (changes.some((change) => change.property === "agentType")) {
      run.warn(`${about}: a change of agentType replaces it; its run logs are lost, its list and leads stay.`, urn);
    }
    if (changes.some((change) => change.property === "listId")) {
      const running = [...run.memory.campaigns.values()].filter(
        (campaign) => campaign.active && campaign.listIds.some((listId) => listId === news.listId),
      );
      for (const campaign of running) {
        run.warn(`${about}: its leads will reach the running campaign "${campaign.name}".`, urn);
      }
    }
  },

  async beforeCreate({ run, about, account, inputs, urn }) {
    const uses = await campaignsUsing(account, [String(inputs.listId)], `creating ${about}`);
    for (const use of uses.filter((each) => each.active)) {
      run.warn(`${about}: the people it finds enter campaign ${use.campaignId}, which is running.`, urn);
    }
  },

  afterCreate({ run, about, inputs, urn }, answer) {
    if (answer.paused !== true || inputs.paused === true) return {};
    run.warn(
      `${about}: created paused, since the account's active agent limit is reached. Pause or delete another agent, then set paused: false and run \`pulumi up --refresh\`.`,
      urn,
    );
    return { pausedByLimit: true };
  },

  async remove({ run, about, account, id, outputs, urn }) {
    const outcome = await account.remove(id, `deleting ${about}`);
    if (outcome === "deleted" && outputs.agentType === "website-visitor") {
      run.warn(`${about}: deleted, and its tracking script is switched off on the website.`, urn);
    }
  },
};
