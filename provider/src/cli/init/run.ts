import { relative, resolve } from "node:path";
import { Refusal } from "../../lifecycle/refusal";
import { type CommandContext, type Report, UsageError } from "../command";
import type { InitInput } from "../commands/init";
import { writePlan } from "../export/write";
import type { Question, Terminal } from "../terminal/terminal";
import { defaultName, type Found, inspectFolder, nameProblem } from "./found";
import { type Choices, planInit } from "./plan";
import { previewProject } from "./preview";
import { initReport } from "./show";

/** Runs `pulumi-outreach init`: creates a project in a folder. */
export async function runInit(input: InitInput, context: CommandContext): Promise<Report> {
  const { terminal, version } = context;
  const target = resolve(input.folder);
  const before = inspectFolder(target);
  const problem = input.name === undefined ? undefined : nameProblem(input.name);
  if (problem !== undefined && input.name !== before.project?.name) throw new UsageError(`--name <name> ${problem}`);
  if (before.project !== undefined && input.name !== undefined && input.name !== before.project.name) {
    throw new UsageError(`--name <name> is for a new project: the name in ${before.project.file} stays as it is`);
  }
  const choices = await askChoices(input, before, terminal);
  // The files may have changed while the questions were open.
  const found = inspectFolder(target);
  const plan = planInit(found, choices, version);
  const { folder, exists } = found;
  const { writes, kept } = plan;
  const none = { unchanged: [], changed: [], edited: [], removed: [] };
  if (writes.size > 0) writePlan({ folder, exists, writes, kept, added: [...writes.keys()], ...none });
  const preview = input.preview ? await previewProject(folder, plan, context) : undefined;
  return initReport({ plan, choices, folder, shown: relative(process.cwd(), folder) || ".", preview });
}

const isYes = (answer: string) => /^y(es)?$/i.test(answer);

/** The choices from the options, otherwise from questions at the terminal, otherwise the defaults. */
async function askChoices(input: InitInput, found: Found, terminal: Terminal): Promise<Choices> {
  const { name = defaultName(found), workflow = "none", agents = false } = input;
  let choices: Choices = { name, workflow, agents };
  if (input.yes || !terminal.canAsk) return choices;
  const questions: (Question & { readonly take: (answer: string) => Partial<Choices> })[] = [];
  if (input.name === undefined && found.project === undefined) {
    questions.push({
      text: `Name of the project [${name}]`,
      problem: (answer) => (answer === "" ? undefined : nameSentence(nameProblem(answer))),
      take: (answer) => ({ name: answer }),
    });
  }
  if (input.workflow === undefined) {
    questions.push({
      text: "Workflows that review pull requests: github, gitlab or none [none]",
      problem: (answer) => (answer === "" || isWorkflow(answer) ? undefined : "Answer github, gitlab or none."),
      take: (answer) => (isWorkflow(answer) ? { workflow: answer } : {}),
    });
  }
  if (input.agents === undefined) {
    questions.push({
      text: "Rules for coding agents in AGENTS.md? [y/N]",
      problem: () => undefined,
      take: (answer) => ({ agents: isYes(answer) }),
    });
  }
  const answers = await terminal.ask(questions);
  if (answers === undefined) throw new Refusal("Nothing was written.");
  for (const [index, answer] of answers.entries()) {
    if (answer !== "") choices = { ...choices, ...questions[index]?.take(answer) };
  }
  return choices;
}

function isWorkflow(answer: string): answer is Choices["workflow"] {
  return answer === "github" || answer === "gitlab" || answer === "none";
}

function nameSentence(problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : `The name ${problem}.`;
}
