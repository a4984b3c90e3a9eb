/** The result of a workflow's expression. */
export type Value = string | number | boolean | undefined | { readonly [name: string]: Value };

export interface Names {
  readonly contexts: Readonly<Record<string, Value>>;
  /** The status of the job, or of the jobs that this one needs. */
  readonly status: { readonly failed: boolean; readonly cancelled: boolean };
}

type Token = { readonly kind: "word" | "text" | "number" | "sign" | "end"; readonly text: string };

const pattern = /\s*(?:(?<text>'(?:[^']|'')*')|(?<number>\d+)|(?<word>[A-Za-z_][\w-]*)|(?<sign>==|!=|&&|\|\||[!().]))/y;

function tokens(expression: string): Token[] {
  const found: Token[] = [];
  pattern.lastIndex = 0;
  while (expression.slice(pattern.lastIndex).trim() !== "") {
    const at = pattern.lastIndex;
    const groups = pattern.exec(expression)?.groups;
    const entry = Object.entries(groups ?? {}).find(([, text]) => text !== undefined);
    if (entry === undefined) throw new Error(`not understood in ${expression}: ${expression.slice(at)}`);
    const [kind, text] = entry;
    if (kind !== "text" && kind !== "number" && kind !== "word" && kind !== "sign") throw new Error(kind);
    found.push({ kind, text });
  }
  return [...found, { kind: "end", text: "" }];
}

/**
 * Evaluates an expression as the runner does, as far as the workflows of this repository need it. Everything else is an
 * error: an unknown context, function or operator.
 */
export function evaluate(expression: string, names: Names): Value {
  const parser = new Parser(expression, names);
  return parser.whole();
}

/** The text with each `${{ … }}` replaced by its value. */
export function interpolate(text: string, names: Names): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, inner: string) => asText(evaluate(inner, names)));
}

/** The condition of a job or step: without a status function, it also requires that nothing has failed. */
export function holds(condition: string | number | boolean | undefined, names: Names): boolean {
  const text = String(condition ?? "true").trim();
  const inner = /^\$\{\{(.*)\}\}$/s.exec(text)?.[1] ?? text;
  const value = truth(evaluate(inner, names));
  const asksStatus = /\b(always|success|failure|cancelled)\(\)/.test(inner);
  return asksStatus ? value : value && succeeded(names);
}

function succeeded({ status }: Names): boolean {
  return !status.failed && !status.cancelled;
}

function truth(value: Value): boolean {
  return value !== undefined && value !== "" && value !== 0 && value !== false;
}

function asText(value: Value): string {
  if (value === undefined) return "";
  if (typeof value === "object") throw new Error("an object cannot become text");
  return String(value);
}

class Parser {
  private readonly rest: Token[];

  constructor(
    private readonly expression: string,
    private readonly names: Names,
  ) {
    this.rest = tokens(expression);
  }

  whole(): Value {
    const value = this.either();
    if (this.next().kind !== "end") throw this.notUnderstood();
    return value;
  }

  private either(): Value {
    let value = this.both();
    while (this.takes("||")) {
      const other = this.both();
      value = truth(value) ? value : other;
    }
    return value;
  }

  private both(): Value {
    let value = this.equal();
    while (this.takes("&&")) {
      const other = this.equal();
      value = truth(value) ? other : value;
    }
    return value;
  }

  private equal(): Value {
    const value = this.not();
    if (this.takes("==")) return same(value, this.not());
    if (this.takes("!=")) return !same(value, this.not());
    return value;
  }

  private not(): Value {
    return this.takes("!") ? !truth(this.not()) : this.single();
  }

  private single(): Value {
    const { kind, text } = this.next();
    if (kind === "text") return text.slice(1, -1).replaceAll("''", "'");
    if (kind === "number") return Number(text);
    if (kind === "sign" && text === "(") {
      const value = this.either();
      this.expect(")");
      return value;
    }
    if (kind !== "word") throw this.notUnderstood();
    if (text === "true" || text === "false") return text === "true";
    if (this.takes("(")) {
      this.expect(")");
      return this.call(text);
    }
    return this.member(text);
  }

  private member(context: string): Value {
    if (!Object.hasOwn(this.names.contexts, context))
      throw new Error(`unknown context ${context} in ${this.expression}`);
    let value = this.names.contexts[context];
    while (this.takes(".")) {
      const { kind, text } = this.next();
      if (kind !== "word") throw this.notUnderstood();
      // A property of a missing value is missing, as for the runner.
      if (value !== undefined && typeof value !== "object") throw this.notUnderstood();
      value = value?.[text];
    }
    return value;
  }

  private call(name: string): boolean {
    const { status } = this.names;
    if (name === "always") return true;
    if (name === "success") return succeeded(this.names);
    if (name === "failure") return status.failed;
    if (name === "cancelled") return status.cancelled;
    throw new Error(`unknown function ${name} in ${this.expression}`);
  }

  private next(): Token {
    return this.rest.shift() ?? { kind: "end", text: "" };
  }

  private takes(sign: string): boolean {
    const [token] = this.rest;
    if (token?.kind !== "sign" || token.text !== sign) return false;
    this.rest.shift();
    return true;
  }

  private expect(sign: string): void {
    if (!this.takes(sign)) throw this.notUnderstood();
  }

  private notUnderstood(): Error {
    return new Error(`not understood: ${this.expression}`);
  }
}

function same(left: Value, right: Value): boolean {
  if (typeof left === "object" || typeof right === "object") throw new Error("objects are not compared");
  if (typeof left === typeof right) {
    // The runner compares strings case-insensitively.
    return typeof left === "string" ? left.toLowerCase() === String(right).toLowerCase() : left === right;
  }
  const numberOf = (value: Value) => (value === undefined || value === "" ? 0 : Number(value));
  return numberOf(left) === numberOf(right);
}
