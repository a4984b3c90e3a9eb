import { z } from "zod";
import { allKinds, kindNames } from "../../everyKind";
import { mapFile } from "../../export/map";
import type { AccountContent, Export, Identified } from "../../export/model";
import { kinds } from "../../kinds";
import { quoted } from "../../lifecycle/about";
import { formattedCount } from "../../page/words";
import { grouped } from "../../text/groups";
import { listed } from "../../text/words";
import { programName, type Report } from "../command";
import type { Terminal } from "../terminal/terminal";
import { type FolderPlan, pathList } from "./folder";

const object = {
  kind: z.literal([...kindNames]),
  id: z.string(),
  /** The name in the service, without surrounding spaces; empty if it has none. */
  name: z.string(),
};
const paths = z.array(z.string());

/** What `pulumi-outreach export --json` prints. */
export const exportShape = z.strictObject({
  version: z.literal(1),
  /** The user who owns the objects. */
  userId: z.string(),
  /** The service's scheme, host and port, and its path if it has one. */
  baseUrl: z.string(),
  /** How many requests were sent to the service. */
  requests: z.number(),
  exported: z.array(
    z.strictObject({
      ...object,
      /** The resource's name in the program. */
      resource: z.string(),
      notes: z.array(z.string()),
      /** The acknowledgement codes that the program gives it. */
      acknowledge: z.array(z.string()),
    }),
  ),
  leftOut: z.array(z.strictObject({ ...object, reason: z.string() })),
  /** Absolute. Missing with --list. */
  folder: z.string().optional(),
  /** Relative paths of the export's files. Missing with --list. */
  files: z
    .strictObject({
      added: paths,
      unchanged: paths,
      /** Files from an earlier export whose content changed. */
      changed: paths,
      /** The same, but they had been edited since that export. */
      edited: paths,
      /** Files from an earlier export that are no longer part of this one. */
      removed: paths,
      /** The user's own files that were kept instead of the exported ones. */
      kept: paths,
    })
    .optional(),
  /** The map file that was made for a person to complete. */
  mapFile: z.string().optional(),
});

export type ExportDocument = Readonly<z.infer<typeof exportShape>>;

/** The result of an export. */
export interface Outcome {
  readonly made: Export;
  readonly content: AccountContent;
  /** Undefined with --list. */
  readonly plan?: FolderPlan;
  /** The map file that was made for a person to complete. */
  readonly template?: string;
  readonly requests: number;
}

const longestNote = 800;

/** Notes that several rows share: each is printed once below the table, and the rows refer to it. */
class Footnotes {
  readonly lines: readonly string[];

  constructor(notes: readonly string[]) {
    const repeated = notes.filter((note, index) => notes.indexOf(note) !== index);
    this.lines = [...new Set(repeated)];
  }

  /** The cell for a row with these notes. */
  of(notes: readonly string[]): string {
    const texts = [...new Set(notes)].map((note) => {
      const index = this.lines.indexOf(note);
      return index < 0 ? note : `see ${footnoteMark(index)}`;
    });
    return texts.join(" ");
  }
}

function footnoteMark(index: number): string {
  return `[${index + 1}]`;
}

/** Reports what would be exported. */
export function listReport(outcome: Outcome): Report {
  return { document: document(outcome), show: (terminal) => showList(outcome, terminal) };
}

function showList({ made: { exported, leftOut } }: Outcome, terminal: Terminal): void {
  const footnotes = new Footnotes([
    ...exported.flatMap(({ notes }) => [...new Set(notes)]),
    ...leftOut.map(({ reason }) => reason),
  ]);
  const rows = kindNames.flatMap((kind) => [
    ...exported
      .filter((object) => object.kind === kind)
      .map((object) => row(object, object.resource, footnotes.of(object.notes))),
    ...leftOut
      .filter((object) => object.kind === kind)
      .map((object) => row(object, "", `left out: ${footnotes.of([object.reason])}`)),
  ]);
  if (rows.length === 0) {
    terminal.note(`The acting user has no ${allKinds("or")}.`);
    return;
  }
  terminal.printTable(
    [
      { title: "KIND", overflow: "wrap" },
      { title: "ID", overflow: "keep" },
      { title: "NAME" },
      { title: "RESOURCE" },
      { title: "NOTE", overflow: "wrap", longest: longestNote },
    ],
    rows,
  );
  if (footnotes.lines.length === 0) return;
  terminal.print();
  terminal.printTable(
    [{ overflow: "keep" }, { overflow: "wrap", longest: longestNote }],
    footnotes.lines.map((text, index) => [footnoteMark(index), text]),
  );
}

