import { type Document, isNode, LineCounter, type ParsedNode, parseDocument } from "yaml";
import { z } from "zod";
import { safeText } from "../api/redact";
import { idNumber } from "../kind/schema";
import { quoted } from "../lifecycle/about";
import { Refusal } from "../lifecycle/refusal";
import type { EmailSeat, LeftOut } from "./model";

/** The name of the map file in the exported folder. */
export const mapFile = "outreach.map.yaml";

const id = z.number().refine((value) => idNumber(value) !== undefined, "must be an id: a positive whole number");
const ids = z
  .array(id, "must be a list of ids, as in [456, 457]")
  .min(1, "must hold at least one id")
  .refine((values) => new Set(values).size === values.length, "must hold no id twice");

const entry = z.strictObject(
  { listIds: ids.optional(), emailSeatIds: ids.optional() },
  "must have listIds, emailSeatIds, or both",
);

const schema = z.strictObject(
  {
    campaigns: z
      .record(z.string().regex(/^[1-9]\d*$/, "must be the id of a campaign"), entry, "must map campaign ids to entries")
      .nullish(),
  },
  "must have the one key campaigns",
);

/** Data about a campaign supplied by the user because the service does not return it. */
export interface MapEntry {
  readonly listIds?: readonly number[];
  readonly emailSeatIds?: readonly number[];
}

/** The content of a map file, by campaign id. */
export interface CampaignMap {
  readonly entries: ReadonlyMap<string, MapEntry>;
  /** Returns a refusal with the file and line of this place. */
  refuse(place: readonly (string | number)[], problem: string): Refusal;
}

/** A map without entries. */
export const emptyMap: CampaignMap = { entries: new Map(), refuse: (_place, problem) => new Refusal(problem) };

/** Reads a map file. Throws a Refusal that lists the problems with file and line. */
export function readMap(text: string, file: string): CampaignMap {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  const at = (line: number) => `${safeText(file, 200)}:${line}`;
  const [error] = document.errors;
  if (error !== undefined) {
    const line = counter.linePos(error.pos[0]).line;
    throw new Refusal(`${at(line)}: ${safeText(error.message.split("\n")[0] ?? "", 200)}`, "Nothing was written.");
  }
  const refuse = (place: readonly (string | number)[], problem: string) =>
    new Refusal(`${at(lineOf(document, place, counter))}: ${problem}`, "Nothing was written.");
  const parsed = schema.safeParse(plainValueOf(document, at(1)) ?? {});
  if (parsed.success) return { entries: new Map(Object.entries(parsed.data.campaigns ?? {})), refuse };
  const lines = parsed.error.issues.slice(0, 10).map((issue) => {
    const path = issue.path.filter((key) => typeof key !== "symbol");
    const keys = issue.code === "unrecognized_keys" ? issue.keys : [];
    const line = lineOf(document, [...path, ...keys.slice(0, 1)], counter);
    const unknown = keys.map((key) => quoted(key.slice(0, 60))).join(", ");
    const problem = keys.length === 0 ? issue.message : `has the unknown key ${unknown}; it ${issue.message}`;
    return `${at(line)}: ${path.length === 0 ? "the file" : path.map((key) => safeText(String(key), 60)).join(".")} ${problem}`;
  });
  throw new Refusal(...lines, "Nothing was written.");
}

function plainValueOf(document: Document, place: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    throw new Refusal(`${place}: a map file has no anchors and aliases.`, "Nothing was written.");
  }
}

/** The line of a place in the file, or of the innermost enclosing place that exists. */
function lineOf(
  document: Document.Parsed<ParsedNode>,
  place: readonly (string | number)[],
  counter: LineCounter,
): number {
  for (let length = place.length; length > 0; length--) {
    const parent = document.getIn(place.slice(0, length - 1), true);
    const key = place[length - 1];
    const pair = isNode(parent) && "items" in parent ? offsetOf(parent.items, key) : undefined;
    if (pair !== undefined) return counter.linePos(pair).line;
  }
  return 1;
}

const ranged = z.looseObject({ range: z.tuple([z.number(), z.number(), z.number()]) });
const pairLike = z.looseObject({ key: z.looseObject({ value: z.unknown() }).and(ranged) });

/** The offset at which an item of a map or sequence starts. */
function offsetOf(items: readonly unknown[], key: string | number | undefined): number | undefined {
  for (const [index, item] of items.entries()) {
    const pair = pairLike.safeParse(item);
    if (pair.success && String(pair.data.key.value) === String(key)) return pair.data.key.range[0];
    const node = ranged.safeParse(item);
    if (node.success && !pair.success && index === key) return node.data.range[0];
  }
  return undefined;
}

/** A map file for these campaigns, commented out. */
export function mapTemplate(
  leftOut: readonly LeftOut[],
  lists: readonly { readonly id: string; readonly name: string }[],
  seats: readonly EmailSeat[],
): string {
  const gaps = leftOut.filter(({ gap }) => gap !== undefined);
  const needsSeats = gaps.some(({ gap }) => gap?.emailSeats === true);
  const needsLists = gaps.some(({ gap }) => gap?.lists === true);
  return [
    "# What the service does not return about these campaigns. Look in the app, remove the # before the lines of a campaign,",
    "# complete them, and run the same export again. Without that, the campaign is left out.",
    ...(needsSeats
      ? ["#", "# E-mail seats:", ...seats.map(({ id, email = "" }) => `#   ${id}  ${safeText(email, 200)}`.trimEnd())]
      : []),
    ...(needsLists
      ? ["#", "# Lists:", ...lists.map((list) => `#   ${list.id}  ${safeText(list.name, 200)}`.trimEnd())]
      : []),
    "campaigns:",
    ...gaps.flatMap(({ id, name, gap }) => [
      `  # "${id}": # ${safeText(name, 200)}`.trimEnd(),
      ...(gap?.lists === true ? ["  #   listIds: []"] : []),
      ...(gap?.emailSeats === true ? ["  #   emailSeatIds: []"] : []),
    ]),
    "",
  ].join("\n");
}
