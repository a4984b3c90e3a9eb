import { expect } from "vitest";
import { step } from "../../../provider/src/resources/campaign/step";
import { signal } from "../../../provider/src/resources/sourceAgent/signal";
import type { FaultRequest } from "../../../sandbox/src/index";
import type { TestedKind } from "../../support/testedKinds";
import type { Step } from "../../support/testStack";
import { type Case, inFull, inSpecOnly, otherText, type Stage, signals, steps } from "./stage";

type Args = Readonly<Record<string, unknown>>;

/** A kind whose objects the service can change, and changes of it. */
interface Subject {
  readonly kind: TestedKind;
  readonly noun: string;
  readonly path: string;
  wanted(stage: Stage, list: number, args: Args): Step;
  /** The arguments before and after each change; `list` and `other` are lists. */
  readonly changes: Readonly<Record<string, (list: number, other: number) => readonly [Args, Args]>>;
}

const subjects: readonly Subject[] = [
  {
    kind: "SourceAgent",
    noun: "source agent",
    path: "/v1/agent",
    wanted: (stage, list, args) => stage.agent(list, args),
    changes: {
      name: () => [{ name: "Finder" }, { name: "Seeker" }],
      listId: (list, other) => [{ listId: list }, { listId: other }],
      targetLocations: () => [{ targetLocations: ["France"] }, { targetLocations: ["France", "Peru"] }],
      variables: () => [{ variables: signals }, { variables: [...signals, signal.searchKeyword("payments")] }],
      ignoredCompanies: () => [{ ignoredCompanies: [] }, { ignoredCompanies: ["Acme"] }],
      minLeadScore: () => [{ minLeadScore: 0.8 }, { minLeadScore: 0.4 }],
      pausing: () => [{ paused: false }, { paused: true }],
      resuming: () => [{ paused: true }, { paused: false }],
    },
  },
  {
    kind: "Campaign",
    noun: "campaign",
    path: "/v1/campaign",
    wanted: (stage, list, args) => stage.campaign(list, { active: true, ...args }),
    changes: {
      name: () => [{ name: "Fintech Q1" }, { name: "Fintech Q2" }],
      steps: () => [{ steps }, { steps: otherText }],
      listIds: (list, other) => [{ listIds: [list] }, { listIds: [list, other] }],
    },
  },
  {
    kind: "Tag",
    noun: "tag",
    path: "/v1/tag",
    wanted: (stage, _list, args) => stage.tag(args),
    changes: {
      name: () => [{ name: "Hot" }, { name: "Cold" }],
      colour: () => [{ colour: "red" }, { colour: "blue" }],
    },
  },
];

/** Responses to a change that do not show whether it was made. */
export const outcomes: Readonly<Record<string, readonly FaultRequest[]>> = {
  "was made and answered with 504": [{ kind: "status", when: "after", status: 504, count: 99 }],
  "was made, and its connections broke": [{ kind: "reset", when: "after", count: 99 }],
  "was made and answered with a page": [{ kind: "foreign", when: "after", status: 200, count: 99 }],
  "was answered with 504 and not made": [{ kind: "status", when: "before", status: 504, count: 99 }],
  "was made, lost, and refused when repeated": [
    { kind: "reset", when: "after", count: 1 },
    { kind: "status", when: "before", status: 422, count: 99 },
  ],
  "was made, lost, and limited when repeated": [
    { kind: "reset", when: "after", count: 1 },
    { kind: "rateLimit", when: "before", retryAfterSeconds: 30, count: 99 },
  ],
};

export async function during(
  stage: Stage,
  path: string,
  faults: readonly FaultRequest[],
  work: () => Promise<void>,
): Promise<void> {
  for (const fault of faults) await stage.sandbox.fault({ ...fault, method: "PATCH", path: `${path}/*` });
  await work();
  await stage.sandbox.clearFaults();
}

export const doubt = "may have taken effect";

interface Lost {
  readonly before: Step;
  readonly after: Step;
  readonly property: string;
}

/** The resource `one`, after a change of it has failed like this. */
async function lost(stage: Stage, subject: Subject, change: string, outcome: string): Promise<Lost> {
  const [list, other] = [await stage.madeList("base"), await stage.madeList("other")];
  const [olds, news] = subject.changes[change]?.(list, other) ?? [{}, {}];
  const [before, after] = [subject.wanted(stage, list, olds), subject.wanted(stage, list, news)];
  const id = await stage.made("one", before);
  const [property = ""] = Object.keys(news);
  await during(stage, subject.path, outcomes[outcome] ?? [], async () => {
    await stage.refuses(
      stage.engine.up("one", after),
      `(id ${id}): could not `,
      new RegExp(`change(?: of)? ${property} ${doubt}\\. Run \`pulumi up\` again, also after a revert`),
    );
  });
  await stage.forget();
  return { before, after, property };
}

