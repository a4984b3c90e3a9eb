import { isRecord } from "../../api/json";
import { type Kind, kinds } from "../../kinds";
import { programOnly, type Values } from "../../lifecycle/kind";
import { present } from "../../text/groups";
import type { PlannedResource } from "../input/plan";
import { isHidden, isPlain } from "../input/values";
import { listsOf } from "../lists";
import type { Finding, Reviewed } from "../model";
import { listedUpTo, notShown, type Teller } from "./sentences";

type Code = "hidden-text" | "hidden-targets" | "hidden-reach";

/** The default code for a hidden value of a kind's property, for properties that are not listed below. */
const usual: Readonly<Record<Kind, Code>> = {
  Campaign: "hidden-text",
  SourceAgent: "hidden-targets",
  List: "hidden-reach",
};

/**
 * The other properties. `elsewhere`: other files have findings for them. `lists`: lists of the program are known by their
 * resources, so only the reviewed lists show whether a list is hidden.
 */
const others: Readonly<Record<Kind, Readonly<Record<string, Code | "elsewhere" | "lists">>>> = {
  // A hidden `active` may be true, which starts the campaign.
  Campaign: { active: "elsewhere", listIds: "lists", linkedinSeatId: "hidden-reach", emailSeatIds: "hidden-reach" },
  SourceAgent: { listId: "lists" },
  List: {},
};

/** Properties of every resource: the object to adopt, and overruled refusals (`acknowledged`). */
const ofProgram: Readonly<Record<(typeof programOnly)[number], Code | "elsewhere">> = {
  adopt: "hidden-reach",
  acknowledge: "elsewhere",
};

function codeOf(kind: Kind, property: string, values: Values): Code | "elsewhere" | "lists" {
  const { name } = kinds[kind].roles;
  // A name affects no people, unless it determines the object to adopt.
  if (property === name) return values.adopt === undefined ? "elsewhere" : "hidden-reach";
  for (const each of programOnly) if (property === each) return ofProgram[each];
  return others[kind][property] ?? usual[kind];
}

/**
 * Findings about values that are partly or wholly secret or unknown until the update, and that determine which people
 * receive what and when. One approval would apply to any such value. They are derived from the kind's fields, so that new
 * fields are included.
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
  // A hidden mode may let the AI write the text.
  const textLevel = texts.some((each) => each.endsWith("messageMode")) ? "danger" : level;
  const told = (places: readonly string[], open: string) => `: ${listedUpTo(places)} ${notShown} ${open}`;
  const textOpen = "what people will get, or when.";
  const reachOpen = "whom it reaches, or from which seat. Make it plain.";
  return present([
    // Nobody can approve a text that the review cannot show.
    texts.length > 0 && tell(textLevel, "hidden-text", told(texts, textOpen), texts[0]),
    // Hidden criteria may be wider than before.
    targets.length > 0 &&
      tell(change === "created" ? "notice" : "danger", "hidden-targets", told(targets, "whom it finds."), targets[0]),
    reached.length > 0 && tell(level, "hidden-reach", told(reached, reachOpen), reached[0]),
  ]);
}

/** False for a list, because the resources that use it have findings. */
function reachesPeople(reviewed: Reviewed): boolean {
  if ("runs" in reviewed) return reviewed.runs !== "no";
  return "paused" in reviewed && reviewed.paused.after !== "yes";
}

/** The places of hidden values: `steps[2].url`. */
function placesIn(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => placesIn(each, `${path}[${index}]`));
  if (isRecord(value)) return Object.entries(value).flatMap(([name, each]) => placesIn(each, `${path}.${name}`));
  return isPlain(value) ? [] : [path];
}
