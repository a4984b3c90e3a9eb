import type { ServiceKind } from "../api/serviceKind";

type KindName = Pick<ServiceKind, "name">;

interface Begun {
  readonly order: number;
  readonly end: Promise<void>;
  hasSucceeded: boolean;
}

/** The updates started by a process of a run, in order. */
export class Updates {
  private readonly begun = new Map<string, Begun>();

  /** Records an update. Returns its result. */
  begin<T>(kind: KindName, id: string, work: Promise<T>): Promise<T> {
    const succeeded = () => {
      begun.hasSucceeded = true;
    };
    const end = work.then(succeeded, () => undefined);
    const begun: Begun = { order: this.begun.size, end, hasSucceeded: false };
    this.begun.set(keyOf(kind, id), begun);
    return work;
  }

  hasSucceeded(kind: KindName, id: string): boolean {
    return this.begun.get(keyOf(kind, id))?.hasSucceeded === true;
  }

  /**
   * Waits for the updates of these objects that started before the one of `own`, or before now if there is none. Waits only
   * for earlier ones, because two updates waiting for each other would never end.
   */
  async waitForEarlier(kind: KindName, ids: readonly string[], own?: string): Promise<void> {
    const limit = (own === undefined ? undefined : this.begun.get(keyOf(kind, own)))?.order ?? this.begun.size;
    for (const id of ids) {
      const other = this.begun.get(keyOf(kind, id));
      if (other !== undefined && other.order < limit) await other.end;
    }
  }
}

/** Objects of two kinds may have the same id, and resources of two kinds the same inputs. */
export function keyOf({ name }: KindName, id: string): string {
  return `${name} ${id}`;
}
