import { expect } from "vitest";
import type { Settings } from "../../../provider/src/api/settings";
import { nameOf } from "../../../provider/src/lifecycle/about";
import { step } from "../../../provider/src/resources/campaign/step";
import { signal } from "../../../provider/src/resources/sourceAgent/signal";
import type { FaultRequest, SandboxOptions } from "../../../sandbox/src/index";
import { type Sandbox, startSandboxWith } from "../../../sandbox/src/sandbox";
import { closedAfterTest } from "../../support/closedAfterTest";
import { temporaryFolder } from "../../support/folders";
import { PassingClock } from "../../support/passingClock";
import { type Step, TestStack } from "../../support/testStack";
import { settingsFor } from "../../unit/api/opening";
import { TagService } from "../tag/tagService";

/** All operations of the wire contract, or only those of the specification. */
export type Mode = "full" | "specOnly";
export const modes: readonly Mode[] = ["full", "specOnly"];

type Args = Readonly<Record<string, unknown>>;
type StatusFault = Extract<FaultRequest, { kind: "status" }>;
type Work = (() => unknown) | Promise<unknown>;

export const signals = [
  signal.searchKeyword("open banking"),
  signal.hiring(),
  signal.technology("stripe"),
  signal.competitorPage("https://network.example.com/company/acme"),
];

export const steps = [
  step.visitProfile(),
  step.invitation({ delayAfterLastStep: 1 }),
  step.message({ message: "Hi [FirstName], shall we talk?" }),
];

/** The same steps with another text, which changes a campaign in place. */
export const otherText = [...steps.slice(0, 2), step.message({ message: "Good day [FirstName]" })];

/** The same steps with another delay, which needs a new campaign. */
export const delayed = [steps[0], step.invitation({ delayAfterLastStep: 4 }), steps[2]];

/** The service of the cases: the sandbox, plus the tags of the test's own kind. */
export interface StageService extends Sandbox {
  readonly tags: TagService;
}

/** A service and an engine for one case, and the helpers of the cases. */
export class Stage {
  readonly engine: TestStack;
  /** The shared store lasts as long as the case. */
  private readonly clock = new PassingClock();
  readonly settings: Settings;
  private mark = 0;

  constructor(
    readonly sandbox: StageService,
    readonly mode: Mode,
  ) {
    const [apiKey = ""] = sandbox.accounts.owner.apiKeys;
    this.settings = settingsFor(sandbox.url, { apiKey, requestsPerMinute: 100_000, waitBudgetSeconds: 5 });
    this.engine = new TestStack(this.settings, { clock: this.clock });
  }

  list(args: Args = {}, options: Partial<Step> = {}): Step {
    return { kind: "List", args: { name: "Fintech founders", ...args }, ...options };
  }

  agent(listId: number, args: Args = {}, options: Partial<Step> = {}): Step {
    return { kind: "SourceAgent", args: { name: "Finder", listId, variables: signals, ...args }, ...options };
  }

  campaign(listId: number, args: Args = {}, options: Partial<Step> = {}): Step {
    const own = { name: "Fintech Q1", listIds: [listId], linkedinSeatId: 7, steps, ...args };
    return { kind: "Campaign", args: own, ...options };
  }

  tag(args: Args = {}): Step {
    return { kind: "Tag", args: { name: "Hot", colour: "red", ...args } };
  }

  /** Creates an auxiliary resource, and returns its id. */
  async made(name: string, wanted: Step): Promise<number> {
    await this.engine.up(name, wanted);
    return Number(this.engine.stored(wanted.kind, name).id);
  }

  async madeList(name = "leads", args: Args = {}): Promise<number> {
    return await this.made(name, this.list({ name: `List ${name}`, ...args }));
  }

  /** Creates the campaign `q1` on a list of its own. */
  async madeCampaign(args: Args = {}, options: Partial<Step> = {}): Promise<{ list: number; id: number }> {
    const list = await this.madeList();
    return { list, id: await this.made("q1", this.campaign(list, args, options)) };
  }

