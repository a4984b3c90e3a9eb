import type { Account, Surroundings } from "../../../provider/src/api/account";
import { systemClock } from "../../../provider/src/api/clock";
import { openAccount } from "../../../provider/src/api/service";
import type { Settings } from "../../../provider/src/api/settings";
import { RunMemory } from "../../../provider/src/lifecycle/memory";
import type { Run } from "../../../provider/src/lifecycle/run";
import { testedKinds } from "../testedKinds";

let processes = 0;

/** What a separate provider process gives the life cycle: an account, a memory, and a receiver of warnings. */
export function providerRun(settings: Settings, surroundings: Partial<Surroundings>, warn: Run["warn"]): Run {
  processes += 1;
  const run = { id: `process ${processes}`, label: `${processes}@here` };
  const memory = new RunMemory();
  // As in the host's process.
  const say: Run["warn"] = (text, urn, reach) => warn(memory.secrets.hide(text), urn, reach);
  const logger = { debug: () => undefined, info: () => undefined, warn: (text: string) => say(text) };
  let account: Account | undefined;
  return {
    settings: () => settings,
    account() {
      const given = { logger, random: () => 0, run, ...surroundings };
      account ??= openAccount(settings, given, Object.values(testedKinds));
      return account;
    },
    warn: say,
    now: () => new Date((surroundings.clock ?? systemClock).wallTime()),
    random: () => Math.random().toString(36).slice(2),
    sleep: async () => undefined,
    memory,
  };
}
