/**
 * The fields of every stored object. Times are ISO 8601 strings if a response contains them, and milliseconds since
 * 1970 if only the planner reads them.
 */
export interface Stored {
  id: number;
}
