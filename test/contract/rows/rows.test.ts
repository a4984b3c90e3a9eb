import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { repository } from "../../support/project";
import { unreviewed } from "../../support/review/planned";
import { tagRows } from "../tag/rows";
import { agentLimits } from "./agentLimits";
import { campaigns } from "./campaigns/cases";
import { deleting } from "./deleting";
import { drift } from "./drift";
import { editedAgents } from "./editedAgents";
import { everyKind } from "./everyKind/cases";
import { fedCampaigns } from "./fedCampaigns";
import { forcedAgain } from "./forcedAgain";
import { lateValues } from "./lateValues";
import { lists } from "./lists";
import { lostDeletes } from "./lostDeletes";
import { oldRecords } from "./oldRecords";
import { otherStacks } from "./otherStacks";
import { recorded } from "./recorded";
import { removedLists } from "./removedLists";
import { skippedDeletes } from "./skippedDeletes";
import { sourceAgents } from "./sourceAgents";
import { specOnly } from "./specOnly";
import { type Case, modes, openStage, Stage, type StageService } from "./stage";
import { twoProviders } from "./twoProviders";
import { unsettled } from "./unsettled";
import { wrongAnswers } from "./wrongAnswers";
import { wrongWords } from "./wrongWords";

const cases: readonly Case[] = [
  ...lists,
  ...sourceAgents,
  ...fedCampaigns,
  ...agentLimits,
  ...campaigns,
  ...everyKind,
  ...drift,
  ...otherStacks,
  ...oldRecords,
  ...editedAgents,
  ...deleting,
  ...lostDeletes,
  ...skippedDeletes,
  ...forcedAgain,
  ...lateValues,
  ...twoProviders,
  ...specOnly,
  ...recorded,
  ...unsettled,
  ...removedLists,
  ...wrongAnswers,
  ...wrongWords,
  ...tagRows,
];

/** Warnings that a review recognizes only by their wording, with the reason. */
const knownByWarning: readonly (readonly [words: string, why: string])[] = [
  ["the engine did not tell what the state holds", "the plan does not hold it either"],
  ["The key or the member in the settings is another one", "the settings of the run are in no plan"],
  ["it is running, although the program did not ask for that", "only the record of the state tells who asked"],
];

describe.each(modes)("each row of the table of changes, %s", (mode) => {
  let sandbox: StageService;

  beforeAll(async () => {
    sandbox = await openStage(mode);
  });
  afterEach(async () => {
    await sandbox.reset();
    await sandbox.configure({
      activeAgentLimit: 25,
      subjectIsPatched: true,
      decorateSignals: false,
      variablesAsText: false,
      campaignCarriesLists: false,
      addUnknownFields: false,
    });
  });
  afterAll(async () => {
    await sandbox.close();
  });

  const played = cases.flatMap((each) => {
    const play = each.both ?? each[mode];
    return play === undefined ? [] : [[`${each.row}: ${each.what}`, play] as const];
  });
  it.each(played)("%s", async (_, play) => {
    const stage = new Stage(sandbox, mode);
    await play(stage);
    // A preview's warning is a danger in its review, which finds it without the warning.
    const unknown = stage.engine.previews
      .flatMap(unreviewed)
      .filter(({ text }) => !knownByWarning.some(([words]) => text.includes(words)));
    expect(unknown).toEqual([]);
  });
});

describe("docs/spec-only.md", () => {
  it("has a line for exactly the rows in which the modes differ", () => {
    const text = readFileSync(join(repository, "docs", "spec-only.md"), "utf8");
    const documented = [...text.matchAll(/^\| (\w+) \|/gm)].map(([, row]) => row).filter((row) => row !== "row");
    const differing = new Set(cases.filter(({ both }) => both === undefined).map(({ row }) => String(row)));
    expect([...documented].sort()).toEqual([...differing].sort());
  });
});
