import type { z } from "zod";

/** A SQL database: how it answers statements, and how it spells what differs between databases. */
export interface Database {
  /** The prefix of a table's name, with a dot at its end. */
  readonly schema: string;
  /** The text of the parameter with this number, from 1. */
  parameter(number: number): string;
  /** Stands behind a `select` of rows that no other process may take at the same time. */
  readonly lockRows: string;
  /** An expression for the next mark. */
  readonly nextMark: string;
  /** Identifies the clock: readings of `now` are comparable within one start of a machine, or within one server. */
  readonly clockId: string;
  /** Milliseconds by that clock when a statement runs. */
  readonly now: Expression | Reading;
  /** Milliseconds since 1970 when a statement runs, since the other clock may start again at zero. */
  readonly wallTime: Expression | Reading;
  /** How many statements have been sent again so far because their first answer was lost. */
  readonly repeated: number;
  /**
   * Runs one statement in a transaction of its own. `lasting` if the change must survive a loss of power; other changes
   * lose their meaning when the machine goes down.
   */
  query(text: string, values: readonly unknown[], lasting?: boolean): Promise<readonly unknown[]>;
  /** Closes the connections. */
  close(): Promise<void>;
}

/** A part of a statement that is not a parameter. */
export class Expression {
  constructor(readonly text: string) {}
}

/** A parameter that is read when the statement runs: while it waited, other processes may have written later times. */
export type Reading = () => number;

/** The names that statements use, and the tag that runs them. */
export type Statements = ReturnType<typeof statementsOn>;

/** What it takes to write statements for a database. */
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
    /** A tag for templates: runs the statement, with the values in it as parameters, and checks the rows of its answer. */
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
