import { describe, expect, it, vi } from "vitest";
import { RunMemory } from "../../../provider/src/lifecycle/memory";
import { writtenRecord } from "../../../provider/src/lifecycle/record";
import { update } from "../../../provider/src/lifecycle/update";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { open } from "../api/opening";
import { declared, robot } from "../kind/robot";

const here = "https://outreach.example.com";
const urn = "urn:pulumi:dev::project::robot::one";

/** The update of a robot, or of another object, to values that its preview did not know. */
function updating(late: object, kind = robot, held: object = declared) {
  const { account } = open(here);
  const find = vi.spyOn(account, "find");
  const send = vi.spyOn(account, "update");
  vi.spyOn(account, "actingUser").mockResolvedValue({ id: "101" });
  const run = {
    ...{ settings: () => account.settings, account: () => account, warn: () => undefined, memory: new RunMemory() },
    ...{ now: () => new Date(0), random: () => "", sleep: async () => undefined },
  };
  const recorded = writtenRecord({ version: 1, origin: here, actingUserId: "101", declared: ["title"], urn });
  const work = update(kind, run, "5", { ...held, recorded }, { ...held, ...late });
  return { work, find, send };
}

describe("a value that is known only in the update", () => {
  it("is refused if it needs a new object, with how to plan one, and nothing is sent", async () => {
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

  it("is refused with the paths that need a new object, without those that an update can change", async () => {
    const [visit, note] = [{ type: "visitProfile" }, { type: "message", message: "Hello" }];
    const held = { name: "Q1", listIds: [1], linkedinSeatId: 3, steps: [note, visit, note] };
    const steps = [{ ...note, message: "Hi" }, { type: "likePosts" }, note];
    await expect(updating({ steps }, campaignKind, held).work).rejects.toThrow("(id 5): steps[1].type cannot change");
  });
});
