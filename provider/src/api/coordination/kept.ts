import { digest } from "./digest";
import type { StoreAccess } from "./storeAccess";

/** Milliseconds; no engine run takes longer. */
const keptMilliseconds = 24 * 3_600_000;

/** Objects protected from deletion by other provider processes of the same engine run. */
export class Kept {
  constructor(
    /** Identifies the engine run. If undefined, there are no other processes. */
    private readonly engineRun: string | undefined,
    private readonly shared: StoreAccess["use"],
  ) {}

  async add(object: string): Promise<void> {
    const name = this.nameOf(object);
    if (name !== undefined) await this.shared((store) => store.block(name, keptMilliseconds));
  }

  async has(object: string): Promise<boolean> {
    const name = this.nameOf(object);
    return name !== undefined && (await this.shared((store) => store.use(name))).blockedFor > 0;
  }

  private nameOf(object: string): string | undefined {
    const { engineRun } = this;
    return engineRun === undefined ? undefined : `${object}/kept/${digest("engine", engineRun).slice(0, 22)}`;
  }
}
