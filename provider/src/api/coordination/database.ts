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

/** Runs statements on a database and checks the rows that it answers with. */
export class Statements {
  readonly leases: Expression;
  readonly created: Expression;
  readonly keys: Expression;
  readonly lockRows: Expression;
  readonly nextMark: Expression;
  readonly clockId: string;
  readonly now: Expression | Reading;
  readonly wall: Expression | Reading;

  constructor(private readonly database: Database) {
    const { schema, lockRows, nextMark, clockId, now, wallTime } = database;
    this.leases = new Expression(`${schema}leases`);
    this.created = new Expression(`${schema}created`);
    this.keys = new Expression(`${schema}keys`);
    this.lockRows = new Expression(lockRows);
    this.nextMark = new Expression(nextMark);
    this.clockId = clockId;
    this.now = now;
    this.wall = wallTime;
  }

  /** A tag for templates: runs the statement in the template, with its values as parameters. */
  rows<T>(shape: z.ZodType<T>, lasting = false) {
    return async (parts: TemplateStringsArray, ...values: readonly unknown[]): Promise<T> => {
      const given: unknown[] = [];
      const text = parts.reduce((before, part, index) => {
        const value = values[index - 1];
        if (value instanceof Expression) return before + value.text + part;
        given.push(value);
        return before + this.database.parameter(given.length) + part;
      });
      return shape.parse(await this.database.query(text, given, lasting));
    };
  }
}
