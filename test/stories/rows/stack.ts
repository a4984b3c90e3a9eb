import { expect } from "vitest";
import { startSandbox } from "../../../sandbox/src/index";
import {
  type Changes,
  changedProgram,
  type DeclaredProgram,
  DeclaredProject,
  type Shown,
} from "../../support/declared";

/** The output of a refused run: an error at the object, without a stack trace. */
export function refused(shown: Shown): string {
  expect(shown.code, shown.text).not.toBe(0);
  expect(shown.text).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
  expect(shown.text).not.toContain("osk_demo_owner");
  return shown.said;
}

export function fine(shown: Shown): string {
  expect(shown.code, shown.text).toBe(0);
  expect(shown.text).not.toContain("osk_demo_owner");
  return [shown.said, shown.resources].filter((text) => text !== "").join("\n");
}

/** A service, a stack on it, and the stack's initial program. */
export async function openRows(program: DeclaredProgram, service: { readonly specOnly?: boolean } = {}) {
  const sandbox = await startSandbox({ rateLimit: false, activeAgentLimit: 2, ...service });
  const stack = await new DeclaredProject({
    OUTREACH_API_KEY: "osk_demo_owner",
    OUTREACH_BASE_URL: sandbox.url,
  }).init();
  let base = program;
  stack.declare(base);
  return {
    sandbox,
    stack,
    /** Declares the program with changes, until the next call. */
    change: (changes: Changes) => stack.declare(changedProgram(base, changes)),
    /** A permanent change. */
    settle(changes: DeclaredProgram): void {
      base = { ...base, ...changes };
      stack.declare(base);
    },
    async close(): Promise<void> {
      stack.project.remove();
      await sandbox.close();
    },
  };
}

export type Rows = Awaited<ReturnType<typeof openRows>>;
