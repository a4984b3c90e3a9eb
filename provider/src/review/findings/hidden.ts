import { isRecord } from "../../api/json";
import { type Kind, kinds } from "../../kinds";
import { programOnly, type Values } from "../../lifecycle/kind";
import { present } from "../../page/groups";
import type { PlannedResource } from "../input/plan";
import { isHidden, isPlain } from "../input/values";
import { listsOf } from "../lists";
import type { Finding, Reviewed } from "../model";
import { enumeration, notShown, type Teller } from "./sentences";

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

/**
 * Values that are secret or known only after the update, whole or in part, and that decide what people get, when, or who
 * gets it: one approval would fit any of them. Follows from the fields of the kind, so that a new one is not forgotten.
 */
export function hiddenFindings({ tell }: Teller, { kind, after }: PlannedResource, reviewed: Reviewed): Finding[] {
  const { change } = reviewed;
  if (kind === undefined || after === undefined || change === "deleted" || change === "unchanged") return [];
  const hidden = [...kinds[kind].properties, ...programOnly].filter((property) => isHidden(after[property]));
  const of = (code: Code | "lists") => hidden.filter((property) => codeOf(kind, property, after) === code);
  const hasHiddenList = listsOf(reviewed).some((list) => list.uncertain === "hidden" && list.change !== "removed");
  const texts = of("hidden-text").flatMap((property) => placesIn(after[property], property));
  const targets = of("hidden-targets");
  const reached = [...(hasHiddenList ? of("lists") : []), ...of("hidden-reach")];
  const level = reachesPeople(reviewed) ? "danger" : "notice";
  // A mode that cannot be shown may be the AI's.
  const textLevel = texts.some((each) => each.endsWith("messageMode")) ? "danger" : level;
  const told = (places: readonly string[], open: string) => `: ${enumeration(places)} ${notShown} ${open}`;
  const textOpen = "what people will get, or when.";
  const reachOpen = "whom it reaches, or from which seat. Make it plain.";
  return present([
    // A text that this review cannot show is a text that nobody has approved.
    texts.length > 0 && tell(textLevel, "hidden-text", told(texts, textOpen), texts[0]),
    // Criteria that cannot be shown may be wider than before.
    targets.length > 0 &&
      tell(change === "created" ? "notice" : "danger", "hidden-targets", told(targets, "whom it finds."), targets[0]),
    reached.length > 0 && tell(level, "hidden-reach", told(reached, reachOpen), reached[0]),
  ]);
}

/** Of a list, whoever uses it has a finding of its own. */
function reachesPeople(reviewed: Reviewed): boolean {
  if ("runs" in reviewed) return reviewed.runs !== "no";
  return "paused" in reviewed && reviewed.paused.after !== "yes";
}

/** The places of what cannot be shown: `steps[2].url`. */
function placesIn(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => placesIn(each, `${path}[${index}]`));
  if (isRecord(value)) return Object.entries(value).flatMap(([name, each]) => placesIn(each, `${path}.${name}`));
  return isPlain(value) ? [] : [path];
}
