import { describe, expect, it, vi } from "vitest";
import { RunMemory } from "../../../provider/src/lifecycle/memory";
import { writtenRecord } from "../../../provider/src/lifecycle/record";
import { update } from "../../../provider/src/lifecycle/update";
import { open } from "../api/opening";
import { declared, robot } from "../kind/robot";

const here = "https://outreach.example.com";
const urn = "urn:pulumi:dev::project::robot::one";

/** The update of a robot to values that its preview did not know. */
function updating(late: object) {
  const { account } = open(here);
  const find = vi.spyOn(account, "find");
  const send = vi.spyOn(account, "update");
  vi.spyOn(account, "actingUser").mockResolvedValue({ id: "101" });
  const run = {
    ...{ settings: () => account.settings, account: () => account, warn: () => undefined, memory: new RunMemory() },
    ...{ now: () => new Date(0), random: () => "", sleep: async () => undefined },
  };
  const recorded = writtenRecord({ version: 1, origin: here, actingUserId: "101", declared: ["title"], urn });
  const work = update(robot, run, "5", { ...declared, recorded }, { ...declared, ...late });
  return { work, find, send };
}

describe("a value that is known only at the update", () => {
  it("is refused if only a new object can have it, with what plans one, and nothing is sent", async () => {
    const { work, find, send } = updating({ model: "flyer", title: "R3" });
    await expect(work).rejects.toThrow(
      /^Updating toy robot "R2" \(id 5\): model cannot change on an existing toy robot; nothing was sent\.\nRun `pulumi refresh`, then `pulumi preview`: it plans a replacement\.$/,
    );
    expect(find).not.toHaveBeenCalled();
    expect(send).not.toHaveBeenCalled();
  });

  it("is refused with each property that a new object needs", async () => {
    await expect(updating({ model: "flyer", speed: 3 }).work).rejects.toThrow("model, speed cannot change");
  });
});
