import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Tells one process of one machine from every other, also after its number was given to a new one. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When the process started, in the kernel's own count; undefined where the system does not tell. */
  readonly start: string | undefined;
  /** The run of the machine since it was switched on; clocks that only grow compare within one. */
  readonly boot: string;
  /** The name space of process numbers: containers have their own. */
  readonly namespace: string;
  readonly host: string;
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function startOf(pid: number): string | undefined {
  return quietly(() => {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The second field is the program's name in parentheses, and may hold anything.
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19];
  });
}

const host = hostname();
/** Elsewhere than on Linux, the host's name: readings of a clock from before a restart then lie in the future. */
const boot = quietly(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()) ?? `host-${host}`;
const namespace = quietly(() => readlinkSync("/proc/self/ns/pid")) ?? host;

export const thisBoot = boot;

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, start: startOf(process.pid), boot, namespace, host };
}

/** Whether a process lives: true or false where that can be known for certain, undefined where it cannot. */
export function isAlive(other: ProcessIdentity): boolean | undefined {
  if (other.boot !== boot) return other.host === host ? false : undefined;
  if (other.namespace !== namespace) return undefined;
  try {
    process.kill(other.pid, 0);
  } catch (error) {
    // A process of somebody else exists as well (EPERM).
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
  }
  const start = startOf(other.pid);
  if (start === undefined || other.start === undefined) return undefined;
  return start === other.start;
}
