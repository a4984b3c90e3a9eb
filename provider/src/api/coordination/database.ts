import type { z } from "zod";

/** A SQL database: runs statements and supplies the dialect's differences. */
export interface Database {
  /** Prefix of table names, with a trailing dot. */
  readonly schema: string;
  /** The placeholder for parameter `number`, counted from 1. */
  parameter(number: number): string;
  /** Clause appended to a `select` to lock its rows against other processes. */
  readonly lockRows: string;
  /** An expression for the next mark. */
  readonly nextMark: string;
  /** Identifies the clock. Values of `now` are comparable within one boot of the machine, or within one server. */
  readonly clockId: string;
  /** Milliseconds by that clock when a statement runs. */
  readonly now: Expression | Reading;
  /** Milliseconds since 1970 when a statement runs, because the other clock may restart at zero. */
  readonly wallTime: Expression | Reading;
  /** How many statements were repeated so far because their first response was lost. */
  readonly repeated: number;
  /**
   * Runs one statement in a transaction of its own. `lasting`: the change must survive a power failure; other changes
   * become meaningless when the machine restarts.
   */
  query(text: string, values: readonly unknown[], lasting?: boolean): Promise<readonly unknown[]>;
  /** Closes the connections. */
  close(): Promise<void>;
}

/** SQL text inserted into a statement as is, not as a parameter. */
export class Expression {
  constructor(readonly text: string) {}
}

/** A parameter evaluated when the statement runs: while it waited, other processes may have written later times. */
export type Reading = () => number;

/** Table names and the template tag that runs statements. */
export type Statements = ReturnType<typeof statementsOn>;

/** Returns helpers to write statements for a database. */
export function statementsOn(database: Database) {
  const table = (name: string) => new Expression(`${database.schema}${name}`);
  return {
    leases: table("leases"),
    created: table("created"),
    keys: table("keys"),
    lockRows: new Expression(database.lockRows),
    nextMark: new Expression(database.nextMark),
    clockId: database.clockId,
    now: database.now,
    wall: database.wallTime,
    /**
     * A template tag that runs the statement with the interpolated values as parameters and validates the returned rows.
     */
    rows<T>(shape: z.ZodType<T>, lasting = false) {
      return async (parts: TemplateStringsArray, ...values: readonly unknown[]): Promise<T> => {
        const given: unknown[] = [];
        const text = parts.reduce((before, part, index) => {
          const value = values[index - 1];
          if (value instanceof Expression) return before + value.text + part;
          given.push(value);
          return before + database.parameter(given.length) + part;
        });
        return shape.parse(await database.query(text, given, lasting));
      };
    },
  };
}
