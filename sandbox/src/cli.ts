import { parseArgs } from "node:util";
import type { DemoUser } from "./demo.js";
import type { SandboxOptions } from "./options.js";
import type { Sandbox } from "./sandbox.js";

const help = `pulumi-outreach-sandbox: a local double of the outreach automation service

  --port NUMBER            port to listen on; any free port by default
  --host ADDRESS           127.0.0.1 (default), ::1 or localhost
  --allow-host NAME        an additional host name that requests may have; may be repeated
  --store FILE             keep all data in this file; without it, data ends with the process
  --reset                  empty the store first
  --populate WHAT          demo (default) or nothing
  --members NUMBER         active members besides the owner (2); members beyond two are generated
  --spec-only              omit operations that the specification does not have
  --clock MODE             wall (default) or manual
  --start-time INSTANT     initial time of a manual clock (ISO 8601)
  --rate-limit NUMBER      requests in any window (100), or off
  --rate-window SECONDS    length of the window (60)
  --burst NUMBER           additional requests tolerated in a window (10)
  --daily-limit NUMBER     requests per day (100000)
  --active-agents NUMBER   running agents per user (25)
  --webhook-url URL        receiver of the demo owner's contact events, on this machine
  --webhook-secret TEXT    signs the contact events
  --answer-rate NUMBER     share of contacts that answer, 0 to 1 (0.2)
  --seed NUMBER            seed of the generated leads and answers (1)
  --json                   print the address and the accounts as one line of JSON
  --exit-with-parent       exit when standard input closes
  --help                   print this text
`;

class UsageError extends Error {}

async function main(): Promise<void> {
  const values = readArguments();
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const options = optionsOf(values);
  // Loaded late, so that `--help` and option errors do not wait for the service to load.
  const { startSandbox } = await import("./sandbox.js");
  const sandbox = await startSandbox(options);
  endWith(sandbox, values["exit-with-parent"] === true);
  process.stdout.write(values.json ? `${JSON.stringify(announcement(sandbox))}\n` : introduction(sandbox));
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        port: { type: "string" },
        host: { type: "string" },
        "allow-host": { type: "string", multiple: true },
        store: { type: "string" },
        reset: { type: "boolean" },
        populate: { type: "string" },
        members: { type: "string" },
        "spec-only": { type: "boolean" },
        clock: { type: "string" },
        "start-time": { type: "string" },
        "rate-limit": { type: "string" },
        "rate-window": { type: "string" },
        burst: { type: "string" },
        "daily-limit": { type: "string" },
        "active-agents": { type: "string" },
        "webhook-url": { type: "string" },
        "webhook-secret": { type: "string" },
        "answer-rate": { type: "string" },
        seed: { type: "string" },
        json: { type: "boolean" },
        "exit-with-parent": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function optionsOf(values: ReturnType<typeof readArguments>): SandboxOptions {
  return {
    port: numberOf(values.port, "port"),
    host: values.host,
    allowHosts: values["allow-host"],
    store: values.store,
    reset: values.reset,
    populate: choiceOf(values.populate, "populate", ["demo", "nothing"]),
    members: numberOf(values.members, "members"),
    specOnly: values["spec-only"],
    clock: choiceOf(values.clock, "clock", ["manual", "wall"]) ?? "wall",
    startTime: values["start-time"],
    rateLimit:
      values["rate-limit"] === "off"
        ? false
        : {
            limit: numberOf(values["rate-limit"], "rate-limit"),
            windowSeconds: numberOf(values["rate-window"], "rate-window"),
            burst: numberOf(values.burst, "burst"),
            dailyLimit: numberOf(values["daily-limit"], "daily-limit"),
          },
    activeAgentLimit: numberOf(values["active-agents"], "active-agents"),
    webhook: webhookOf(values["webhook-url"], values["webhook-secret"]),
    answerRate: numberOf(values["answer-rate"], "answer-rate"),
    seed: numberOf(values.seed, "seed"),
  };
}

function numberOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === "" || Number.isNaN(number)) {
    throw new UsageError(`--${name} takes a number, not ${JSON.stringify(text)}`);
  }
  return number;
}

function choiceOf<T extends string>(text: string | undefined, name: string, choices: readonly T[]): T | undefined {
  if (text === undefined) return undefined;
  const choice = choices.find((known) => known === text);
  if (choice === undefined) {
    throw new UsageError(`--${name} takes ${choices.join(" or ")}, not ${JSON.stringify(text)}`);
  }
  return choice;
}

function webhookOf(url: string | undefined, secret: string | undefined): SandboxOptions["webhook"] {
  if (url === undefined && secret !== undefined) throw new UsageError("--webhook-secret needs --webhook-url");
  return url === undefined ? undefined : { url, secret: secret ?? null };
}

function endWith(sandbox: Sandbox, withParent: boolean): void {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    sandbox.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`pulumi-outreach-sandbox: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
  if (withParent) {
    process.stdin.on("end", end).on("close", end).on("error", end);
    process.stdin.resume();
  }
}

function announcement(sandbox: Sandbox): object {
  return {
    url: sandbox.url,
    controlUrl: sandbox.controlUrl,
    apiKey: sandbox.accounts.owner.apiKeys[0],
    accounts: sandbox.accounts,
    processId: process.pid,
  };
}

function introduction(sandbox: Sandbox): string {
  const { owner, members, inactive, outsider } = sandbox.accounts;
  const lines = [
    `The sandbox is ready: ${sandbox.url}`,
    `Control page:         ${sandbox.controlUrl}/`,
    "",
    `  export OUTREACH_BASE_URL=${sandbox.url}`,
    `  export OUTREACH_API_KEY=${owner.apiKeys[0]}`,
    "",
    line("owner", owner),
    ...members.map((member) => line("member", member)),
    line("inactive", inactive),
    line("other org", outsider),
    "",
    "Press Ctrl-C to stop it.",
  ];
  return `${lines.join("\n")}\n`;
}

function line(role: string, user: DemoUser): string {
  const seats = user.linkedinSeats.map((seat) => `${seat.id}${seat.premium ? " (premium)" : ""}`).join(", ");
  return [
    `  ${role.padEnd(9)} ${String(user.userId).padEnd(4)} ${user.name.padEnd(13)}`,
    seats && `network seats ${seats}`,
    user.emailSeatIds.length > 0 && `e-mail seats ${user.emailSeatIds.join(", ")}`,
    user.apiKeys.length > 0 && `keys ${user.apiKeys.join(", ")}`,
  ]
    .filter(Boolean)
    .join("  ");
}

main().catch((error: unknown) => {
  const isUsage = error instanceof UsageError;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`pulumi-outreach-sandbox: ${message}${isUsage ? " (--help lists the options)" : ""}\n`);
  process.exit(isUsage ? 2 : 1);
});