/** Preview and update send the change once, and the state then equals the service. */
async function sends(stage: Stage, { kind, path }: Subject, wanted: Step, property: string): Promise<void> {
  const preview = await stage.engine.preview("one", wanted);
  expect(preview.op).toBe("update");
  expect(preview.warnings.join("\n")).toContain(`an earlier change of ${property} failed without a clear answer`);
  expect((await stage.engine.up("one", wanted)).op).toBe("update");
  expect(await stage.writes()).toEqual([`PATCH ${path}/ID`]);
  const settled = await stage.engine.preview("one", wanted);
  expect(settled.op).toBe("same");
  expect(settled.warnings.join("\n")).not.toContain(doubt);
  expect(await stage.engine.refresh(kind, "one")).toEqual([]);
  expect(stage.engine.stored(kind, "one").outputs).toMatchObject({ [property]: wanted.args[property] });
}

export const made = "was made and answered with 504";

const reverted = subjects.flatMap((subject) =>
  Object.keys(subject.changes).flatMap((change) =>
    // Each change with one outcome, and each outcome with one change.
    (change === "name" ? Object.keys(outcomes) : [made]).flatMap((outcome) => [
      inFull(10, `${subject.noun}: a change (${change}) that ${outcome} is reverted`, async (stage) => {
        const { before, property } = await lost(stage, subject, change, outcome);
        await sends(stage, subject, before, property);
      }),
      inFull(10, `${subject.noun}: a change (${change}) that ${outcome} is sent again`, async (stage) => {
        const { after, property } = await lost(stage, subject, change, outcome);
        await sends(stage, subject, after, property);
      }),
    ]),
  ),
);

const [agent, campaign] = subjects;

