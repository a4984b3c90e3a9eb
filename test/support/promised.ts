import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Sandbox } from "pulumi-outreach-sandbox";
import { onTestFinished, vi } from "vitest";

/** A campaign that a program declares. */
export interface PromisedCampaign {
  readonly resource: string;
  readonly id?: number;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Default: the key's owner. */
  readonly userId?: number;
}

const type = "pulumi-nodejs:dynamic/outreach:Campaign";
const root = "pulumi:pulumi:Stack";
const urnOf = (kind: string, name: string) => `urn:pulumi:test::outreach::${kind}::${name}`;

/** The output of `pulumi stack export` for a stack with these campaigns. */
export function stateWith({ url, accounts }: Sandbox, campaigns: readonly PromisedCampaign[]): string {
  const resources = campaigns.map(({ resource, id, inputs, userId = accounts.owner.userId }) => {
    const recorded = JSON.stringify({ version: 1, origin: url, actingUserId: String(userId), declared: [] });
    const outputs = { ...inputs, recorded };
    return { urn: urnOf(type, resource), custom: true, type, id: String(id ?? "pending-1"), inputs, outputs };
  });
  const stack = { urn: urnOf(root, "outreach-test"), type: root };
  return JSON.stringify({ version: 3, deployment: { resources: [stack, ...resources] } });
}

/** The output of `pulumi preview --json --show-sames`: campaigns without an id are created. */
export function planWith(campaigns: readonly PromisedCampaign[]): string {
  const stack = { urn: urnOf(root, "outreach-test"), type: root };
  const steps = campaigns.map(({ resource, id, inputs }) => {
    const state = { urn: urnOf(type, resource), custom: true, type, inputs };
    if (id === undefined) return { op: "create", urn: state.urn, newState: state };
    const there = { ...state, id: String(id), outputs: inputs };
    return { op: "same", urn: state.urn, oldState: there, newState: there };
  });
  const same = { op: "same", urn: stack.urn, oldState: stack, newState: stack };
  return JSON.stringify({
    steps: [same, ...steps],
    changeSummary: { same: 1 + campaigns.filter(({ id }) => id !== undefined).length },
  });
}

/** Replaces the Pulumi CLI until the test ends. `stack export` prints the given state, and the config is empty. */
export function stubPulumiExport(): (state: string) => void {
  const folder = mkdtempSync(join(tmpdir(), "outreach-promised-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  vi.stubEnv("PATH", [folder, process.env.PATH].join(delimiter));
  const file = join(folder, "state.json");
  writeFileSync(
    join(folder, "pulumi"),
    `#!/bin/sh\ncase "$1" in stack) cat '${file}' ;; config) echo '{}' ;; *) exit 1 ;; esac\n`,
    { mode: 0o755 },
  );
  return (state) => writeFileSync(file, state);
}
