import { codingAgents } from "../../provider/src/host/codingAgents";

export type Environment = Readonly<Record<string, string>>;

const pipelineVariables = ["CI", "GITHUB_ACTIONS", "GITLAB_CI", "JENKINS_URL", "CIRCLECI"];
/** A pipeline may run the tests: an empty variable counts as missing. */
export const outsidePipelines: Environment = Object.fromEntries(pipelineVariables.map((name) => [name, ""]));

/** What the command runner of each coding agent sets, one variable at a time. */
export const agentEnvironments = codingAgents.flatMap(({ name: agent, marks }) =>
  marks.map(({ name, value = "1" }) => ({ agent, environment: { ...outsidePipelines, [name]: value } })),
);

/** What pipelines and people's terminals set, according to their documentation. */
export const otherEnvironments = {
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
  "VS Code's terminal": { TERM_PROGRAM: "vscode", VSCODE_GIT_IPC_HANDLE: "/tmp/git.sock" },
  "Cursor's terminal": { TERM_PROGRAM: "vscode", CURSOR_TRACE_ID: "0a1b2c" },
  "Kiro's terminal": { TERM_PROGRAM: "kiro" },
  "a Replit workspace": { REPL_ID: "0a1b", REPL_SLUG: "outreach" },
  "keys and settings of agents": {
    ANTHROPIC_API_KEY: "key",
    OPENAI_API_KEY: "key",
    COPILOT_GITHUB_TOKEN: "token",
    CODEX_HOME: "/home/ada/.codex",
    CLAUDE_CODE_USE_BEDROCK: "1",
    GOOSE_PROVIDER: "openai",
  },
  "an agent that is switched off": { AI_AGENT: "0", AGENT: "false", CLINE_ACTIVE: "false", CLAUDECODE: "" },
  "Windsurf's terminal": { TERM_PROGRAM: "vscode", WINDSURF_CASCADE_TERMINAL_KIND: "default" },
  "a person in a terminal in which an extension sets the variable": { TERM_PROGRAM: "vscode", CLAUDECODE: "0" },
  "another program's AGENT": { AGENT: "build-7.example.com" },
} as const satisfies Record<string, Environment>;
