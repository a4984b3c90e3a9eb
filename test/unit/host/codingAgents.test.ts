import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { codingAgentOfRun, codingAgents } from "../../../provider/src/host/codingAgents";
import { resolveSettings, type SettingName } from "../../../provider/src/host/settings";

const variables = codingAgents.flatMap(({ marks: all }) => all);
const pipelines = ["CI", "GITHUB_ACTIONS", "GITLAB_CI", "JENKINS_URL", "CIRCLECI"];

beforeEach(() => {
  for (const name of [...variables.map((each) => each.name), ...pipelines]) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

const set = (environment: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
};

/** What the runner of each agent sets. */
const runs = codingAgents.flatMap(({ name, marks: all }) =>
  all.map((each) => ({ agent: name, environment: { [each.name]: each.value ?? "1" } })),
);

describe("the environment of a coding agent's command runner", () => {
  it("is known of at least twenty agents, each with its source", () => {
    expect(new Set(codingAgents.map(({ name }) => name)).size).toBeGreaterThanOrEqual(20);
    for (const { source } of codingAgents) expect(source).toMatch(/^https:\/\//);
  });

  it.each(runs)("shows $agent by $environment", ({ agent, environment }) => {
    set(environment);
    expect(codingAgentOfRun()).toBe(agent);
  });

  it.each(runs)("shows nobody in a pipeline: $environment", ({ environment }) => {
    set({ ...environment, CI: "true" });
    expect(codingAgentOfRun()).toBeUndefined();
  });
});

/** Of the documentation of each service, and of terminals in which people type. */
const others = {
  "GitHub Actions": {
    CI: "true",
    GITHUB_ACTIONS: "true",
    GITHUB_RUN_ID: "1",
    RUNNER_OS: "Linux",
    RUNNER_NAME: "agent",
  },
  "GitLab CI": { CI: "true", GITLAB_CI: "true", CI_JOB_ID: "1", CI_RUNNER_DESCRIPTION: "agent" },
  Jenkins: { JENKINS_URL: "https://jenkins.example.com/", BUILD_ID: "5", NODE_NAME: "agent-1", EXECUTOR_NUMBER: "0" },
  CircleCI: { CI: "true", CIRCLECI: "true", CIRCLE_JOB: "preview" },
  "a terminal": { TERM: "xterm-256color", SHELL: "/bin/zsh", USER: "ada", SSH_AUTH_SOCK: "/tmp/agent.1" },
  "the terminal of VS Code": { TERM_PROGRAM: "vscode", VSCODE_GIT_IPC_HANDLE: "/tmp/git.sock" },
  "the terminal of Cursor": { TERM_PROGRAM: "vscode", CURSOR_TRACE_ID: "0a1b2c" },
  "the terminal of Kiro": { TERM_PROGRAM: "kiro" },
  "a workspace of Replit": { REPL_ID: "0a1b", REPL_SLUG: "outreach" },
  "keys and settings of agents": {
    ANTHROPIC_API_KEY: "key",
    OPENAI_API_KEY: "key",
    COPILOT_GITHUB_TOKEN: "token",
    CODEX_HOME: "/home/ada/.codex",
    CLAUDE_CODE_USE_BEDROCK: "1",
    GOOSE_PROVIDER: "openai",
  },
  "an agent that is switched off": { AI_AGENT: "0", AGENT: "false", CLINE_ACTIVE: "false", CLAUDECODE: "" },
  "another program's AGENT": { AGENT: "build-7.example.com" },
} as const;

it.each(Object.entries(others))("is not that of %s", (_where, environment) => {
  set(environment);
  expect(codingAgentOfRun()).toBeUndefined();
});

describe("the setting launch", () => {
  const settings = (config: Partial<Record<SettingName, string>>, environment: typeof config = {}) => {
    const all = { apiKey: "osk_key", baseUrl: "https://outreach.example.com", ...config };
    const explicit = new Set<string>();
    return resolveSettings(
      (name) => environment[name],
      (name: keyof typeof all) => all[name],
      explicit,
    );
  };

  it("is what an agent's run lacks, so that it starts nothing", () => {
    set({ CLAUDECODE: "1" });
    expect(settings({})).toMatchObject({ launch: "allow", codingAgent: "claude-code" });
  });

  it.each(["allow", "never"] as const)("holds as it is written for an agent as well: %s", (launch) => {
    set({ CLAUDECODE: "1" });
    for (const resolved of [settings({ launch }), settings({}, { launch })]) {
      expect([resolved.launch, resolved.codingAgent]).toEqual([launch, undefined]);
    }
  });

  it("says nothing of agents to a person", () => {
    expect(settings({}).codingAgent).toBeUndefined();
  });
});
