import { digest } from "./digest";
import type { StoreAccess } from "./storeAccess";

/** No run of the engine takes longer, in milliseconds. */
const keptFor = 24 * 3_600_000;

/** The objects that the provider processes of one run of the engine keep each other from deleting. */
export class Kept {
  constructor(
    /** Names the run; without it, there are no other processes. */
    private readonly engineRun: string | undefined,
    private readonly shared: StoreAccess["use"],
  ) {}

  async add(object: string): Promise<void> {
    const name = this.nameOf(object);
    if (name !== undefined) await this.shared((store) => store.block(name, keptFor));
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
