/**
 * What every kept object has. Times of objects are ISO 8601 text if a response shows them, and milliseconds since 1970
 * if only the planner reads them.
 */
export interface Stored {
  id: number;
}
