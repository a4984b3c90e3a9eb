import type { Style } from "../../../provider/src/review/output/text";

const same = (text: string) => text;

/** A terminal without colours, as wide as each line. */
export const style: Style = {
  ...{ hasColours: false, width: 10_000, wrap: (text: string) => text.split("\n") },
  ...{ bold: same, danger: same, good: same, added: same, removed: same, dim: same },
};
