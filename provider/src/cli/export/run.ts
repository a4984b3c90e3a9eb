import { basename, join, relative, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { safeText } from "../../api/redact";
import { allKinds } from "../../everyKind";
import { exportOf } from "../../export/build";
import { filesOf } from "../../export/files";
import { type CampaignMap, emptyMap, mapFile, mapTemplate, readMap } from "../../export/map";
import type { AccountContent, Export } from "../../export/model";
import { projectName } from "../../export/project";
import { readContent } from "../../export/read";
import { selectionOf } from "../../export/select";
import { Refusal } from "../../lifecycle/refusal";
import type { CommandContext, Report } from "../command";
import type { ExportInput } from "../commands/export";
import { textOf } from "../files";
import type { Terminal } from "../terminal/terminal";
import { type FolderPlan, pathList, planFolder } from "./folder";
import { exportReport, listReport } from "./show";
import { writePlan } from "./write";

/** Runs `pulumi-outreach export`: exports the account, or lists what would be exported. */
export async function runExport(input: ExportInput, context: CommandContext): Promise<Report> {
  const { terminal, version, openAccount } = context;
  const { folder, list, only } = input;
  // Read the map first, so that a mistake in it is reported without a request.
  const map = await readCampaignMap(input);
  const account = await openAccount({ stack: input.stack, as: input.as });
  const content = await terminal.during("Reading the account", () => readContent(account));
  const { premiumSeats, launch } = account.settings;
  const made = exportOf(content, {
    map,
    context: { acknowledged: new Set(), premiumSeats, launch },
    isWanted: selectionOf(only, content),
  });
  const requests = account.counts().requests;
  if (list || folder === undefined) return listReport({ made, content, requests });
  if (made.exported.length === 0 && made.leftOut.length === 0) {
    throw new Refusal(
      `Exporting the account: user ${content.owner.actingUserId} has no ${allKinds("or")}, so nothing was written.`,
      "`--as MEMBER` exports the objects of another member.",
    );
  }
  const files = await filesOf(made, content, { name: projectName(basename(resolve(folder))), version });
  const template = await mapFileTemplate(input, folder, made, content);
  const plan = planFolder(folder, files);
  if (!input.overwrite) {
    await assertOverwritable(plan, folder, terminal);
    assertUnchanged(plan, planFolder(folder, files));
  }
  // The map file belongs to the user from now on, so the export's record does not contain it.
  const writes = template === undefined ? plan.writes : new Map([...plan.writes, [mapFile, template]]);
  writePlan({ ...plan, writes });
  const shown = template === undefined ? undefined : join(folder, mapFile);
  const near = relative(process.cwd(), resolve(folder)) || ".";
  return exportReport({ made, content, plan, template: shown, requests }, near);
}

async function readCampaignMap({ map, folder }: ExportInput): Promise<CampaignMap> {
  const file = map ?? (folder === undefined ? undefined : join(folder, mapFile));
  const text = file === undefined ? undefined : await textOf(file, map !== undefined);
  return text === undefined || file === undefined ? emptyMap : readMap(text, file);
}

/** The content of a new map file, if the export needs one and the folder has none. */
async function mapFileTemplate(
  { map }: ExportInput,
  folder: string,
  { leftOut }: Export,
  { answers, emailSeats }: AccountContent,
): Promise<string | undefined> {
  const isNeeded = leftOut.some(({ gap }) => gap !== undefined);
  if (!isNeeded || map !== undefined || (await textOf(join(folder, mapFile))) !== undefined) return undefined;
  const lists = answers.List.map(({ id, name }) => ({ id, name: String(name) }));
  return mapTemplate(leftOut, lists, emailSeats ?? []);
}

/** Asks whether to overwrite changed files. Throws a Refusal that names them if nobody can be asked or the answer is no. */
async function assertOverwritable(
  { changed, edited, removed }: FolderPlan,
  folder: string,
  terminal: Terminal,
): Promise<void> {
  if (changed.length + edited.length + removed.length === 0) return;
  const lines = [
    ...(changed.length > 0 ? [`It would overwrite ${pathList(changed)}.`] : []),
    ...(edited.length > 0 ? [`It would overwrite, although somebody has edited them since: ${pathList(edited)}.`] : []),
    ...(removed.length > 0 ? [`It would remove ${pathList(removed)}: no longer a part of the account.`] : []),
  ];
  const what = `Exporting to ${safeText(folder, 200)}: an earlier export is there, and this one differs from it.`;
  if (terminal.canAsk) {
    for (const line of [what, ...lines]) terminal.note(line);
    if (await terminal.confirm("Overwrite?")) return;
    throw new Refusal("Nothing was written.");
  }
  throw new Refusal(`${what} Nothing was written.`, ...lines, "Use another folder to compare them, or --overwrite.");
}

/** Detects files that were edited while the question was open. */
function assertUnchanged(asked: FolderPlan, now: FolderPlan): void {
  if (isDeepStrictEqual(asked, now)) return;
  throw new Refusal("the folder has changed since the question. Nothing was written.", "Run the same export again.");
}
