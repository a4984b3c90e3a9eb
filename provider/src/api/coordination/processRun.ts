import { createHash, randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { codeOf } from "./errors";
import type { ProcessRun } from "./store";

function quietly(work: () => string): string | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/**
 * Identifies the machine's current boot. On systems other than Linux it is the host name; clock values from before a
 * restart are then in the future.
 */
export const boot = quietly(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()) ?? hostname();

/** Process numbers are unique only within one machine and one container. */
const namespace = quietly(() => readlinkSync("/proc/self/ns/pid")) ?? "";
const machine = createHash("sha256").update(`${boot} ${namespace} ${hostname()}`).digest("hex").slice(0, 12);

/** This process's run. */
export const thisRun: ProcessRun = { id: randomUUID(), label: `${process.pid}@${machine}` };

/** The process's name for messages, and whether it is certainly dead. */
export function describeProcess(label: string): { readonly name: string; readonly dead: boolean } {
  const [number = "", of] = label.split("@");
  if (of !== machine) return { name: `process ${number} of another machine`, dead: false };
  const name = `process ${number} of this machine`;
  try {
    process.kill(Number(number), 0);
    return { name, dead: false };
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return { name, dead: codeOf(error) === "ESRCH" };
  }
}
