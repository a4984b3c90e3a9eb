import { expect } from "vitest";
import type { FaultRequest } from "../../../sandbox/src/index";
import { type Case, inBoth, perMode, type Stage } from "./stage";

/** The kinds whose objects the service can delete. */
const subjects = [
  { kind: "SourceAgent", noun: "source agent", path: "/v1/agent" },
  { kind: "Tag", noun: "tag", path: "/v1/tag" },
] as const;
type Subject = (typeof subjects)[number];

/** Responses to a delete that was made and do not show that. */
const outcomes: Readonly<Record<string, { readonly faults: readonly FaultRequest[]; readonly says: string }>> = {
  "was answered with 504": {
    faults: [{ kind: "status", when: "after", status: 504, count: 99 }],
    says: "The delete may have taken effect. ",
  },
  "was lost, and then answered with 503": {
    faults: [
      { kind: "reset", when: "after", count: 1 },
      { kind: "status", when: "before", status: 503, count: 99 },
    ],
    says: "The delete may have taken effect. ",
  },
  "was lost, and refused when repeated": {
    faults: [
      { kind: "reset", when: "after", count: 1 },
      { kind: "status", when: "before", status: 422, count: 99 },
    ],
    says: "An earlier attempt to delete it may have taken effect. ",
  },
  "was answered without content, and refused when repeated": {
    faults: [
      { kind: "empty", when: "after", status: 200, count: 1 },
      { kind: "status", when: "before", status: 422, count: 99 },
    ],
    says: "An earlier attempt to delete it may have taken effect. ",
  },
};

async function made(stage: Stage, { kind }: Subject) {
  const wanted = kind === "Tag" ? stage.tag() : stage.agent(await stage.madeList());
  return { wanted, id: await stage.made("one", wanted), urn: stage.engine.urn(kind, "one") };
}

/** Deletes it although the program fails. Returns the message. */
async function lose(stage: Stage, { kind, path }: Subject, faults: readonly FaultRequest[]): Promise<string> {
  for (const fault of faults) await stage.sandbox.fault({ ...fault, method: "DELETE", path: `${path}/*` });
  const text = await stage.refusal(stage.engine.destroy(kind, "one"));
  await stage.sandbox.clearFaults();
  return text;
}

async function held(stage: Stage, { kind }: Subject): Promise<number> {
  return kind === "Tag" ? stage.sandbox.tags.ids().length : (await stage.sandbox.objects()).agents.length;
}

/** Deletes whose outcome is not known: the object stays in the state, and a reverted program does not differ from it. */
export const lostDeletes: readonly Case[] = subjects.flatMap((subject) => [
  ...Object.entries(outcomes).map(([outcome, { faults, says }]) =>
    perMode(23, `${subject.noun}: a delete that ${outcome} names what to run after a revert`, {
      async full(stage) {
        const { wanted } = await made(stage, subject);
        expect(await lose(stage, subject, faults)).toContain(
          `${says}Run this again. If the change is reverted instead: \`pulumi up --refresh\`.`,
        );
        expect((await stage.engine.preview("one", wanted)).op).toBe("same");
        expect(await held(stage, subject)).toBe(0);
        expect((await stage.engine.upRefreshed("one", wanted)).op).toBe("create");
        expect(await held(stage, subject)).toBe(1);
      },
      async specOnly(stage) {
        const { wanted, urn } = await made(stage, subject);
        expect(await lose(stage, subject, faults)).toContain(
          `${says}Run this again. If the change is reverted instead: look in the app, and if it is gone there: \`pulumi up --replace '${urn}'\`.`,
        );
        await stage.engine.refresh(subject.kind, "one");
        for (const [index, engine] of [stage.elsewhere(), stage.engine].entries()) {
          expect((await engine.preview("one", wanted)).op).toBe("same");
          expect((await engine.up("one", { ...wanted, replace: true })).op).toBe("replace");
          expect(await held(stage, subject)).toBe(index + 1);
        }
      },
    }),
  ),
  inBoth(16, `${subject.noun}: a replacement whose delete may have taken effect is continued`, async (stage) => {
    const { wanted } = await made(stage, subject);
    const replaced = () => stage.engine.up("one", { ...wanted, replace: true });
    const fault = { kind: "status", when: "after", status: 504, count: 99 } as const;
    await stage.sandbox.fault({ ...fault, method: "DELETE", path: `${subject.path}/*` });
    await stage.refuses(replaced(), "The delete may have taken effect. Run this again.");
    await stage.sandbox.clearFaults();
    expect(await held(stage, subject)).toBe(0);
    expect((await replaced()).op).toBe("replace");
    expect(await held(stage, subject)).toBe(1);
  }),
  inBoth(16, `${subject.noun}: a delete that may have taken effect is sent again`, async (stage) => {
    await made(stage, subject);
    await lose(stage, subject, outcomes["was answered with 504"]?.faults ?? []);
    await stage.engine.destroy(subject.kind, "one");
    expect(stage.engine.state.has(stage.engine.urn(subject.kind, "one"))).toBe(false);
  }),
  inBoth(16, `${subject.noun}: a delete that certainly had no effect does not count as one`, async (stage) => {
    await made(stage, subject);
    const refused = await lose(stage, subject, [{ kind: "status", when: "before", status: 422, count: 99 }]);
    expect(refused).not.toContain("may have taken effect");
    expect(await held(stage, subject)).toBe(1);
  }),
]);
