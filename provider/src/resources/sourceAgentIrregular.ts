import { ServiceError } from "../api/errors";
import { ids, quoted } from "../lifecycle/about";
import type { Change } from "../lifecycle/definition";
import type { CreateSituation, DeleteSituation, Irregular, UpdateSituation } from "../lifecycle/irregular";
import { anotherObject, assertSameObject, sameCreation } from "../lifecycle/sameObject";
import { differences } from "../lifecycle/twins";
import { activeUses } from "./campaignsInService";
import { noteAgent } from "./reach";
import { sourceAgentDefinition } from "./sourceAgentDefinition";

/** Source agents are the one kind that the service deletes; they may be paused against one's will. */
export const sourceAgentIrregular: Irregular = {
  atPlan({ run, about, urn, inputs }) {
    if (inputs.paused !== true) noteAgent(run, about, urn, inputs);
  },

  atDiff({ run, about, changes, news, urn }) {
    if (changes.some(({ property }) => property === "agentType")) {
      run.warn(`${about}: a change of agentType replaces it; its run logs are lost, its list and leads stay.`, urn);
    }
    if (urn !== undefined && beginsToFill({ changes, news })) {
      noteAgent(run, about, urn, news);
    }
  },

  beforeCreate: warnAboutRunningCampaigns,

  afterCreate({ run, about, inputs, urn }, answer) {
    if (answer.paused !== true || inputs.paused === true) return {};
    run.warn(
      `${about}: created paused (id ${answer.id}), since the account's active agent limit is reached. ${run.memory.unseen.has("source agent") ? howToResumeUnseen : howToResume}`,
      urn,
    );
    return { pausedByLimit: true };
  },

  async beforeUpdate(situation) {
    if (beginsToFill(situation)) await warnAboutRunningCampaigns({ ...situation, inputs: situation.news });
  },

  // The one change that the specification itself shows.
  sendsUnread: (changes, news) => news.paused === true && changes.every(({ property }) => property === "paused"),

  // Whatever else is wrong with it, an agent that is to stop stops.
  sendsFirst(changes, news) {
    const isPause = ({ property }: Change) => property === "paused" && news.paused === true;
    return [changes.filter(isPause), changes.filter((change) => !isPause(change))];
  },

  decisive: ["paused"],

  unasked({ about, id, news, before, answer }) {
    if (before !== undefined || news.paused !== true || answer.paused !== false) return undefined;
    return {
      lines: [
        `${about}: it was to be created paused, and the service shows it running (id ${id}): it finds people for its list now.`,
        "Run `pulumi up` again, which pauses it; or pause it in the app.",
      ],
      // The next update pauses it, as any other change.
      recorded: {},
    };
  },

  afterUpdate({ run, about, urn, news }, undone) {
    const others = undone.filter(({ property }) => property !== "paused");
    if (news.paused !== false || others.length === undone.length) return { undone };
    run.warn(`${about}: still paused, since the account's active agent limit is reached. ${howToResume}`, urn);
    return { undone: others, recorded: { pausedByLimit: true } };
  },

  async beforeDelete(situation) {
    return await assertSameAgent(situation);
  },

  async remove({ run, about, account, id, outputs, urn }) {
    const outcome = await account.remove(id, `deleting ${about}`);
    if (outcome === "gone") {
      run.warn(`${about}: the service says that it was gone already. If nobody has deleted it, look in the app.`, urn);
    }
    if (outcome === "deleted" && outputs.agentType === "website-visitor") {
      run.warn(`${about}: deleted, and its tracking script is switched off on the website.`, urn);
    }
  },
};

/** What the id of the state names is about to be deleted for good: it must be what the state means. */
async function assertSameAgent(situation: DeleteSituation): Promise<"exists" | "gone"> {
  const { run, account, about, id, outputs, acknowledged, record, urn } = situation;
  const attempt = `Deleting ${about}`;
  // From the listing where it holds the agent: one request for all that are deleted.
  const finding = await account.find("SourceAgent", id, `deleting ${about}`).catch((error: unknown) => {
    if (error instanceof ServiceError && error.category === "unknownOperation") return undefined;
    throw error;
  });
  if (finding?.status === "gone") return "gone";
  if (finding?.status !== "found" || acknowledged.has(`moved:${record.origin}`)) return "exists";
  const { answer } = finding;
  assertSameObject(sourceAgentDefinition, answer, situation, attempt);
  const differing = new Set(
    differences(sourceAgentDefinition, answer, outputs).filter((property) => answer[property] !== null),
  );
  if (isOther(differing, sameCreation(answer, outputs) === true)) {
    const changed = "Where it was merely changed in the app: `pulumi refresh`, then run this again.";
    throw anotherObject(sourceAgentDefinition, answer, situation, attempt, changed);
  }
  if (differing.has("name")) {
    run.warn(`${about}: it is named ${quoted(String(answer.name).slice(0, 120))} at the service, and is deleted.`, urn);
  }
  return "exists";
}

/** Two that were made one after the other may have been created at one moment, as far as the service tells moments. */
function isOther(differing: ReadonlySet<string>, areOfOneMoment: boolean): boolean {
  if (differing.has("agentType")) return true;
  return differing.has("listId") && (differing.has("name") || !areOfOneMoment);
}

/** Nothing but the app resumes an agent that cannot be read. */
const howToResumeUnseen = "Pause or delete another agent, then resume this one in the app.";
const howToResume = "Pause or delete another agent, then declare paused: false and run `pulumi up --refresh`.";

/** True where this update brings new people to the agent's list. */
function beginsToFill({ changes, news }: Pick<UpdateSituation, "changes" | "news">): boolean {
  const changed = (name: string) => changes.some(({ property }) => property === name);
  return changed("listId") || (changed("paused") && news.paused === false);
}

async function warnAboutRunningCampaigns({
  run,
  about,
  account,
  inputs,
  urn,
}: Omit<CreateSituation, "declarer">): Promise<void> {
  if (inputs.paused === true) return;
  const { uses } = await activeUses({ account, memory: run.memory, about }, [String(inputs.listId)]);
  if (uses.length === 0) return;
  run.warn(
    `${about}: the people it finds enter a running campaign (${ids(uses.map(({ campaignId }) => campaignId))}).`,
    urn,
  );
}
