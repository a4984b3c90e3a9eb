import { declarerOf } from "../../lifecycle/about";
import { ownCodes } from "../../lifecycle/acknowledge";
import { addedTargets } from "../../lifecycle/changes";
import type { Outcome, Rule } from "../../lifecycle/decision";
import { textsOf } from "../../lifecycle/facts";
import type { Policy } from "../../lifecycle/policy";
import type { SendFacts } from "../../lifecycle/sendTable";
import { say } from "../../lifecycle/wayOut";
import { declare, inApp } from "../../lifecycle/ways";
import { changeRules } from "./changeTable";
import { deleteRules } from "./deleteTable";
import { waitForMoves } from "./moves";
import { planRules, readRules } from "./planTable";
import { mayRun } from "./running";
import { startedMeanwhile } from "./start";
import type { StartFacts } from "./startFacts";
import { acceptRules, createRules, startTable } from "./startTable";
import type { CampaignValues } from "./values";

/** A campaign writes to people. The rows keep it from starting twice, and keep a running one in the state. */
export const policy: Policy<CampaignValues> = {
  planRules,
  changeRules,
  sendRules: startTable.map(({ name, decide }) => ({ name, decide: (facts) => whenStarting(facts, decide) })),
  readRules,
  createRules,

  atMeanwhile: startedMeanwhile,

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
    await waitForMoves(kind, run, addedTargets(kind, olds ?? {}, inputs), id);
  },

  deleteRules,
};

/** A change that gives a campaign lists is as a start on these lists if it runs. */
function* whenStarting(
  { situation, found, kinds }: SendFacts<CampaignValues>,
  decide: Rule<StartFacts>["decide"],
): Iterable<Outcome<never>> {
  const { kind, olds, news, id, record, urn } = situation;
  const listIds = addedTargets(kind, olds, news);
  if (listIds.length === 0) return;
  if (!mayRun(olds, record)) {
    // Unless the service shows it as off: the state may be out of date.
    if (found === undefined) return yield { look: { ask: "itself", kind, id } };
    if (found.status !== "found" || found.answer.active === false) return;
  }
  const campaigns = kinds.get(kind.name);
  if (campaigns === undefined) return yield { look: { ask: "all", kind } };
  const starting = { ...situation, inputs: news, declarer: declarerOf(urn) };
  yield* decide({ situation: starting, campaigns, listIds, ownId: id });
}