function row({ kind, id, name }: Identified, resource: string, note: string) {
  return [kinds[kind].noun, id, name, resource, note];
}

/** Limits the list, so that the next steps remain visible. */
const mostWarnings = 20;

/** Reports what was exported and omitted, and the next steps. `folder` is the path as a user would type it. */
export function exportReport(outcome: Outcome, folder: string): Report {
  return { document: document(outcome), show: (terminal) => showExported(outcome, folder, terminal) };
}

function showExported(outcome: Outcome, folder: string, terminal: Terminal): void {
  const { made, plan, template, content } = outcome;
  const shown = folder.length > 200 ? "the folder" : folder;
  terminal.print(
    `Exported ${countsOf(made)} of user ${content.owner.actingUserId} to ${shown} in ${outcome.requests} requests. Nothing was written to the service.`,
  );
  if (plan !== undefined && plan.kept.length > 0) {
    terminal.note(`Your own ${pathList(plan.kept)} stayed as they are: see that they fit the program.`);
  }
  const concluded = made.exported.filter(({ isConcluded }) => isConcluded).length;
  if (concluded > 0) {
    terminal.note(
      `The service does not show the lists and e-mail seats of campaigns. For ${concluded} of them they were concluded: check the comments in the program.`,
    );
  }
  for (const [reason, objects] of grouped(made.leftOut.slice(0, mostWarnings), (object) => object.reason)) {
    const names = objects.map(({ kind, id, name }) => `${kinds[kind].noun} ${quoted(name.slice(0, 80))} (id ${id})`);
    terminal.warn(
      `${names.join(", ")} ${names.length === 1 ? "is left out" : "are left out, each for this reason"}: ${reason}`,
    );
  }
  const more = made.leftOut.length - mostWarnings;
  if (more > 0)
    terminal.warn(`${more} more are left out; \`${programName} export --list\` shows them with the reasons.`);
  if (template !== undefined) terminal.note(`Complete ${template}, and run the same export again with --overwrite.`);
  else if (made.leftOut.some(({ gap }) => gap !== undefined)) {
    terminal.note(`Add the campaigns that are left out to the map file (${mapFile}, or the one of --map).`);
  }
  terminal.print();
  terminal.print("Next, in that folder (nothing of it writes to the service):");
  terminal.print("  npm install");
  terminal.print("  pulumi stack init production");
  terminal.print("  pulumi import --file import.json --generate-code=false --protect=false");
  terminal.print("  pulumi preview --expect-no-changes");
}

function countsOf({ exported }: Export): string {
  const counts = kindNames.map((kind) => {
    const count = exported.filter((object) => object.kind === kind).length;
    return formattedCount(count, kinds[kind].noun, kinds[kind].plural);
  });
  return listed(counts);
}

function document({ made, plan, template, content, requests }: Outcome): ExportDocument {
  return {
    version: 1,
    userId: content.owner.actingUserId,
    baseUrl: content.owner.origin,
    requests,
    exported: made.exported.map(({ kind, id, name, resource, notes, acknowledge }) => {
      return { kind, id, name, resource, notes: [...notes], acknowledge: [...acknowledge] };
    }),
    leftOut: made.leftOut.map(({ kind, id, name, reason }) => ({ kind, id, name, reason })),
    ...(plan === undefined ? {} : { folder: plan.folder, files: filesOf(plan) }),
    ...(template === undefined ? {} : { mapFile: template }),
  };
}

function filesOf(plan: FolderPlan): ExportDocument["files"] {
  const [added, unchanged, changed] = [[...plan.added], [...plan.unchanged], [...plan.changed]];
  return { added, unchanged, changed, edited: [...plan.edited], removed: [...plan.removed], kept: [...plan.kept] };
}
