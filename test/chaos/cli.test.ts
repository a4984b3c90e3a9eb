import { type ChildProcess, execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { demoAccounts, type RequestRecord, type Sandbox, startSandbox } from "../../sandbox/src/index";
import { everythingIn } from "../support/acceptance";
import { casesOf } from "../support/long";
import { type Outcome, outcomeOf, Project } from "../support/project";
import { judge } from "./judge";
import { Author, type Program } from "./program";
import { Random } from "./random";

const seed = Number(process.env.OUTREACH_CHAOS_SEED ?? Date.now() % 1_000_000_000);
const requestTimeoutSeconds = 2;
/** Longer than a provider takes to notice that its engine has ended. */
const silence = 17_000;
const noticesWithin = 20_000;

/** Which process is ended, and how. */
const endings = {
  "Ctrl-C": async ({ cli }: Processes) => void cli.kill("SIGINT"),
  "Ctrl-C twice": async ({ cli }: Processes) => {
    cli.kill("SIGINT");
    await sleep(300);
    cli.kill("SIGINT");
  },
  "a CLI that is silent for a while": async ({ cli, providers }: Processes) => {
    // As with Ctrl-Z or a suspended laptop: no process may treat it as dead.
    cli.kill("SIGSTOP");
    await sleep(silence);
    expect(providers.filter(isAlive).length).toBeGreaterThan(0);
    cli.kill("SIGCONT");
  },
  "kill -9 of the CLI": async ({ cli }: Processes) => void cli.kill("SIGKILL"),
  "kill -9 of the provider": async ({ providers }: Processes) => {
    for (const pid of providers) process.kill(pid, "SIGKILL");
  },
  "kill -9 of both": async ({ cli, providers }: Processes) => {
    cli.kill("SIGKILL");
    for (const pid of providers) process.kill(pid, "SIGKILL");
  },
};

interface Processes {
  readonly cli: ChildProcess;
  /** The provider processes of this CLI. */
  readonly providers: readonly number[];
}

interface Case {
  /** Played by `npm test` as well, if its seed is even (0) or odd (1). */
  readonly turn?: 0 | 1;
  readonly ending: keyof typeof endings;
  /** The create that hangs when the process is ended. */
  readonly path: "/v1/list" | "/v1/agent" | "/v1/campaign";
  /** `after`: the create takes effect although its response is lost. */
  readonly when: "before" | "after";
}

const cases: readonly Case[] = [
  { ending: "Ctrl-C", path: "/v1/list", when: "after", turn: 0 },
  { ending: "Ctrl-C", path: "/v1/campaign", when: "before" },
  { ending: "Ctrl-C twice", path: "/v1/agent", when: "after" },
  { ending: "Ctrl-C twice", path: "/v1/list", when: "before" },
  { ending: "a CLI that is silent for a while", path: "/v1/agent", when: "after" },
  { ending: "kill -9 of the CLI", path: "/v1/list", when: "after" },
  { ending: "kill -9 of the CLI", path: "/v1/agent", when: "before", turn: 1 },
  { ending: "kill -9 of the provider", path: "/v1/campaign", when: "after", turn: 1 },
  { ending: "kill -9 of the provider", path: "/v1/list", when: "before" },
  { ending: "kill -9 of both", path: "/v1/agent", when: "after", turn: 0 },
  { ending: "kill -9 of both", path: "/v1/campaign", when: "before" },
];

describe("the real CLI, ended in the middle of a create", () => {
  // Each case mostly waits, and has its own service and project.
  it.concurrent.each(
    // A case has the same seed in a run of all cases.
    casesOf(
      cases.map((each, index) => ({ ...each, seed: seed + index })),
      ({ turn }) => turn === seed % 2,
    ),
  )("$ending while POST $path hangs ($when it took effect), seed $seed", { timeout: 300_000 }, async (each) => {
    const sandbox = await startSandbox({ rateLimit: false });
    const project = await new Project({
      env: {
        OUTREACH_API_KEY: sandbox.accounts.owner.apiKeys[0] ?? "",
        OUTREACH_BASE_URL: sandbox.url,
        OUTREACH_REQUEST_TIMEOUT_SECONDS: String(requestTimeoutSeconds),
      },
    }).init();
    try {
      await play(each, sandbox, project);
    } finally {
      await sandbox.close();
      project.remove();
    }
  });
});

async function play(each: Case & { readonly seed: number }, sandbox: Sandbox, project: Project): Promise<void> {
  const prefix = `s${each.seed}`;
  const program = programCreating(new Author(new Random(each.seed), prefix, true), each.path);
  project.write(sourceOf(program, new Map()));
  await sandbox.fault({ method: "POST", path: each.path, kind: "hang", when: each.when });

  const cli = project.start(["up", "--yes", "--skip-preview", "--non-interactive", "-s", project.stack]);
  const ended = outcomeOf(cli);
  await untilArrival(sandbox, each.path);
  const below = processesBelow(cli);
  const providers = below.filter(({ command }) => isProvider.test(command)).map(({ pid }) => pid);
  expect(providers.length).toBeGreaterThan(0);
  while (!project.isStateWritten()) await sleep(20);
  await endings[each.ending]({ cli, providers });
  const texts = [(await ended).text];
  const { total } = await sandbox.log({ last: 0 });

  if (each.ending === "kill -9 of the CLI") {
    // Its provider process survives, its create times out, and it checks; it must not create anything else.
    await sleep((2 * requestTimeoutSeconds + 1) * 1000);
    const { requests } = await sandbox.log({ after: total, method: "POST" });
    expect(requests.map(describeRequest)).toEqual([]);
    // It must also end, because nothing else would end it.
    for (const until = Date.now() + noticesWithin; providers.some(isAlive); await sleep(100)) {
      expect(Date.now(), "the provider outlives its engine").toBeLessThan(until);
    }
  }
  // Remaining processes must not affect the rest of the test.
  for (const { pid } of below) endIfAlive(pid);
  await sandbox.clearFaults();

  const { errors, adopted } = await settle(project, program, prefix, texts);
  const state = await project.state();
  const evidence = {
    prefix,
    userId: demoAccounts.owner.userId,
    program,
    programs: [program],
    state: state.resources
      .filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic/outreach:"))
      .map(({ urn, type, id }) => ({
        name: urn.split("::").at(-1) ?? "",
        kind: type.split(":").at(-1) ?? "",
        id: id ?? "",
      })),
    released: new Set<string>(),
    askedToDelete: [],
    warnings: [],
    earlierErrors: [],
    errors,
    log: (await sandbox.log()).requests,
    objects: await sandbox.objects(),
  };
  const story = [...evidence.log.map(describeRequest), ...texts].join("\n");
  expect(judge(evidence), story).toEqual([]);
  // Following the messages ends with a successful `up`.
  expect(errors, story).toEqual([]);
  // If a killed create has made its object, the guard of twins finds it; it is never created again.
  if (adopted > 0) expect(texts.join("\n")).toMatch(/already holds the same/);

  const key = demoAccounts.owner.apiKeys[0] ?? "";
  expect(texts.join("\n")).not.toContain(key);
  expect(everythingIn(project.scratch)).not.toContain(key);
}

/** Runs `up`, then `up --refresh`, and follows the messages. */
async function settle(project: Project, program: Program, prefix: string, texts: string[]) {
  const adopt = new Map<string, number>();
  let outcome: Outcome | undefined;
  for (let round = 1; round <= 5; round += 1) {
    project.write(sourceOf(program, adopt));
    outcome = await project.up(round === 1 ? [] : ["--refresh"]);
    texts.push(outcome.text);
    if (/the stack is currently locked/.test(outcome.text)) {
      const cancelled = await project.run(["cancel", "--yes", "-s", project.stack]);
      texts.push(cancelled.text);
      expect(cancelled.code, cancelled.text).toBe(0);
      continue;
    }
    if (outcome.code === 0) break;
    for (const [, name, id] of outcome.text.matchAll(
      /Creating [a-z ]+"([^"]+)": [^\n]*already holds the same [^\n]*?, id (\d+)/g,
    )) {
      if (name?.startsWith(`${prefix} `)) adopt.set(name, Number(id));
    }
  }
  const failed = outcome === undefined || outcome.code !== 0;
  // After the adoption, `adopt` is removed from the program, which changes nothing.
  project.write(sourceOf(program, new Map()));
  const again = await project.up(["--expect-no-changes"]);
  texts.push(again.text);
  const errors = failed || again.code !== 0 ? [outcome?.text ?? "", again.text] : [];
  return { errors, adopted: adopt.size };
}

