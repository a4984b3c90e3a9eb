import { operationNames, operations, type SandboxControl } from "./operations.js";

/**
 * Controls a sandbox that runs in another process, with the same methods as `startSandbox`.
 *
 * @param url the address of the service or of its control
 */
export function control(url: string): SandboxControl {
  const base = controlAddress(url);
  return Object.fromEntries(
    operationNames.map((name) => [name, (input?: unknown) => ask(`${base}/${name}`, operations[name].reads, input)]),
  ) as unknown as SandboxControl;
}

function controlAddress(url: string): string {
  const { origin } = new URL(url);
  return `${origin}/_control`;
}

async function ask(address: string, reads: boolean, input: unknown): Promise<unknown> {
  const request: RequestInit = reads
    ? {}
    : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(input ?? {}) };
  const query = reads && input ? `?${new URLSearchParams(texts(input as Record<string, unknown>))}` : "";
  const response = await fetch(`${address}${query}`, request);
  const text = await response.text();
  if (!response.ok) throw new Error(`The sandbox answered ${address} with status ${response.status}: ${text}`);
  return JSON.parse(text);
}

function texts(input: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}
