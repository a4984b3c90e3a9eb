import { isRecord } from "../../api/json";
import { type Kind, kinds } from "../../kinds";
import { programOnly, type Values } from "../../lifecycle/kind";
import type { PlannedResource } from "../input/plan";
import { isHidden, isPlain } from "../input/values";
import type { Finding, ReviewedAgent, ReviewedCampaign, ReviewedList } from "../model";
import { about, called, capital, enumeration, hiddenReach } from "./sentences";

type Code = "hidden-text" | "hidden-targets" | "hidden-reach";

/** What a value that cannot be shown decides, by kind. A property without a line of its own below decides this. */
const usual: Readonly<Record<Kind, Code>> = {
  Campaign: "hidden-text",
  SourceAgent: "hidden-targets",
  List: "hidden-reach",
};

/**
 * The other properties. `elsewhere`: findings of other files tell what it may come to. `lists`: a list of the program is
 * known by its resource, so the reviewed lists tell whether one cannot be shown.
 */
const others: Readonly<Record<Kind, Readonly<Record<string, Code | "elsewhere" | "lists">>>> = {
  // A campaign that may be active may start.
  Campaign: { active: "elsewhere", listIds: "lists", linkedinSeatId: "hidden-reach", emailSeatIds: "hidden-reach" },
  SourceAgent: { listId: "lists" },
  List: {},
};

/** Properties of every resource: which object is taken over, and which refusals are overruled (`acknowledged`). */
const ofProgram: Readonly<Record<(typeof programOnly)[number], Code | "elsewhere">> = {
  adopt: "hidden-reach",
  acknowledge: "elsewhere",
};

function codeOf(kind: Kind, property: string, values: Values): Code | "elsewhere" | "lists" {
  const { name } = kinds[kind].roles;
  // A name reaches nobody, unless it decides which object is taken over.
  if (property === name) return values.adopt === undefined ? "elsewhere" : "hidden-reach";
  for (const each of programOnly) if (property === each) return ofProgram[each];
  return others[kind][property] ?? usual[kind];
}

type Reviewed = ReviewedCampaign | ReviewedAgent | ReviewedList;

/**
 * Values that are secret or known only after the update, whole or in part, and that decide what people get, when, or who
 * gets it: one approval would fit any of them. Follows from the fields of the kind, so that a new one is not forgotten.
 */
export function hiddenFindings({ kind, after }: PlannedResource, reviewed: Reviewed): Finding[] {
  if (kind === undefined || after === undefined) return [];
  if (reviewed.change === "deleted" || reviewed.change === "unchanged") return [];
  const { properties, noun } = kinds[kind];
  const hidden = [...properties, ...programOnly].filter((property) => isHidden(after[property]));
  const of = (code: Code) => hidden.filter((property) => codeOf(kind, property, after) === code);
  const lists = hidden.filter((property) => codeOf(kind, property, after) === "lists" && hasHiddenList(reviewed));
  const [first, ...more] = [...lists, ...of("hidden-reach")];
  const texts = of("hidden-text").flatMap((property) => placesIn(after[property], property));
  return [
    ...hiddenTexts(noun, reviewed, texts),
    ...hiddenTargets(noun, reviewed, of("hidden-targets")),
    ...(first === undefined ? [] : [hiddenReach(reviewed, noun, reachLevel(reviewed), [first, ...more])]),
  ];
}

function hasHiddenList(reviewed: Reviewed): boolean {
  const used = "lists" in reviewed ? reviewed.lists : "list" in reviewed ? [reviewed.list] : [];
  return used.some((list) => list?.uncertain === "hidden" && list.change !== "removed");
}

function reachLevel(reviewed: Reviewed): Finding["level"] {
  if ("runs" in reviewed) return reviewed.runs === "no" ? "notice" : "danger";
  // Whoever uses the list has a finding of its own.
  return "paused" in reviewed && reviewed.paused.after !== "yes" ? "danger" : "notice";
}

/** A text that this review cannot show is a text that nobody has approved. */
function hiddenTexts(noun: string, reviewed: Reviewed, places: readonly string[]): Finding[] {
  const [path] = places;
  if (path === undefined) return [];
  // A mode that cannot be shown may be the AI's.
  const isDanger = reachLevel(reviewed) === "danger" || places.some((each) => each.endsWith("messageMode"));
  const text = `${capital(called(noun, reviewed))}: ${enumeration(places)} cannot be shown here (secret, or known only after the update), so this review cannot tell what people will get, or when.`;
  return [about(reviewed, isDanger ? "danger" : "notice", "hidden-text", text, path)];
}

/** Criteria that cannot be shown may be wider than before. */
function hiddenTargets(noun: string, reviewed: Reviewed, names: readonly string[]): Finding[] {
  if (names.length === 0) return [];
  const level = reviewed.change === "created" ? "notice" : "danger";
  const text = `${capital(called(noun, reviewed))}: ${enumeration(names)} cannot be shown here (secret, or known only after the update), so this review cannot tell whom it finds.`;
  return [about(reviewed, level, "hidden-targets", text, names[0])];
}

/** The places of what cannot be shown: `steps[2].url`. */
function placesIn(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => placesIn(each, `${path}[${index}]`));
  if (isRecord(value)) return Object.entries(value).flatMap(([name, each]) => placesIn(each, `${path}.${name}`));
  return isPlain(value) ? [] : [path];
}
