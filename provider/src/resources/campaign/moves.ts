import { describe, nameOf as nameInProgram, printable, resourceName } from "../../lifecycle/about";
import { type Outcome, refused } from "../../lifecycle/decision";
import { type RunMemory, Slot } from "../../lifecycle/memory";
import type { Run } from "../../lifecycle/run";
import type { ChangeSituation, CreateSituation } from "../../lifecycle/situation";
import { type Advice, inTurn, say, way } from "../../lifecycle/wayOut";
import { command } from "../../lifecycle/ways";
import { type CampaignInView, campaignsInView } from "../inView";
import type { ListUse } from "./startFacts";
import type { CampaignValues } from "./values";

/** A planned change of the lists of a running campaign. */
interface Move {
  readonly id: string;
  readonly urn: string | undefined;
  readonly name: unknown;
  /** The lists that it releases. */
  readonly released: readonly number[];
  readonly attached: readonly number[];
  readonly acknowledged: ReadonlySet<string>;
}

/** By the id of the campaign. */
const moves = new Slot(() => new Map<string, Move>());

/**
 * Notes which lists a planned change of a running campaign releases and attaches. Refuses if campaigns exchange lists:
 * the service changes one at a time, and the first one would share a list. Warns if another campaign attaches a released
 * list and the engine may send that first.
 */
export function* noteMove(
  { run, about, urn, id, news, acknowledged }: ChangeSituation<CampaignValues>,
  { released, attached }: Pick<Move, "released" | "attached">,
): Iterable<Outcome<never>> {
  if (released.length === 0) return;
  const move = { id, urn, name: news.name, released, attached, acknowledged };
  const planned = moves.of(run.memory);
  yield { note: () => planned.set(id, move) };
  const from = sourceInCircle([...new Map(planned).set(id, move).values()], move);
  if (from !== undefined) {
    yield refused(
      `${about}: it takes list ${common(attached, from.released)} from the active ${nameOf(from)}, which in the same change takes one that this campaign gives up: the service changes one campaign at a time, so one of them would write to the people of the other.`,
      way(
        "Take these lists from both in a first change (a campaign that would have none left gets an empty list), and attach them in a second one.",
        { do: "declare", property: "listIds" },
      ),
    );
  }
  for (const other of campaignsInView.of(run.memory).on(released)) {
    const taken = common(released, other.attached);
    if (other.urn === urn || taken === "" || other.acknowledged.has(`shared-list:${id}`)) continue;
    yield {
      warn: `${describe("campaign", other.name, other.id)}: it takes list ${taken}, which ${nameOf(move)} gives up in the same change, and the engine may send it first: then it is refused. The resource ${resourceName(urn)} in the option dependsOn of ${resourceName(other.urn)} orders the two.`,
      reach: other.id === undefined ? "starts-sending" : "new-people",
      urn: other.urn,
    };
  }
}

/** The campaign from which this one takes a list, if it also waits for one of this campaign's lists, even indirectly. */
function sourceInCircle(all: readonly Move[], move: Move): Move | undefined {
  const sources = ({ attached, acknowledged }: Move) =>
    all.filter(({ id, released }) => common(attached, released) !== "" && !acknowledged.has(`shared-list:${id}`));
  const leadsBack = (from: Move, seen: ReadonlySet<string>): boolean =>
    sources(from).some(({ id }) => id === move.id) ||
    sources(from).some((next) => !seen.has(next.id) && leadsBack(next, new Set([...seen, next.id])));
  return sources(move).find((from) => leadsBack(from, new Set()));
}

/** Warns that the people of a list taken from a running campaign may still count as its people. */
export function* warnAboutReached(memory: RunMemory, taker: CampaignInView): Iterable<Outcome<never>> {
  for (const { id, urn, name, released } of movesOf(memory, taker.attached.map(String))) {
    if (urn === taker.urn || taker.acknowledged.has(`shared-list:${id}`)) continue;
    const from = describe("campaign", name, id);
    yield {
      warn: `${describe("campaign", taker.name, taker.id)}: it takes list ${common(taker.attached, released)} from the running ${from}. If that one has contacted people of the list, they may still count as its people: the update then refuses this, until "shared-list:${id}" is acknowledged.`,
      reach: taker.id === undefined ? "starts-sending" : "new-people",
      urn: taker.urn,
    };
  }
}

/** The campaigns that give up one of these lists in this run. */
export function giversOf({ memory }: Run, listIds: readonly string[]): string[] {
  return movesOf(memory, listIds).map(({ id }) => id);
}

/** True if an update of this run has taken one of these lists from another campaign. */
export function haveMoved({ memory }: Run, listIds: readonly string[]): boolean {
  return movesOf(memory, listIds).some(({ id }) => memory.updates.hasSucceeded({ name: "Campaign" }, id));
}

function movesOf(memory: RunMemory, listIds: readonly string[]): Move[] {
  return [...moves.of(memory).values()].filter(({ released }) =>
    released.some((listId) => listIds.includes(String(listId))),
  );
}

/** True if the program takes this list from the campaign, and no update of this run has sent that. */
export function isStillToMove({ kind, run }: CreateSituation, { listId, campaignId }: ListUse): boolean {
  const move = moves.of(run.memory).get(campaignId);
  const isReleased = move?.released.some((released) => String(released) === listId) === true;
  return isReleased && !run.memory.updates.hasSucceeded(kind, campaignId);
}

/** How to send the change that releases a list before the change that attaches it. */
export function howToMoveFirst({ run }: CreateSituation, uses: readonly ListUse[]): Advice {
  const all = [...new Set(uses.map(({ campaignId }) => campaignId))];
  const urns = all.map((id) => moves.of(run.memory).get(id)?.urn);
  const targets = urns.map((urn) => command("pulumi up --target", urn));
  const first = targets.reduce((before, next) => inTurn`${before}, ${next}`);
  const resources = urns.map(nameInProgram);
  const dependsOn = way(`${resources.map(printable).join(", ")} in the option dependsOn of this one`, {
    do: "dependOn",
    resources,
  });
  return say`Run ${first} first, then \`pulumi up\` again. Or let the engine order them: ${dependsOn}.`;
}

function nameOf({ name, id }: Move): string {
  return describe("campaign", name, id);
}

function common(some: readonly number[], others: readonly number[]): string {
  return some.filter((id) => others.includes(id)).join(", ");
}
