import type { WayOut } from "../../provider/src/lifecycle/wayOut";

export interface Refused {
  readonly text: string;
  readonly ways: readonly WayOut[];
}

let listener: ((refused: Refused) => void) | undefined;

/** Sets the listener for each refusal of the life cycle in this process; undefined removes it. */
export function onRefusal(hears: typeof listener): void {
  listener = hears;
}

export function noteRefusal(text: string, ways: readonly WayOut[]): void {
  listener?.({ text, ways });
}
