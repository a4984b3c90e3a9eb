import { environmentVariable } from "./environment";

/** How the command runner of a coding agent marks the commands that it starts. */
export interface CodingAgent {
  readonly name: string;
  /** One of them is enough. A value is compared without regard to case; without one, any counts that is not off. */
  readonly marks: readonly { readonly name: string; readonly value?: string }[];
  /** Where this is documented, or which program that recognises agents lists it. */
  readonly source: string;
}

const checkly = "https://github.com/checkly/checkly-cli/blob/main/packages/cli/src/helpers/cli-mode.ts";
const proposal = "https://github.com/agentsmd/agents.md/issues/136";
const detectAgent = "https://github.com/vercel/vercel/blob/main/packages/detect-agent/src/index.ts";
const harnesses = "https://huggingface.co/api/agent-harnesses";
const jfrog = "https://github.com/jfrog/jfrog-cli-core/blob/main/common/commands/execution_context.go";
const of = (...names: readonly string[]) => names.map((name) => ({ name }));

/**
 * Variables that only the command runner of an agent sets. Those that people have in their terminals as well are left
 * out: `CURSOR_TRACE_ID` and `TERM_PROGRAM` of an editor's terminal, `REPL_ID` of a workspace, keys and models.
 */
export const codingAgents: readonly CodingAgent[] = [
  { name: "claude-cowork", marks: of("CLAUDE_CODE_IS_COWORK"), source: checkly },
  {
    name: "claude-code",
    // Extensions of editors set the first one in their terminals too. Older versions set no other.
    marks: of("CLAUDECODE", "CLAUDE_CODE_CHILD_SESSION"),
    source: "https://code.claude.com/docs/en/env-vars",
  },
  {
    name: "codex",
    marks: of("CODEX_SANDBOX", "CODEX_THREAD_ID", "CODEX_CI"),
    source: "https://github.com/openai/codex/blob/main/codex-rs/core/src/spawn.rs",
  },
  {
    name: "cursor",
    marks: [...of("CURSOR_AGENT"), { name: "CURSOR_EXTENSION_HOST_ROLE", value: "agent-exec" }],
    source: "https://cursor.com/docs/agent/tools/terminal",
  },
  {
    name: "gemini-cli",
    marks: of("GEMINI_CLI"),
    source: "https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/services/shellExecutionService.ts",
  },
  { name: "opencode", marks: of("OPENCODE", "OPENCODE_CLIENT"), source: detectAgent },
  { name: "opencode", marks: of("OPENCODE_SESSION_ID"), source: jfrog },
  { name: "kilo-code", marks: of("KILO_PID"), source: jfrog },
  {
    name: "qwen-code",
    marks: of("QWEN_CODE"),
    source: "https://github.com/QwenLM/qwen-code/blob/main/packages/core/src/services/shellExecutionService.ts",
  },
  { name: "iflow", marks: of("IFLOW_CLI"), source: jfrog },
  { name: "amp", marks: of("AMP_CURRENT_THREAD_ID"), source: checkly },
  { name: "cline", marks: of("CLINE_ACTIVE"), source: "https://github.com/cline/cline/discussions/5366" },
  { name: "roo-code", marks: of("ROO_ACTIVE"), source: harnesses },
  { name: "roo-code", marks: of("ROO_CLI_RUNTIME"), source: jfrog },
  { name: "augment", marks: of("AUGMENT_AGENT"), source: "https://docs.augmentcode.com/cli/reference" },
  { name: "goose", marks: of("GOOSE_TERMINAL"), source: checkly },
  { name: "github-copilot", marks: of("COPILOT_CLI", "COPILOT_AGENT", "VSCODE_AGENT"), source: checkly },
  { name: "github-copilot", marks: of("COPILOT_AGENT_SESSION_ID"), source: jfrog },
  { name: "antigravity", marks: of("ANTIGRAVITY_AGENT"), source: detectAgent },
  { name: "trae", marks: of("TRAE_AI_SHELL_ID"), source: proposal },
  { name: "kiro", marks: of("KIRO_AGENT_PATH"), source: checkly },
  { name: "android-studio", marks: of("ANDROID_STUDIO_AGENT"), source: checkly },
  { name: "windsurf", marks: of("WINDSURF_AGENT"), source: checkly },
  { name: "windsurf", marks: of("WINDSURF_CASCADE_TERMINAL"), source: jfrog },
  { name: "crush", marks: of("CRUSH"), source: harnesses },
  { name: "pi", marks: of("PI_CODING_AGENT"), source: harnesses },
  { name: "openclaw", marks: of("OPENCLAW_SHELL"), source: harnesses },
  { name: "hermes", marks: of("HERMES_SESSION_ID"), source: harnesses },
  // Any agent may set these two. Other programs use the name AGENT as well, so only known values of it count.
  { name: "a coding agent", marks: of("AI_AGENT"), source: detectAgent },
  {
    name: "a coding agent",
    marks: ["1", "true", "amp", "goose", "opencode", "crush", "pi"].map((value) => ({ name: "AGENT", value })),
    source: proposal,
  },
];

/** A pipeline runs what was reviewed before, whoever wrote it. */
const pipelines = ["CI", "GITHUB_ACTIONS", "GITLAB_CI", "JENKINS_URL", "CIRCLECI"];

function isOn(name: string, wanted?: string): boolean {
  const value = environmentVariable(name)?.trim().toLowerCase();
  if (value === undefined || ["0", "false", "no", "off"].includes(value)) return false;
  return wanted === undefined || value === wanted;
}

/** The coding agent whose command runner has started this process, by its environment. Undefined in a pipeline. */
export function codingAgentOfRun(): string | undefined {
  if (pipelines.some((name) => isOn(name))) return undefined;
  return codingAgents.find(({ marks }) => marks.some(({ name, value }) => isOn(name, value)))?.name;
}
