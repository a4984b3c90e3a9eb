/** What a store needs of a database. */
export interface StoreDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): StoreStatement;
  pragma(text: string): unknown;
  close(): unknown;
}

export interface StoreStatement {
  run(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
}

const noRows: StoreStatement = { run: () => undefined, all: () => [] };

/** Keeps nothing: for a copy of a store, which lives in memory alone and for a moment. */
export const noDatabase: StoreDatabase = {
  exec: () => undefined,
  prepare: () => noRows,
  pragma: () => undefined,
  close: () => undefined,
};
