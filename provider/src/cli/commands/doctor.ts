import { z } from "zod";
import type { Check, Diagnosis } from "../../follow/doctor/checks";
import { accountInput, accountOptions } from "../accountOptions";
import { defineCommand } from "../command";
import type { Terminal } from "../terminal/terminal";

/** `pulumi-outreach doctor` */
export const doctor = defineCommand({
  name: "doctor",
  summary: "Check the settings, the service and this machine",
  description:
    "Each line says what was found and how to correct it. Works without a key, an address or a network, and changes nothing. At most ten requests. Exit code 1 if something is broken; warnings alone are 0",
  options: accountOptions,
  examples: [
    ["pulumi-outreach doctor", "Check everything"],
    ["pulumi-outreach doctor --as alice@example.com", "Also whether the key may act for this member"],
    ["pulumi-outreach doctor --json | jq '.checks[] | select(.status == \"broken\")'", "What has to be corrected"],
  ],
  input: z.object(accountInput),
  async run(input, { terminal, json, version }) {
    const { diagnose } = await import("../follow/doctor");
    const diagnosis = await terminal.during("Checking", () => diagnose(input, version));
    if (json) terminal.printJson(diagnosis);
    else show(diagnosis, terminal);
    return diagnosis.broken > 0 ? 1 : 0;
  },
});

function show({ checks, broken, warnings, requests }: Diagnosis, terminal: Terminal): void {
  const { green, yellow, red, dim } = terminal.colors;
  const signs: Record<Check["status"], { text: string; style: (text: string) => string }> = {
    ok: { text: "✓", style: green },
    warning: { text: "!", style: yellow },
    broken: { text: "✗", style: red },
    unknown: { text: "-", style: dim },
  };
  terminal.printTable(
    [{ overflow: "keep" }, { overflow: "keep" }, { overflow: "wrap", longest: 800 }],
    checks.flatMap(({ name, status, text, fix }) => [
      [signs[status], name, text],
      ...(fix === undefined ? [] : [["", "", { text: `→ ${fix}`, style: dim }]]),
    ]),
  );
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
  terminal.note(
    `${broken === 0 ? "Nothing is broken" : `${broken} broken`}, ${count(warnings, "warning", "warnings")}; ${count(requests, "request", "requests")}.`,
  );
}
