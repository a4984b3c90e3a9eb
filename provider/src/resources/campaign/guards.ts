import { declarerOf } from "../../lifecycle/about";
import { ownCodes } from "../../lifecycle/acknowledge";
import { servedIds, textsOf } from "../../lifecycle/facts";
import type * as guard from "../../lifecycle/guards";
import type { Change } from "../../lifecycle/kind";
import { mayBeRefusedByAgent } from "../../lifecycle/launch";
import { isPendingId } from "../../lifecycle/record";
import { isUnknown } from "../../lifecycle/unknown";
import { say } from "../../lifecycle/wayOut";
import { declare, inApp } from "../../lifecycle/ways";
import { lookAtChange } from "./changeGuards";
import { deleteRules } from "./deleteTable";
import { waitForMoves } from "./moves";
import { knownIds, noteCampaign, noteStated, warnAboutAdoptedLists } from "./reach";
import { mayRun } from "./running";
import { guardStart, startedMeanwhile } from "./start";
import { acceptRules, createRules, startTable } from "./startTable";
import { lookAtStated } from "./statedGuards";
import type { CampaignValues } from "./values";

/** A campaign writes to people. The guards keep it from starting twice, and keep a running one in the state. */
export const guards: guard.Guards<CampaignValues> = {
  atPlan(situation) {
    const { run, about, urn, inputs, acknowledged, stated } = situation;
    for (const each of stated === "unread" ? [] : stated) noteStated(run.memory, each);
    const listIds = knownIds(inputs.listIds);
    const name = String(inputs.name);
    if (typeof inputs.adopt === "number") {
      // Whether it runs is read when it is adopted. Another campaign may have started by then, so it counts as running.
      if (inputs.active === false) return;
      const id = String(inputs.adopt);
      return noteCampaign(run.memory, { urn, name, id, listIds, attached: [], acknowledged });
    }
    if (isUnknown(inputs.active)) {
      run.warn(
        `${about}: active is known only during the update: it may be created active, and then starts to write to the people of its lists.`,
        urn,
        "starts-sending",
      );
    }
    if (inputs.active !== true) return;
    if (mayBeRefusedByAgent(run)) {
      run.warn(
        `${about}: the update will refuse to start it, because the environment shows that ${run.settings().codingAgent} started this run; a person can run it, or the stack's config can set outreach:launch to allow.`,
        urn,
      );
    }
    run.warn(`${about}: it is created active: it starts to write to the people of its lists.`, urn, "starts-sending");
    warnAboutAdoptedLists(run, about, urn, inputs.listIds);
    noteCampaign(run.memory, { urn, name, listIds, attached: listIds, acknowledged });
    lookAtStated(situation);
  },

  atDiff: lookAtChange,

  atRead({ run, id, outputs, record, acknowledged, urn }) {
    if (!mayRun(outputs, record)) return;
    const pending = isPendingId(id);
    const listIds = knownIds(outputs.listIds);
    // A campaign that the service does not show cannot give up a list: no update of it is sent.
    const read = record.unseen === true ? {} : { isOnlyRead: true };
    const known = { name: String(outputs.name), listIds, attached: [], acknowledged };
    noteCampaign(run.memory, { urn: urn ?? id, ...known, ...(pending ? { pending } : { id, ...read }) });
  },

  createRules,

  atMeanwhile: startedMeanwhile,

  beside({ active }, { id, running, ran }) {
    if (active !== true) return [];
    if (running === true) {
      return [{ effect: "the same people would be written to twice", code: `shared-list:${id}` }];
    }
    return ran === true ? [{ effect: "its people would start again at step 1", code: "restart" }] : [];
  },

  noted: (values, record, told) => ({
    targets: textsOf(values.listIds),
    ...(servedIds(told?.answer?.listIds).length > 0 || told?.sent?.some(isOfLists) === true
      ? { areAllTargets: true }
      : {}),
    running: mayRun(values, record),
    ...(record?.everActive === true ? { ran: true } : {}),
  }),

  unasked({ about, id, news, before, answer }) {
    const wasOff = before === undefined || before.active === false;
    const isOff = answer.active === undefined || answer.active === false;
    if (news.active === true || isOff || !wasOff) return undefined;
    return {
      lines: [
        `${about}: the service shows it as active, although an inactive one was asked for: it is running now (id ${id}).`,
        say`${inApp("switchOff", [id], "Switch it off in the app")}, then run \`pulumi up\` again. Or write ${declare("active", true)} to accept that it runs.`,
      ],
      recorded: { unasked: true },
    };
  },

  acceptRules,

  afterCreate({ kind, run, inputs }, { id, active }) {
    if (inputs.active !== true && active !== true) return {};
    run.memory.note(kind, id, { startedOn: textsOf(inputs.listIds) });
    return { everActive: true };
  },

  atSend: (inputs) => (inputs.active === true && ownCodes(inputs).includes("restart") ? { restarted: true } : {}),

  afterProgram: (inputs, { restarted, ...record }) =>
    restarted === true && ownCodes(inputs).includes("restart") ? { ...record, restarted } : record,

  async beforeTurn({ kind, run, inputs, id, olds }) {
    if (id === undefined && inputs.active !== true) return;
    await waitForMoves(kind, run, addedLists(olds ?? {}, inputs), id);
  },

  needsTurn: ({ olds, news }) => addedLists(olds, news).length > 0,

  async beforeUpdate(situation) {
    const { account, about, olds, news, id, record, urn } = situation;
    const added = addedLists(olds, news);
    if (added.length === 0) return undefined;
    if (!mayRun(olds, record)) {
      const found = await account.find("Campaign", id, `updating ${about}`, { fresh: true });
      // Unless the service shows that it is off: the state may be out of date.
      if (found.status !== "found" || found.answer.active === false) return found;
    }
    const starting = { ...situation, inputs: news, declarer: declarerOf(urn) };
    await guardStart(startTable, starting, { listIds: added, ownId: id });
    // What was read before the lists were looked at may be out of date by now.
    return undefined;
  },

  deleteRules,
};

function isOfLists({ property }: Change): boolean {
  return property === "listIds";
}

function addedLists(olds: CampaignValues, news: CampaignValues): string[] {
  const before = textsOf(olds.listIds);
  return textsOf(news.listIds).filter((listId) => !before.includes(listId));
}
