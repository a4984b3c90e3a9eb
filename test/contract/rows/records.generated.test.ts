import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLong } from "../../support/long";
import type { TestStack } from "../../support/testStack";
import { handOver, rename } from "./oldRecords";
import { modes, openStage, Stage, type StageService } from "./stage";

type Machine = "laptop" | "ci" | "new";
const machine = fc.constantFrom<Machine>("laptop", "ci", "new");

/** Actions on one resource of a state that several machines without common records share. */
const act = fc.oneof(
  fc.record({ do: fc.constantFrom("rename" as const, "refresh" as const, "same" as const), on: machine }),
  // `pulumi state delete`, and the same object under another name of the resource.
  fc.record({ do: fc.constantFrom("adoptAgain" as const), on: machine }),
  // A resource under another provider adopts the object, and both are in the state.
  fc.record({ do: fc.constantFrom("take" as const), on: machine }),
);
const ending = fc.record({ do: fc.constantFrom("destroy" as const, "replace" as const), on: machine });

const begin = fc.record({ adopts: fc.constantFrom(undefined, "id" as const, "twin" as const), on: machine });

describe.each(modes)("whatever a machine has recorded about an agent in the state, %s", (mode) => {
  let sandbox: StageService;

  beforeAll(async () => {
    sandbox = await openStage(mode);
  });
  afterAll(async () => {
    await sandbox.close();
  });

  it("its delete succeeds, or names the recorded adopter; and its replacement leaves no second one", async () => {
    await fc.assert(
      fc.asyncProperty(begin, fc.array(act, { maxLength: 4 }), ending, async (first, acts, last) => {
        await sandbox.reset();
        const stage = new Stage(sandbox, mode);
        const machines: Record<Machine, TestStack> = {
          laptop: stage.engine,
          ci: stage.elsewhere(),
          new: stage.elsewhere(),
        };
        const list = await stage.madeList();
        let current = machines[first.on];
        handOver(stage.engine, current);
        const on = (name: Machine) => {
          if (machines[name] !== current) handOver(current, machines[name]);
          current = machines[name];
          return current;
        };
        let name = "finder";
        const program = (args = {}) => stage.agent(list, args);
        if (first.adopts === undefined) await current.up(name, program());
        else {
          const byHand = stage.elsewhere();
          await byHand.up("by hand", program());
          const id = Number(byHand.stored("SourceAgent", "by hand").id);
          const adopt = first.adopts === "twin" && mode === "full" ? "twin" : id;
          await current.up(name, program({ adopt }));
        }
        const id = Number(current.stored("SourceAgent", name).id);

        // The resource that each machine has recorded as the last adopter, and all names of the current one.
        const adopters = new Map<Machine, string>(first.adopts === undefined ? [] : [[first.on, name]]);
        let own = new Set([name]);
        let names = 0;
        for (const each of acts) {
          const stack = on(each.on);
          names += 1;
          if (each.do === "refresh") await stack.refresh("SourceAgent", name);
          if (each.do === "same") await stack.up(name, program());
          if (each.do === "rename") {
            rename(stack, "SourceAgent", name, `name${names}`);
            name = `name${names}`;
            own.add(name);
            await stack.up(name, program());
          }
          if (each.do === "adoptAgain") {
            stack.state.delete(stack.urn("SourceAgent", name));
            name = `name${names}`;
            await stack.up(name, program({ adopt: id }));
            own = new Set([name]);
            adopters.set(each.on, name);
          }
          if (each.do === "take") {
            const held = structuredClone(stack.stored("SourceAgent", name));
            stack.state.delete(stack.urn("SourceAgent", name));
            await stack.up(`thief${names}`, program({ adopt: id }));
            stack.state.delete(stack.urn("SourceAgent", `thief${names}`));
            stack.state.set(stack.urn("SourceAgent", name), held);
            adopters.set(each.on, `thief${names}`);
          }
        }

        const stack = on(last.on);
        const adopter = adopters.get(last.on);
        const isTaken = adopter !== undefined && !own.has(adopter);
        await stage.forget();
        if (last.do === "destroy") {
          const warnings = (await stack.destroy("SourceAgent", name)).join();
          expect(await stage.writes()).toEqual(isTaken ? [] : ["DELETE /v1/agent/ID"]);
          expect(warnings.includes("another resource of this stack has adopted it")).toBe(isTaken);
        } else {
          const replaced = stack.up(name, stage.agent(list, {}, { replace: true }));
          if (isTaken) expect(await stage.refusal(replaced)).toContain("has adopted this source agent, and");
          else await replaced;
          expect(await stage.writes()).toEqual(isTaken ? [] : ["DELETE /v1/agent/ID", "POST /v1/agent"]);
        }
        const { agents } = await sandbox.objects();
        expect(agents).toHaveLength(last.do === "destroy" && !isTaken ? 0 : 1);
      }),
      { numRuns: isLong ? 300 : 60 },
    );
  }, 120_000);
});
