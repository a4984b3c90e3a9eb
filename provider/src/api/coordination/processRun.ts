import { createHash, randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { ProcessRun } from "./store";

function quietly(work: () => string): string | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/**
 * The run of the machine since it was switched on. Elsewhere than on Linux, the host's name: readings of a clock from
 * before a restart then lie in the future.
 */
export const boot = quietly(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()) ?? hostname();

/** Numbers of processes mean something only within one machine, and within one container. */
const namespace = quietly(() => readlinkSync("/proc/self/ns/pid")) ?? "";
const machine = createHash("sha256").update(`${boot} ${namespace} ${hostname()}`).digest("hex").slice(0, 12);

export const thisRun: ProcessRun = { id: randomUUID(), label: `${process.pid}@${machine}` };

/** A label for people, and whether that process is surely dead. */
export function describeProcess(label: string): { readonly name: string; readonly dead: boolean } {
  const [number = "", of] = label.split("@");
  if (of !== machine) return { name: `process ${number} of another machine`, dead: false };
  try {
    process.kill(Number(number), 0);
    return { name: `process ${number} of this machine`, dead: false };
  } catch (error) {
    // A process of somebody else exists as well (EPERM).
    const dead = error instanceof Error && "code" in error && error.code === "ESRCH";
    return { name: `process ${number} of this machine`, dead };
  }
}
