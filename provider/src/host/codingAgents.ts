import { environmentVariable } from "./environment";

/** How a coding agent marks the commands that it starts. */
export interface CodingAgent {
  readonly name: string;
  /**
   * Environment variables, one of which is enough. `value` is compared case-insensitively; without it, any value counts
   * that does not mean "off".
   */
  readonly marks: readonly { readonly name: string; readonly value?: string }[];
  /** Where this is documented, or the agent detection library that lists it. */
  readonly source: string;
}

const checkly = "https://github.com/checkly/checkly-cli/blob/main/packages/cli/src/helpers/cli-mode.ts";
const proposal = "https://github.com/agentsmd/agents.md/issues/136";
const detectAgent = "https://github.com/vercel/vercel/blob/main/packages/detect-agent/src/index.ts";
const harnesses = "https://huggingface.co/api/agent-harnesses";
const jfrog = "https://github.com/jfrog/jfrog-cli-core/blob/main/common/commands/execution_context.go";
const marksNamed = (...names: readonly string[]) => names.map((name) => ({ name }));

/**
 * Variables that only coding agents set. Variables that people also have in their terminals are excluded:
 * `CURSOR_TRACE_ID` and `TERM_PROGRAM` (editor terminals), `REPL_ID` (workspaces), keys and models.
 */
export const codingAgents: readonly CodingAgent[] = [
  { name: "claude-cowork", marks: marksNamed("CLAUDE_CODE_IS_COWORK"), source: checkly },
  {
    name: "claude-code",
    // Editor extensions also set the first one in their terminals, but older versions set only that one.
    marks: marksNamed("CLAUDECODE", "CLAUDE_CODE_CHILD_SESSION"),
    source: "https://code.claude.com/docs/en/env-vars",
  },
  {
    name: "codex",
    marks: marksNamed("CODEX_SANDBOX", "CODEX_THREAD_ID", "CODEX_CI"),
    source: "https://github.com/openai/codex/blob/main/codex-rs/core/src/spawn.rs",
  },
  {
    name: "cursor",
    marks: [...marksNamed("CURSOR_AGENT"), { name: "CURSOR_EXTENSION_HOST_ROLE", value: "agent-exec" }],
    source: "https://cursor.com/docs/agent/tools/terminal",
  },
  {
    name: "gemini-cli",
    marks: marksNamed("GEMINI_CLI"),
    source: "https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/services/shellExecutionService.ts",
  },
  { name: "opencode", marks: marksNamed("OPENCODE", "OPENCODE_CLIENT"), source: detectAgent },
  { name: "opencode", marks: marksNamed("OPENCODE_SESSION_ID"), source: jfrog },
  { name: "kilo-code", marks: marksNamed("KILO_PID"), source: jfrog },
  {
    name: "qwen-code",
    marks: marksNamed("QWEN_CODE"),
    source: "https://github.com/QwenLM/qwen-code/blob/main/packages/core/src/services/shellExecutionService.ts",
  },
  { name: "iflow", marks: marksNamed("IFLOW_CLI"), source: jfrog },
  { name: "amp", marks: marksNamed("AMP_CURRENT_THREAD_ID"), source: checkly },
  { name: "cline", marks: marksNamed("CLINE_ACTIVE"), source: "https://github.com/cline/cline/discussions/5366" },
  { name: "roo-code", marks: marksNamed("ROO_ACTIVE"), source: harnesses },
  { name: "roo-code", marks: marksNamed("ROO_CLI_RUNTIME"), source: jfrog },
  { name: "augment", marks: marksNamed("AUGMENT_AGENT"), source: "https://docs.augmentcode.com/cli/reference" },
  { name: "goose", marks: marksNamed("GOOSE_TERMINAL"), source: checkly },
  { name: "github-copilot", marks: marksNamed("COPILOT_CLI", "COPILOT_AGENT", "VSCODE_AGENT"), source: checkly },
  { name: "github-copilot", marks: marksNamed("COPILOT_AGENT_SESSION_ID"), source: jfrog },
  { name: "antigravity", marks: marksNamed("ANTIGRAVITY_AGENT"), source: detectAgent },
  { name: "trae", marks: marksNamed("TRAE_AI_SHELL_ID"), source: proposal },
  { name: "kiro", marks: marksNamed("KIRO_AGENT_PATH"), source: checkly },
  { name: "android-studio", marks: marksNamed("ANDROID_STUDIO_AGENT"), source: checkly },
  { name: "windsurf", marks: marksNamed("WINDSURF_AGENT"), source: checkly },
  { name: "windsurf", marks: marksNamed("WINDSURF_CASCADE_TERMINAL"), source: jfrog },
  { name: "crush", marks: marksNamed("CRUSH"), source: harnesses },
  { name: "pi", marks: marksNamed("PI_CODING_AGENT"), source: harnesses },
  { name: "openclaw", marks: marksNamed("OPENCLAW_SHELL"), source: harnesses },
  { name: "hermes", marks: marksNamed("HERMES_SESSION_ID"), source: harnesses },
  // Any agent may set these two. Other programs use the name AGENT too, so only its known values count.
  { name: "a coding agent", marks: marksNamed("AI_AGENT"), source: detectAgent },
  {
    name: "a coding agent",
    marks: ["1", "true", "amp", "goose", "opencode", "crush", "pi"].map((value) => ({ name: "AGENT", value })),
    source: proposal,
  },
];

/** A pipeline runs code that has been reviewed, whoever wrote it. */
const pipelines = ["CI", "GITHUB_ACTIONS", "GITLAB_CI", "JENKINS_URL", "CIRCLECI"];

function isSetTo(name: string, wanted?: string): boolean {
  const value = environmentVariable(name)?.trim().toLowerCase();
  if (value === undefined || ["0", "false", "no", "off"].includes(value)) return false;
  return wanted === undefined || value === wanted;
}

/** The coding agent that started this process, detected from environment variables. Undefined in a pipeline. */
export function codingAgentOfRun(): string | undefined {
  if (pipelines.some((name) => isSetTo(name))) return undefined;
  return codingAgents.find(({ marks }) => marks.some(({ name, value }) => isSetTo(name, value)))?.name;
}
