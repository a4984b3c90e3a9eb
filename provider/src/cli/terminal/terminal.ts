import type { Readable, Writable } from "node:stream";
import { createColors } from "picocolors";
import { safeText } from "../../api/redact";
import { visibleJson } from "../../text/characters";
import { lineProgress, noProgress, type Progress, spinnerProgress } from "./progress";
import { type Cell, type Column, tableLines } from "./table";
import { withoutControls } from "./text";

/** A stream that may be a terminal, like `process.stdout`. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** A stream that may be a keyboard, like `process.stdin`. */
export type Input = Readable & { readonly isTTY?: boolean };

/** The streams of a command. */
export interface Streams {
  /** If undefined, questions cannot be asked. */
  readonly stdin?: Input;
  readonly stdout: Output;
  readonly stderr: Output;
}

/** The value of an environment variable. Undefined if it is empty. */
export type Variable = (name: string) => string | undefined;

/**
 * The output of a command with `--json`. A release that removes or renames a field, or changes its meaning, raises the
 * version.
 */
export interface JsonDocument {
  readonly version: number;
}

/** A question to the user at the terminal. */
export interface Question {
  /** The text, with the default in brackets: `Project name [outreach]`. */
  readonly text: string;
  /** Returns why an answer is not acceptable, as a sentence; undefined if it is. */
  readonly problem: (answer: string) => string | undefined;
}

/** Functions that colour a text, or return it unchanged if colours are off. */
export type Colors = ReturnType<typeof createColors>;

/**
 * The output of a command. Results go to stdout; messages, errors and progress to stderr. Control characters are removed,
 * except this package's colours.
 */
export class Terminal {
  /** Colours for stdout. */
  readonly colors: Colors;
  /** Colours for stderr. */
  readonly messageColors: Colors;
  /** Width of stdout in columns. Undefined if it is not a terminal: lines for `grep` and files are not limited. */
  readonly width: number | undefined;
  private readonly running = new Set<Progress>();
  private asking: { close(): void } | undefined;

  /**
   * @param json true if stdout contains only a JSON document
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

  /** Returns this terminal for a command with `--json`. */
  withJson(): Terminal {
    return new Terminal(this.outputs, this.variable, true, this.patience);
  }

  /** Prints one or more lines of the result. Not for `--json`. */
  print(text = ""): void {
    this.outputs.stdout.write(`${withoutControls(text, this.colors.isColorSupported)}\n`);
  }

  /** Prints the result as one JSON document. `cli/documents.ts` defines the shape of each. */
  printJson(value: JsonDocument): void {
    this.outputs.stdout.write(`${visibleJson(value, 2)}\n`);
  }

  /** Prints one of several documents, on a separate line, for results that arrive over time. */
  printJsonLine(value: JsonDocument): void {
    this.outputs.stdout.write(`${visibleJson(value)}\n`);
  }

  /** Prints a table as part of the result. Its texts may be of any origin. */
  printTable(columns: readonly Column[], rows: readonly (readonly Cell[])[]): void {
    const lines = tableLines(columns, rows, this.width, (title) => this.colors.bold(title));
    this.print(lines.join("\n"));
  }

  /** Prints a message that is not part of the result. */
  note(text: string): void {
    this.outputs.stderr.write(`${withoutControls(text, this.messageColors.isColorSupported)}\n`);
  }

  /** Prints a warning; the command continues. */
  warn(text: string): void {
    this.note(`${this.messageColors.yellow("warning:")} ${text}`);
  }

  /** Prints why the command failed. */
  fail(text: string): void {
    this.note(`${this.messageColors.red("error:")} ${text}`);
  }

  /** Shows progress on stderr after two seconds. The caller must end it. */
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

  /** True if questions can be asked: both stdin and stderr are terminals. */
  get canAsk(): boolean {
    return this.outputs.stdin?.isTTY === true && this.outputs.stderr.isTTY === true;
  }

  /** Asks for confirmation. True for `y` and `yes`; anything else, Ctrl-C and the end of input mean no. */
  async confirm(question: string): Promise<boolean> {
    const [answer = ""] = (await this.ask([{ text: `${question} [y/N]`, problem: () => undefined }])) ?? [];
    return /^y(es)?$/i.test(answer);
  }

  /**
   * Asks questions one by one, repeating each until its answer is acceptable. Answers are trimmed. Undefined on Ctrl-C, at
   * the end of input, and if questions cannot be asked.
   */
  async ask(questions: readonly Question[]): Promise<readonly string[] | undefined> {
    const { stdin: input, stderr: output } = this.outputs;
    if (input === undefined || !this.canAsk) return undefined;
    const { createInterface } = await import("node:readline");
    const asking = createInterface({ input, output, terminal: true });
    this.asking = asking;
    asking.on("SIGINT", () => asking.close());
    // Also keeps input typed before a question.
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
    // Without an answer, the question's line has not been ended.
    output.write("\n");
    return undefined;
  }

  /** Restores the terminal: no progress, no question, visible cursor. */
  restore(): void {
    this.asking?.close();
    for (const progress of this.running) progress.end();
    this.running.clear();
  }
}

function isDumb(variable: Variable): boolean {
  return variable("TERM") === "dumb";
}

/** `NO_COLOR` takes precedence over `FORCE_COLOR`, and both over the type of stream. */
function hasColors(stream: Output, variable: Variable): boolean {
  if (variable("NO_COLOR") !== undefined) return false;
  const forced = variable("FORCE_COLOR");
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return stream.isTTY === true && !isDumb(variable);
}