/** Changes of existing objects whose outcome is not known. */
export const unsettled: readonly Case[] = [
  ...reverted,
  ...[agent, campaign].flatMap((subject) =>
    subject === undefined
      ? []
      : [
          inFull(10, `${subject.noun}: a refresh settles a change without a clear answer`, async (stage) => {
            const { before } = await lost(stage, subject, "name", made);
            expect(await stage.engine.refresh(subject.kind, "one")).toEqual(["name"]);
            const preview = await stage.engine.preview("one", before);
            expect(preview.op).toBe("update");
            expect(preview.warnings.join("\n")).not.toContain(doubt);
            expect((await stage.engine.up("one", before)).op).toBe("update");
            expect(await stage.engine.refresh(subject.kind, "one")).toEqual([]);
          }),
          inFull(
            19,
            `${subject.noun}: a change without a clear answer hides no change made in the app`,
            async (stage) => {
              const { before, after } = await lost(stage, subject, "name", made);
              const { id } = stage.engine.stored(subject.kind, "one");
              await stage.patchByHand(`${subject.path}/${id}`, { name: "By hand" });
              await stage.refuses(
                stage.engine.up("one", before),
                "name changed outside the program since the last run",
              );
              await stage.refuses(stage.engine.up("one", after), "name changed outside the program since the last run");
            },
          ),
        ],
  ),
  inFull(10, "two changes without a clear answer are settled by a third one", async (stage) => {
    const list = await stage.madeList();
    const wanted = (message: string) =>
      stage.campaign(list, { steps: [...steps.slice(0, 2), step.message({ message })] });
    const id = await stage.made("q1", wanted("First"));
    await during(stage, "/v1/campaign", outcomes[made] ?? [], async () => {
      await stage.refuses(stage.engine.up("q1", wanted("Second")), doubt);
    });
    await during(stage, "/v1/campaign", outcomes["was answered with 504 and not made"] ?? [], async () => {
      await stage.refuses(stage.engine.up("q1", wanted("Third")), doubt);
    });
    expect((await stage.engine.up("q1", wanted("First"))).op).toBe("update");
    expect((await stage.storedCampaign(id)).steps.at(-1)).toMatchObject({ message: "First" });
    expect((await stage.engine.preview("q1", wanted("First"))).op).toBe("same");
  }),
  inFull(10, "a change that cannot be read back is not forgotten", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    const [before, after] = [{}, { name: "Renamed" }].map((args) => stage.campaign(list, { active: true, ...args }));
    if (before === undefined || after === undefined) throw new Error("no steps");
    await stage.sandbox.fault({ kind: "alter", method: "PATCH", path: "/v1/campaign/*", remove: ["active"] });
    await stage.answers(`GET /v1/campaign/${id}`, 503, { skip: 1, count: 99 });
    await stage.refuses(stage.engine.up("q1", after), `The change of name ${doubt}`);
    await stage.sandbox.clearFaults();
    expect((await stage.engine.preview("q1", before)).op).toBe("update");
    await stage.engine.up("q1", before);
    expect((await stage.storedCampaign(id)).name).toBe("Fintech Q1");
  }),
  inFull(10, "a change beside one that the service has not made is not forgotten", async (stage) => {
    const { list, id } = await stage.madeAgent({ minLeadScore: 0.4 });
    await stage.sandbox.fault({ kind: "alter", method: "PATCH", path: "/v1/agent/*", set: { minLeadScore: 0.4 } });
    const changed = stage.agent(list, { name: "Seeker", minLeadScore: 0.8 });
    await stage.refuses(
      stage.engine.up("finder", changed),
      "the service accepted the change and left minLeadScore as before",
    );
    const before = stage.agent(list, { minLeadScore: 0.4 });
    expect((await stage.engine.preview("finder", before)).op).toBe("update");
    await stage.engine.up("finder", before);
    expect((await stage.storedAgent(id)).name).toBe("Finder");
  }),
  inFull(10, "a change that certainly was not made is not recorded", async (stage) => {
    const { list } = await stage.madeAgent();
    await stage.answers("PATCH /v1/agent/*", 422, { count: 99 });
    expect(await stage.refusal(stage.engine.up("finder", stage.agent(list, { name: "Seeker" })))).not.toContain(doubt);
    await stage.sandbox.clearFaults();
    expect((await stage.engine.preview("finder", stage.agent(list))).op).toBe("same");
  }),
  inFull(
    10,
    "a change without a clear answer of a property that the program no longer declares is reported",
    async (stage) => {
      const { list } = await stage.madeAgent();
      await during(stage, "/v1/agent", outcomes[made] ?? [], async () => {
        await stage.refuses(stage.engine.up("finder", stage.agent(list, { targetLocations: ["Peru"] })), doubt);
      });
      await stage.forget();
      for (const look of ["preview", "up", "preview"] as const) {
        const { warnings } = await stage.engine[look]("finder", stage.agent(list));
        expect(warnings.join("\n")).toContain("no update sends another value: run `pulumi refresh`");
      }
      expect(await stage.writes()).toEqual([]);
      await stage.engine.refresh("SourceAgent", "finder");
      expect((await stage.engine.preview("finder", stage.agent(list))).warnings.join("\n")).not.toContain(doubt);
    },
  ),
  inSpecOnly(
    10,
    "a pause without a clear answer is settled only by another one, which the warning prints",
    async (stage) => {
      const { list, id } = await stage.madeAgent({ paused: false });
      const earlier = "an earlier change of paused failed without a clear answer";
      await during(stage, "/v1/agent", outcomes[made] ?? [], async () => {
        const text = await stage.refusal(stage.engine.up("finder", stage.agent(list, { paused: true })));
        expect(text).toContain(`The change of paused ${doubt}. Run \`pulumi up\` again, which sends it again.`);
        expect(text).toContain("This service cannot revert it: if it is not to stay, look in the app.");
      });
      await stage.forget();
      for (const args of [{ paused: false }, {}]) {
        await stage.engine.up("finder", stage.agent(list, args));
        await stage.engine.refresh("SourceAgent", "finder");
        const reverted = await stage.engine.preview("finder", stage.agent(list, args));
        expect(reverted.op).toBe("same");
        expect(reverted.warnings.join("\n")).toContain(
          `${earlier} and ${doubt}, and no update sends another value: look in the app, because this service does not show it. To settle it: declare paused: true and run \`pulumi up\`, which sends it again; if it is to run, resume it in the app after that, and remove paused from the program.`,
        );
      }
      expect(await stage.writes()).toEqual([]);
      await stage.engine.up("finder", stage.agent(list, { paused: true }));
      expect((await stage.storedAgent(id)).paused).toBe(true);
      // Resumed in the app.
      await stage.engine.up("finder", stage.agent(list));
      for (const args of [{ paused: true }, {}]) {
        expect((await stage.engine.preview("finder", stage.agent(list, args))).warnings.join("\n")).not.toContain(
          doubt,
        );
      }
    },
  ),
];
