import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it } from "vitest";
import { Campaign, List, SourceAgent, step } from "../../../provider/src/index";
import { inputsOf, mockEngine } from "./mockedEngine";

const ids: Readonly<Record<string, string>> = { leads: "5", others: "6" };

async function start(preview = false): Promise<void> {
  const idOf = (name: string) => (preview ? undefined : (ids[name] ?? "99"));
  await mockEngine({ idOf, stack: `stack-${Math.random()}`, preview });
}
beforeEach(() => start());

type Ids = ConstructorParameters<typeof Campaign>[1]["listIds"];
interface Lists {
  readonly leads: List;
  readonly others: List;
  /** The component of both. */
  readonly all: pulumi.ComponentResource;
}
function lists(): Lists {
  const all = new pulumi.ComponentResource("fintech:lists:Lists", "all");
  const made = (name: string) => new List(name.toLowerCase(), { name }, { parent: all });
  return { leads: made("Leads"), others: made("Others"), all };
}

const bothIds = ({ leads, others }: Lists) => pulumi.all([leads.id, others.id]);
const strayIn = async (...made: Parameters<typeof inputsOf>) => (await inputsOf(...made)).__stray;
async function ofCampaign(made: (given: Lists) => Ids): Promise<unknown> {
  const steps = [step.message({ message: "Hi." })];
  return await strayIn(new Campaign("q1", { name: "Q1", linkedinSeatId: 7, steps, listIds: made(lists()) }), "q1");
}

describe("an id that is computed from one of the program's lists", () => {
  it.each<[string, (given: Lists) => Ids, string[]]>([
    ["another id", ({ leads }) => [leads.id.apply(() => "9")], ["listIds[0]"]],
    ["the id of another list of the program", ({ leads }) => [5, leads.id.apply(() => "6")], ["listIds[1]"]],
    ["another id, beside its own", ({ leads }) => leads.id.apply((id) => [id, "9"]), ["listIds"]],
    ["another id, from two lists", (given) => [bothIds(given).apply(() => 9)], ["listIds[0]"]],
    ["another id, in a secret", ({ leads }) => [pulumi.secret(leads.id.apply(() => "9"))], ["listIds[0]"]],
    ["another id, from its name", ({ leads }) => [leads.name.apply(() => 9)], ["listIds[0]"]],
    [
      "the id of another list, in an Output inside",
      (given) => [given.leads.id.apply(() => given.others.id)],
      ["listIds[0]"],
    ],
    ["its own id or that of another list", (given) => [5, bothIds(given).apply(([id]) => id)], ["listIds[1]"]],
    ["the id of another list, from its component", (given) => [given.all.urn.apply(() => "9")], ["listIds[0]"]],
    ["another id, in a promise", ({ leads }) => Promise.resolve([leads.id.apply(() => "9")]), ["listIds[0]"]],
  ])("and is %s: check gets its path", async (_, made, paths) => {
    expect(await ofCampaign(made)).toEqual(paths);
  });

  it.each<[string, (given: Lists) => Ids]>([
    ["its own", ({ leads }) => [leads.id]],
    ["its own as a number", ({ leads }) => [leads.id.apply(Number)]],
    ["one of those that it was computed from", (given) => bothIds(given).apply(([, id]) => [id])],
    ["all of them", (given) => [given.leads.id, given.others.id]],
    ["of no list of the program", () => [9, pulumi.output("10")]],
  ])("and is %s: nothing is passed", async (_, made) => {
    expect(await ofCampaign(made)).toBeUndefined();
  });

  it("counts for an agent as well", async () => {
    const { leads, others } = lists();
    const finder = new SourceAgent("finder", { name: "Finder", listId: leads.id.apply(() => 9) });
    expect(await strayIn(finder, "finder")).toEqual(["listId"]);
    const nested = new SourceAgent("nested", { name: "Nested", listId: others.id.apply(() => leads.id) });
    expect(await strayIn(nested, "nested")).toEqual(["listId"]);
    const fine = new SourceAgent("fine", { name: "Fine", listId: leads.id.apply(Number) });
    expect(await strayIn(fine, "fine")).toBeUndefined();
  });

  it("is unknown in the preview that creates the list", async () => {
    await start(true);
    expect(await ofCampaign(({ leads }) => [leads.id.apply(() => "9")])).toBeUndefined();
  });
});
