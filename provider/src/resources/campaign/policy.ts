import type { AnswerFacts, Consequence } from "../../lifecycle/answerTable";
import { addedTargets } from "../../lifecycle/changes";
import { textsOf } from "../../lifecycle/facts";
import type { Policy } from "../../lifecycle/policy";
import { say } from "../../lifecycle/wayOut";
import { declare, inApp } from "../../lifecycle/ways";
import { absentRules, changeRules } from "./changeTable";
import { deleteRules, leaveRules } from "./deleteTable";
import { meanwhileRules } from "./meanwhileTable";
import { giversOf } from "./moves";
import { planRules, readRules } from "./planTable";
import { noteShown } from "./reach";
import { sendRules } from "./sendTable";
import { acceptRules, createRules } from "./startTable";
import type { CampaignValues } from "./values";

/** A campaign writes to people. The rows prevent it from starting twice, and keep running campaigns in the state. */
export const policy: Policy<CampaignValues> = {
  noteStated: noteShown,
  planRules,
  changeRules,
  absentRules,
  sendRules,
  readRules,
  createRules,

  answerRules: [
    { name: "started", decide: noteStart },
    { name: "runs-unasked", decide: refuseRunning },
  ],

  meanwhileRules,

  acceptRules,

  waitsFor({ kind, run, inputs, id, olds }) {
    if (id === undefined && inputs.active !== true) return [];
    return giversOf(run, addedTargets(kind, olds ?? {}, inputs));
  },

  deleteRules,
  leaveRules,
};

function* noteStart({ kind, run, isNew, news, answer }: AnswerFacts<CampaignValues>): Iterable<Consequence> {
  if (!isNew || (news.active !== true && answer.active !== true)) return;
  yield { note: () => run.memory.note(kind, answer.id, { startedOn: textsOf(news.listIds) }) };
  yield { record: { everActive: true } };
}

function* refuseRunning({ attempt, news, before, answer }: AnswerFacts<CampaignValues>): Iterable<Consequence> {
  const wasOff = before === undefined || before.active === false;
  const isOff = answer.active === undefined || answer.active === false;
  if (news.active === true || isOff || !wasOff) return;
  yield { record: { unasked: true } };
  yield {
    fail: [
      `${attempt}: the service shows it as active, although an inactive one was asked for: it is running now (id ${answer.id}).`,
      say`${inApp("switchOff", [answer.id], "Switch it off in the app")}, then run \`pulumi up\` again. Or write ${declare("active", true)} to accept that it runs.`,
    ],
  };
}
