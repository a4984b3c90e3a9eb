import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox/src/index";
import { occurrences } from "../support/acceptance";
import { agentEnvironments, otherEnvironments, outsidePipelines } from "../support/agentEnvironments";
import { type Changes, changedProgram, type DeclaredProgram, DeclaredProject } from "../support/declared";
import { agent, campaign, list } from "../support/declaredResources";
import { asRealService, type Gateway } from "../support/gateway";

/** The resources that a person has brought up before. */
const base = {
  hot: list("Hot leads"),
  more: list("More"),
  leads: list("Leads"),
  spare: list("Spare"),
  others: list("Others"),
  running: campaign("Running", "$hot", { active: true }),
  draft: campaign("Draft", "$leads", { active: false }),
  elsewhere: agent("Elsewhere", "$spare"),
  resting: agent("Resting", "$hot", { paused: true }),
  silent: agent("Silent", "$hot", { variables: undefined }),
} as const satisfies DeclaredProgram;

/** Each way to start contacting people, by its resource. All of them are in one program. */
const starts = (idOfOther: number) =>
  ({
    // A new campaign that is active, and one that becomes active.
    fresh: campaign("Fresh", "$spare", { active: true }),
    draft: campaign("Draft", "$leads", { active: true }),
    // More people for the running campaign.
    running: campaign("Running", "$hot", { listIds: ["$hot", "$more"], active: true }),
    newcomer: agent("Newcomer", "$hot"),
    elsewhere: agent("Elsewhere", "$hot"),
    resting: agent("Resting", "$hot", { paused: false }),
    silent: agent("Silent", "$hot"),
    // An existing, inactive campaign. An adoption writes nothing, whoever runs it.
    adopted: campaign("Other", "$others", { active: true, adopt: idOfOther }),
  }) satisfies Changes;
const startsAtOnce = ["fresh", "running", "newcomer", "elsewhere", "resting", "silent"] as const;
/** A replacement. With --continue-on-error, the engine waits forever for one whose delete fails. */
const startAlone = "draft";

let sandbox: Sandbox;
let gateway: Gateway;
let stack: DeclaredProject;
let wanted: DeclaredProgram;

beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: false });
  gateway = await asRealService(sandbox.url);
  stack = await new DeclaredProject({
    ...{ OUTREACH_API_KEY: "osk_demo_owner", OUTREACH_BASE_URL: gateway.url },
    ...outsidePipelines,
  }).init();
  stack.declare({ ...base, other: campaign("Other", "$others", { active: false }) });
  expect((await stack.run("up")).code).toBe(0);
  const other = await stack.id("other");
  stack.declare(base);
  expect((await stack.run("up")).code).toBe(0);
  wanted = changedProgram(base, starts(other));
});
afterAll(async () => {
  stack?.project.remove();
  gateway?.close();
  await sandbox?.close();
});

/** Since the last call. */
let seen = 0;
async function writes(): Promise<string[]> {
  const { requests, total } = await sandbox.log({ after: seen });
  seen = total;
  return requests.flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path}`]));
}
const active = async () =>
  (await sandbox.objects()).campaigns.flatMap(({ name, active: isActive }) => (isActive ? [name] : [])).sort();

describe("a coding agent that runs pulumi up", () => {
  it("is recognized by at least twenty environments", () => {
    expect(agentEnvironments.length).toBeGreaterThanOrEqual(20);
  });

  it.each(agentEnvironments)("starts nothing: $agent, $environment", async ({ agent: name, environment }) => {
    await writes();
    const { resources: before } = await stack.project.state();
    stack.declare({ ...wanted, [startAlone]: base[startAlone] });
    const atOnce = await stack.run("up", ["--continue-on-error"], environment);
    stack.declare(changedProgram(base, { [startAlone]: wanted[startAlone] }));
    const alone = await stack.run("up", [], environment);
    expect([atOnce.code, alone.code]).not.toContain(0);
    const [said, text] = [`${atOnce.said}\n${alone.said}`, `${atOnce.text}\n${alone.text}`];
    for (const start of [...startsAtOnce, startAlone]) {
      const block = said.split(/\n(?=\S)/).find((each) => each.includes(`(${start}):`)) ?? "";
      expect([start, occurrences(block, `shows that ${name} started this run. Nothing was sent`)], text).toEqual([
        start,
        1,
      ]);
    }
    expect(await writes()).toEqual([]);
    expect(await active()).toEqual(["Running"]);
    // Sorted, because the engine writes them in the order of the program.
    const ids = (resources: typeof before) => resources.map(({ urn, id }) => `${urn} ${id}`).sort();
    expect(ids((await stack.project.state()).resources)).toEqual(ids(before));
  });
});

describe("a pipeline, or a person, that runs pulumi up", () => {
  // The first environment brings up all resources, and each later one starts another campaign.
  it.each(Object.entries(otherEnvironments))("starts the declared campaigns: %s", async (where, environment) => {
    const name = where.replace(/\W/g, "-");
    wanted = changedProgram(wanted, {
      // Refused whoever runs it, because the existing campaign is inactive.
      adopted: undefined,
      [`people-${name}`]: list(where),
      [name]: campaign(where, `$people-${name}`, { active: true }),
    });
    stack.declare(wanted);
    await writes();
    const { code, text } = await stack.run("up", [], environment);
    expect(code, text).toBe(0);
    expect(await active()).toEqual(expect.arrayContaining(["Draft", "Fresh", "Running", where]));
    expect(await writes()).toEqual(expect.arrayContaining(["POST /v1/list", "POST /v1/campaign"]));
  });
});
