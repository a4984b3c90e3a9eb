import type { Readable, Writable } from "node:stream";
import { createColors } from "picocolors";
import { safeText } from "../../api/redact";
import { lineProgress, noProgress, type Progress, spinnerProgress } from "./progress";
import { type Cell, type Column, tableLines } from "./table";
import { printableJson, withoutControls } from "./text";

/** A stream that may be a terminal, as `process.stdout` is. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** A stream that may be a keyboard, as `process.stdin` is. */
export type Input = Readable & { readonly isTTY?: boolean };

/** Where a command prints, and where answers to its questions come from. */
export interface Streams {
  /** Undefined: nobody can be asked. */
  readonly stdin?: Input;
  readonly stdout: Output;
  readonly stderr: Output;
}

/** The value of an environment variable. Undefined if it is empty. */
export type Variable = (name: string) => string | undefined;

/** What a command prints with `--json`. A release that removes or renames a field, or changes its meaning, raises the version. */
export interface JsonDocument {
  readonly version: number;
}

/** A question to a person at the terminal. */
export interface Question {
  /** With the default in brackets: `Project name [outreach]`. */
  readonly text: string;
  /** Why an answer cannot be taken, as a sentence; undefined if it can. */
  readonly problem: (answer: string) => string | undefined;
}

/** Functions that colour a text; they leave it as it is where there are no colours. */
export type Colors = ReturnType<typeof createColors>;

/**
 * Everything that a command prints. Results go to stdout; messages, errors and progress to stderr. Nothing that a
 * terminal interprets gets through, apart from the colours of this package.
 */
export class Terminal {
  /** Colours for stdout. */
  readonly colors: Colors;
  /** Colours for stderr. */
  readonly messageColors: Colors;
  /** Columns of stdout. Undefined if it is not a terminal: lines have any length there, for `grep` and files. */
  readonly width: number | undefined;
  private readonly running = new Set<Progress>();
  private asking: { close(): void } | undefined;

  /**
   * @param json true if stdout carries one JSON document and nothing else
   * @param patience milliseconds until progress is shown on a terminal; tests shorten them
   */
  constructor(
    private readonly outputs: Streams,
    private readonly variable: Variable,
    readonly json = false,
    private readonly patience?: number,
  ) {
    const { stdout, stderr } = outputs;
    this.colors = createColors(hasColors(stdout, variable));
    this.messageColors = createColors(hasColors(stderr, variable));
    this.width = stdout.isTTY === true ? (stdout.columns ?? 80) : undefined;
  }

  /** The same terminal for a command with `--json`. */
  withJson(): Terminal {
    return new Terminal(this.outputs, this.variable, true, this.patience);
  }

  /** One or more lines of the result. Not for `--json`. */
  print(text = ""): void {
    this.outputs.stdout.write(`${withoutControls(text, this.colors.isColorSupported)}\n`);
  }

  /** The result as one JSON document. `cli/documents.ts` has the shape of each. */
  printJson(value: JsonDocument): void {
    this.outputs.stdout.write(`${printableJson(value)}\n`);
  }

  /** One document of several, on a line of its own: for results that come over time. */
  printJsonLine(value: JsonDocument): void {
    this.outputs.stdout.write(`${printableJson(value, 0)}\n`);
  }

  /** A table as part of the result. Its texts may be of any origin. */
  printTable(columns: readonly Column[], rows: readonly (readonly Cell[])[]): void {
    const lines = tableLines(columns, rows, this.width, (title) => this.colors.bold(title));
    this.print(lines.join("\n"));
  }

  /** A message that is not part of the result. */
  note(text: string): void {
    this.outputs.stderr.write(`${withoutControls(text, this.messageColors.isColorSupported)}\n`);
  }

  /** Something that the user should look at, although the command goes on. */
  warn(text: string): void {
    this.note(`${this.messageColors.yellow("warning:")} ${text}`);
  }

  /** Why the command failed. */
  fail(text: string): void {
    this.note(`${this.messageColors.red("error:")} ${text}`);
  }

  /** Shows on stderr how far something is, from two seconds on. The caller ends it. */
  progress(text: string): Progress {
    const { stderr } = this.outputs;
    const shown = safeText(text);
    const canRedraw = stderr.isTTY === true && !isDumb(this.variable) && this.variable("CI") === undefined;
    const begun = this.json
      ? noProgress
      : canRedraw
        ? spinnerProgress(shown, stderr, this.patience)
        : lineProgress(shown, (line) => this.note(line));
    this.running.add(begun);
    return {
      update: (next) => begun.update(next),
      end: () => {
        this.running.delete(begun);
        begun.end();
      },
    };
  }

  /** Shows progress during `work`. */
  async during<T>(text: string, work: (progress: Progress) => Promise<T>): Promise<T> {
    const progress = this.progress(text);
    try {
      return await work(progress);
    } finally {
      progress.end();
    }
  }

  /** True if a person can be asked: both the keyboard and the messages are on a terminal. */
  get canAsk(): boolean {
    return this.outputs.stdin?.isTTY === true && this.outputs.stderr.isTTY === true;
  }

  /** Asks a person. True for `y` and `yes`; anything else, Ctrl-C and the end of the input mean no. */
  async confirm(question: string): Promise<boolean> {
    const [answer = ""] = (await this.ask([{ text: `${question} [y/N]`, problem: () => undefined }])) ?? [];
    return /^y(es)?$/i.test(answer);
  }

  /**
   * Asks a person some questions in turn, each again until its answer is fine. Answers have no blanks around them.
   * Undefined at Ctrl-C, at the end of the input, and if nobody can be asked.
   */
  async ask(questions: readonly Question[]): Promise<readonly string[] | undefined> {
    const { stdin: input, stderr: output } = this.outputs;
    if (input === undefined || !this.canAsk) return undefined;
    const { createInterface } = await import("node:readline");
    const asking = createInterface({ input, output, terminal: true });
    this.asking = asking;
    asking.on("SIGINT", () => asking.close());
    // Also keeps what was typed ahead of a question.
    const lines = asking[Symbol.asyncIterator]();
    const answers: string[] = [];
    for (let question = questions[0]; question !== undefined; question = questions[answers.length]) {
      asking.setPrompt(`${withoutControls(question.text, false)} `);
      asking.prompt();
      const line = await lines.next();
      if (line.done === true) break;
      const answer = line.value.trim();
      const problem = question.problem(answer);
      if (problem === undefined) answers.push(answer);
      else this.note(problem);
    }
    this.asking = undefined;
    asking.close();
    if (answers.length === questions.length) return answers;
    // Without an answer, the question has no end of its line.
    output.write("\n");
    return undefined;
  }

  /** Leaves the terminal as it was found: no progress, no question, the cursor visible. */
  restore(): void {
    this.asking?.close();
    for (const progress of this.running) progress.end();
    this.running.clear();
  }
}

function isDumb(variable: Variable): boolean {
  return variable("TERM") === "dumb";
}

/** `NO_COLOR` wins over `FORCE_COLOR`, and both over what the stream is. */
function hasColors(stream: Output, variable: Variable): boolean {
  if (variable("NO_COLOR") !== undefined) return false;
  const forced = variable("FORCE_COLOR");
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return stream.isTTY === true && !isDumb(variable);
}
