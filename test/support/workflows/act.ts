import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { findAct } from "../../../tools/act.mjs";
import { outcomeOf } from "../project";
import { localActions, permissionsOf } from "./actActions";
import { repositoryName } from "./githubTypes";
import type { Event, JobOutcome, RunWorkflow, Team } from "./runner";
import { readWorkflow } from "./workflow";

const line = z.looseObject({ msg: z.string(), jobID: z.string().optional(), jobResult: z.string().optional() });

let runs = 0;

/** Runs workflows with act, an independent interpreter, each job on this machine in a fresh folder. */
export async function byAct(): Promise<RunWorkflow> {
  const act = await findAct();
  if (act.path === undefined) throw new Error(act.reason);
  const { path } = act;
  return async (team, name, event) => {
    runs += 1;
    const scratch = join(team.machine.folder, `act-${runs}`);
    const project = join(scratch, "project");
    team.repository.checkout(event.commit, project);
    const workflow = join(project, ".github", "workflows", name);
    const settings = writeSettings(scratch, team, workflow, event);
    const actions = localActions(join(scratch, "actions"), workflow, team, join(scratch, "artifacts"));
    const child = spawn(
      path,
      [
        ...[event.name, "--workflows", workflow, "--eventpath", settings.event, "--actor", event.actor],
        ...["--platform", "ubuntu-24.04=-self-hosted", "--container-daemon-socket", "-", "--no-cache-server", "--json"],
        ...["--env-file", settings.env, "--var-file", settings.variables, "--secret-file", settings.secrets],
        ...["--no-skip-checkout", "--action-cache-path", join(scratch, "cache")],
        ...actions.flatMap((action) => ["--local-repository", action]),
      ],
      { cwd: project, env: { ...team.machine.environment, HOME: settings.home }, stdio: ["ignore", "pipe", "pipe"] },
    );
    const { text } = await outcomeOf(child);
    return outcomesIn(text, Object.keys(readWorkflow(workflow).jobs));
  };
}

/** The files that give act what GitHub provides. */
function writeSettings(scratch: string, team: Team, workflow: string, event: Event) {
  const home = join(scratch, "home");
  mkdirSync(home, { recursive: true });
  // Without it, act asks on the terminal which image to use.
  writeFileSync(join(home, ".actrc"), "");
  const write = (name: string, text: string) => {
    writeFileSync(join(scratch, name), text);
    return join(scratch, name);
  };
  const lines = (values: Readonly<Record<string, string>>) =>
    Object.entries(values)
      .map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
      .join("");
  const { action, payload, name, branch, commit, attempt = 1 } = event;
  return {
    home,
    event: write("event.json", JSON.stringify({ action, ref: `refs/heads/${branch}`, ...payload })),
    env: write(
      "env",
      lines({
        GITHUB_API_URL: team.github.url,
        GITHUB_GRAPHQL_URL: `${team.github.url}/graphql`,
        GITHUB_SERVER_URL: "https://github.example.com",
        GITHUB_REPOSITORY: repositoryName,
        GITHUB_RUN_ID: String(1000 + runs),
        GITHUB_RUN_ATTEMPT: String(attempt),
        ...(name === "push" || name === "schedule" ? { GITHUB_REF: `refs/heads/${branch}` } : {}),
        SHA_REF: commit,
      }),
    ),
    variables: write("variables", lines(team.variables)),
    // act does not support environments, and has one token for all jobs.
    secrets: write(
      "secrets",
      lines({
        ...Object.assign({}, ...Object.values(team.secrets)),
        GITHUB_TOKEN: team.github.tokenFor(permissionsOf(workflow)),
      }),
    ),
  };
}

function outcomesIn(text: string, jobs: readonly string[]): Record<string, JobOutcome> {
  const all = text.split("\n").flatMap((each) => (each.startsWith("{") ? [line.parse(JSON.parse(each))] : []));
  if (!all.some(({ jobID }) => jobID !== undefined)) throw new Error(`act ran no job:\n${text}`);
  return Object.fromEntries(
    jobs.map((id) => {
      const own = all.filter(({ jobID }) => jobID === id);
      const ended = own.findLast(({ jobResult }) => jobResult !== undefined)?.jobResult;
      const result = z.enum(["success", "failure", "skipped"]).parse(ended ?? "skipped");
      const log = own.map(({ msg }) => msg).join("\n");
      return [id, { result, log, summary: "", outputs: {} }];
    }),
  );
}