  /** Creates the agent `finder` for a list of its own. */
  async madeAgent(args: Args = {}, options: Partial<Step> = {}): Promise<{ list: number; id: number }> {
    const list = await this.madeList();
    return { list, id: await this.made("finder", this.agent(list, args, options)) };
  }

  /** An object created in the app, of which no run has recorded anything. */
  async madeByHand(listId: number, args: Args = {}): Promise<number> {
    const elsewhere = this.elsewhere();
    await elsewhere.up("by hand", this.campaign(listId, { name: "By hand", ...args }));
    return Number(elsewhere.stored("Campaign", "by hand").id);
  }

  /** The service's answer to the next request like `GET /v1/list`. */
  async answers(request: string, status: number, more: Partial<StatusFault> = {}): Promise<void> {
    const [method, path] = request.split(" ");
    await this.sandbox.fault({ ...more, kind: "status", method, path, status });
  }

  /** The answer to the create is lost, so that its outcome is unknown unless a listing shows it. */
  async lose(name: string, wanted: Step): Promise<void> {
    await this.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/*" });
    await this.refusal(this.engine.up(name, wanted));
  }

  /** The same for a campaign, while the listing of campaigns fails. */
  async loseUnlisted(name: string, wanted: Step, status = 503): Promise<void> {
    await this.answers("GET /v1/campaign", status, { skip: 1, count: 50 });
    await this.lose(name, wanted);
    await this.sandbox.clearFaults();
  }

  /** A run was killed after the service had created the object: it is in no state. */
  async killedAfter(name: string, wanted: Step): Promise<void> {
    await this.lose(name, wanted);
    this.engine.state.delete(this.engine.urn(wanted.kind, name));
  }

  /** A second stack, for somebody else's objects in the same account. */
  another(settings: Partial<Settings> = {}): TestStack {
    return new TestStack({ ...this.settings, ...settings }, { clock: this.clock });
  }

  /** Two provider processes of one engine run, each with its own resources of the same stack. */
  twoProviders(): readonly [TestStack, TestStack] {
    const surroundings = { clock: this.clock, engineRun: "one run" };
    return [new TestStack(this.settings, surroundings), new TestStack(this.settings, surroundings)];
  }

  /** A stack on a machine whose runs remember their keys' users. */
  remembering(): TestStack {
    return new TestStack(this.settings, { clock: new PassingClock(), cacheFolder: temporaryFolder() });
  }

  /** The same stack on a machine that shares nothing with this one. */
  elsewhere(from: TestStack = this.engine): TestStack {
    const engine = new TestStack(this.settings, { clock: new PassingClock() });
    for (const [urn, stored] of from.state) engine.state.set(urn, structuredClone(stored));
    return engine;
  }

  /**
   * An update of the whole program, in turn on machines that have one state: a laptop with the records of its own runs, or a
   * job without any. The lists stay in the program.
   */
  async upOn(where: "laptop" | "job", program: Readonly<Record<string, Step>>, acknowledge: string[] = []) {
    const machine = where === "laptop" ? this.engine : this.elsewhere();
    machine.restart({ acknowledge });
    try {
      await machine.upAll({ ...this.lists(), ...program }, "deletes");
    } finally {
      if (machine !== this.engine) {
        this.engine.state.clear();
        for (const [urn, stored] of machine.state) this.engine.state.set(urn, stored);
      }
    }
    return machine;
  }

  private lists(): Record<string, Step> {
    const ofKind = [...this.engine.state].filter(([urn]) => urn.split("::")[2]?.endsWith(":List"));
    return Object.fromEntries(ofKind.map(([urn, { inputs }]) => [nameOf(urn), this.list(inputs)]));
  }

  /** From here on, `writes` counts. */
  async forget(): Promise<void> {
    this.mark = (await this.sandbox.log({ last: 0 })).total;
  }

  /** Every write that has reached the service since, as `POST /v1/list`, without ids. */
  async writes(): Promise<string[]> {
    const { requests } = await this.sandbox.log({ after: this.mark });
    return requests
      .filter(({ method }) => method !== "GET")
      .map(({ method, path }) => `${method} ${path.replace(/\d{9,}/, "ID")}`);
  }

  /** Every read that has reached the service since. */
  async reads(): Promise<string[]> {
    const { requests } = await this.sandbox.log({ after: this.mark, method: "GET" });
    return requests.map(({ method, path }) => `${method} ${path}`);
  }

  /** Somebody's actions with the same key and another tool. */
  async patchByHand(path: string, body: object): Promise<void> {
    const response = await fetch(new URL(path, this.settings.origin), {
      method: "PATCH",
      headers: { authorization: `Bearer ${this.settings.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`PATCH ${path}: ${response.status} ${await response.text()}`);
  }

  /** A person to whom a campaign on this list writes. */
  async addPerson(listId: number): Promise<void> {
    const person = { firstName: "Ada", lastName: "Okoye", profileUrl: "https://network.example.com/in/a" };
    await this.sandbox.addContacts({ userId: 101, contacts: [{ ...person, listId }] });
  }

  async storedCampaigns() {
    return (await this.sandbox.objects()).campaigns;
  }

  async storedCampaign(id: number | string) {
    const campaigns = await this.storedCampaigns();
    const found = campaigns.find((campaign) => String(campaign.id) === String(id));
    if (found === undefined) throw new Error(`the service holds no campaign ${id}`);
    return found;
  }

  async storedAgent(id: number | string) {
    const { agents } = await this.sandbox.objects();
    const found = agents.find((agent) => String(agent.id) === String(id));
    if (found === undefined) throw new Error(`the service holds no agent ${id}`);
    return found;
  }

  /** Fails unless `work` is refused with a message that has all these parts. */
  async refuses(work: Work, ...parts: readonly (string | RegExp)[]): Promise<void> {
    const text = await this.refusal(work);
    for (const part of parts) expect(text).toMatch(part);
  }

  /** The message if `work` is refused: some lines, without a stack trace and the key. */
  async refusal(work: Work): Promise<string> {
    let text: string | undefined;
    try {
      await (typeof work === "function" ? work() : work);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      text = error.message;
    }
    if (text === undefined) throw new Error("nothing was refused");
    expect(text.split("\n").length, text).toBeLessThanOrEqual(4);
    expect(text).not.toContain(this.settings.apiKey);
    expect(text).not.toMatch(/^\s+at /m);
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
    return text;
  }
}

export type Play = (stage: Stage) => Promise<void>;

/** One case of the table. If the modes differ, docs/spec-only.md has a row for it. */
export interface Case {
  readonly row: number | string;
  readonly what: string;
  readonly both?: Play;
  readonly full?: Play;
  readonly specOnly?: Play;
}

/** A case of a row that is the same in both modes, exists in one of them, or differs. */
export const inBoth = (row: Case["row"], what: string, both: Play): Case => ({ row, what, both });
export const inFull = (row: Case["row"], what: string, full: Play): Case => ({ row, what, full });
export const inSpecOnly = (row: Case["row"], what: string, specOnly: Play): Case => ({ row, what, specOnly });
export const perMode = (row: Case["row"], what: string, plays: Record<Mode, Play>): Case => ({ row, what, ...plays });

export async function openStage(mode: Mode, options: SandboxOptions = {}): Promise<StageService> {
  const tags = new TagService();
  const all = { specOnly: mode === "specOnly", rateLimit: false, ...options } as const;
  const sandbox = await startSandboxWith(all, (service) => tags.routes(service));
  return {
    ...sandbox,
    tags,
    async reset(wanted) {
      tags.clear();
      return await sandbox.reset(wanted);
    },
  };
}

/** A stage on a service of its own, which is closed after the test. */
export async function stageOn(mode: Mode): Promise<Stage> {
  return new Stage(closedAfterTest(await openStage(mode)), mode);
}
