import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Surroundings } from "../../../provider/src/api/account";
import { systemClock } from "../../../provider/src/api/clock";
import type { Settings } from "../../../provider/src/api/settings";
import { type Opened, open } from "../api/opening";
import { json, type PlainService, plainService } from "../api/plainService";
import { runNamed } from "./stages";

/** A service, and processes on one machine that use one of its accounts. */
export interface AccountStage {
  readonly service: PlainService;
  readonly folder: string;
  /** An account in a separate process: its own clock ensures that it shares only the file. */
  process(name: string, changes?: Partial<Settings>, surroundings?: Partial<Surroundings>): Opened;
  /** How many requests the service has received at this path. */
  requests(path: string): number;
  close(): Promise<void>;
}

export async function accountStage(): Promise<AccountStage> {
  const folder = mkdtempSync(join(tmpdir(), "outreach-accounts-"));
  const service = await plainService({
    "GET /v1/user/me": json(200, { id: 7 }),
    "GET /v1/list": json(200, [{ id: 1, name: "Leads" }]),
    "POST /v1/list": json(201, { id: 3, name: "a" }),
    "GET /v1/organization": json(200, { id: 1 }),
  });
  return {
    service,
    folder,
    process: (name, changes = {}, surroundings = {}) =>
      open(service.origin, changes, {
        cacheFolder: folder,
        clock: { ...systemClock },
        run: runNamed(name),
        ...surroundings,
      }),
    requests: (path) => service.received.filter((received) => received.path === path).length,
    async close() {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
