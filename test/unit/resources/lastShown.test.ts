import { describe, expect, it } from "vitest";
import type { Stated } from "../../../provider/src/lifecycle/stated";
import { noteStated } from "../../../provider/src/resources/campaign/reach";
import { acceptTable, startTable } from "../../../provider/src/resources/campaign/startTable";
import { campaignsInView } from "../../../provider/src/resources/inView";
import { type Around, listed, urnOf } from "./guarding";
import { applied, starting, urn } from "./starting";

describe("a campaign in the state that the service showed, and no longer lists,", () => {
  const old = (changes: Partial<Stated> = {}): Stated => ({ urn: urnOf("old"), targets: [1], is: "shown", ...changes });
  const tables = [
    ["starts", startTable],
    ["is accepted as running", acceptTable],
  ] as const;
  const unlisted = undefined;

  it.each(tables)("refuses that one %s on its list until a refresh", async (_, table) => {
    const { situation } = starting({ campaigns: unlisted });
    noteStated(situation.run.memory, [old(), old({ urn: urnOf("older") }), old({ urn: urnOf("far"), targets: [9] })]);
    await expect(applied(table, ["last-shown"], situation, { listIds: ["1", "2"] })).rejects.toThrow(
      /^campaign "Fintech Q1": the state holds the campaigns "old" and "older" on the same list, .* Nothing was sent\.\nRun `pulumi refresh`, then run this again/,
    );
  });

  it.each<[string, Around, readonly Stated[]]>([
    ["the service lists campaigns", { campaigns: listed() }, [old()]],
    ["the service lists some campaigns", { campaigns: { ...listed(), whole: false } }, [old()]],
    ["it is on another list", { campaigns: unlisted }, [old({ targets: [9] })]],
    ["it is the resource's own", { campaigns: unlisted }, [old({ urn })]],
    ["the service did not show it", { campaigns: unlisted }, [old({ is: "resting", id: "5" })]],
  ])("does not matter if %s", async (_, around, stated) => {
    const { situation, warnings } = starting(around);
    noteStated(situation.run.memory, stated);
    await applied(startTable, ["last-shown"], situation, { listIds: ["1"] });
    expect(warnings).toEqual([]);
  });

  it("does not matter if its own diff has compared it", async () => {
    const { situation } = starting({ campaigns: unlisted });
    const { memory } = situation.run;
    noteStated(memory, [old()]);
    const compared = { urn: urnOf("old"), id: "5", name: "Old", listIds: [1], attached: [], acknowledged: new Set([]) };
    campaignsInView.of(memory).note(compared);
    await applied(startTable, ["last-shown"], situation, { listIds: ["1"] });
    // The row for shared lists refuses it.
    await expect(applied(startTable, ["shared-list"], situation, { listIds: ["1"] })).rejects.toThrow("(id 5)");
  });
});
