import { Refusal } from "../../lifecycle/refusal";

/** What the input should have been. */
export const expected =
  "Expected the output of `pulumi preview --json` or `pulumi up --json`, the events of a refresh, or a state from `pulumi stack export`.";

/** Input that cannot be reviewed. */
export function notUnderstood(source: string, what: string): Refusal {
  return new Refusal(`${source} ${what}.`, expected);
}