/** A program that creates an object with this path. */
function programCreating(author: Author, path: Case["path"]): Program {
  const kind = { "/v1/list": "List", "/v1/agent": "SourceAgent", "/v1/campaign": "Campaign" }[path];
  for (;;) {
    const program = author.first();
    if (program.some((each) => each.kind === kind) && program.length > 2) return program;
  }
}

/** The program's source, as a user would write it. */
function sourceOf(program: Program, adopt: ReadonlyMap<string, number>): string {
  const lines = program.map(({ name, kind, args, dependsOn }) => {
    const adopted = adopt.get(String(args.name));
    const written = JSON.stringify(adopted === undefined ? args : { ...args, adopt: adopted });
    const linked = written.replace(/\{"ref":"(\w+)"\}/g, "$1.id");
    return `const ${name} = new outreach.${kind}("${name}", ${linked}, { dependsOn: [${dependsOn.join(", ")}] });`;
  });
  return ['const outreach = require("pulumi-outreach");', ...lines].join("\n");
}

async function untilArrival(sandbox: Sandbox, path: string): Promise<void> {
  for (;;) {
    const { requests } = await sandbox.log({ method: "POST", path });
    if (requests.some(({ fault }) => fault !== null)) return;
    await sleep(20);
  }
}

function describeRequest({ method, path, status, created, fault }: RequestRecord): string {
  return `${method} ${path} ${status ?? "no response"} ${created?.name ?? ""} ${fault?.kind ?? ""}`;
}

const isProvider = /dynamic-provider|pulumi-resource-pulumi-nodejs/;

/** From the process table: the provider, and the process that runs the program, which also survives a killed CLI. */
function processesBelow(cli: ChildProcess): { readonly pid: number; readonly command: string }[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  const processes = new Map<number, { readonly parent: number; readonly command: string }>();
  for (const [, pid, parent, command = ""] of table.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)) {
    processes.set(Number(pid), { parent: Number(parent), command });
  }
  const isBelow = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return parent !== undefined && (parent === cli.pid || isBelow(parent));
  };
  return [...processes].filter(([pid]) => isBelow(pid)).map(([pid, { command }]) => ({ pid, command }));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function endIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}
