import type { Owner } from "./belongs";
import type { StatedLost, StatedNamesake } from "./namesakes";
import type { OwnersState } from "./ownersState";
import type { Recorded } from "./record";
import type { Stated } from "./stated";

/** What the class passes on of the state. */
export interface StateHint {
  readonly stated?: readonly Stated[] | "unread" | undefined;
  readonly owners?: readonly Owner[] | undefined;
  readonly inState?: readonly OwnersState[] | undefined;
  readonly namesakes?: readonly StatedNamesake[] | undefined;
  readonly lost?: readonly StatedLost[] | undefined;
  readonly settled?: Recorded["settled"];
  /** Codes of a new resource that count once, and that have counted for resources which have left the program. */
  readonly used?: readonly string[] | undefined;
}

/** As one text, because the SDK serializes each value by itself, which takes long. Undefined if it is empty. */
export function asStateHint(hint: StateHint): string | undefined {
  const text = JSON.stringify(hint);
  return text === "{}" ? undefined : text;
}

/** The parts of the hint, not validated. A hint that cannot be read is like a state that cannot be read. */
export function fromStateHint(hint: unknown): { readonly [Part in keyof StateHint]: unknown } {
  if (hint === undefined) return {};
  try {
    const parts: unknown = JSON.parse(String(hint));
    return typeof parts === "object" && parts !== null ? parts : { stated: "unread" };
  } catch {
    return { stated: "unread" };
  }
}
