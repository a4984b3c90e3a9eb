// @ts-check
// Runs Pulumi against a local service, which sends nothing to anybody: `node local.mjs preview`, `node local.mjs up`.
// Without a Pulumi command it only runs the service, so that you can open its page. The folder .local contains the
// state and the service's data; delete it to start over. The service's address is in Pulumi.local.yaml.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const folder = join(here, ".local");
const state = join(folder, "state");
/** A made-up user's key, which only a local service accepts. */
const apiKey = "osk_demo_owner";

/** Keeps settings for other accounts and backends away from this stack. */
const foreign = /^(OUTREACH_(?!CACHE_FOLDER$)|PULUMI_(ACCESS_TOKEN|BACKEND_URL|CONFIG|STACK))/i;
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
  NO_PROXY: [process.env.NO_PROXY ?? process.env.no_proxy, "127.0.0.1", "localhost"].filter(Boolean).join(","),
  PULUMI_BACKEND_URL: pathToFileURL(state).href,
  PULUMI_CONFIG_PASSPHRASE: "local",
  PULUMI_STACK: "local",
  OUTREACH_API_KEY: apiKey,
};

/** True after Ctrl-C: no further command is started. */
let isInterrupted = false;

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

/** @param {readonly string[]} words the Pulumi command */
async function run(words) {
  mkdirSync(state, { recursive: true });
  const address = configuredAddress();
  // Use a service that already runs in another terminal. A service that this program starts ends with it.
  const service = (await isLocalService(address)) ? undefined : await start(address);
  try {
    if (words.length > 0) return await pulumi(words);
    console.log(`The local service is at ${address}. Open it in a browser; Ctrl-C ends it.`);
    if (service !== undefined) await new Promise((resolve) => process.once("SIGINT", resolve).once("SIGTERM", resolve));
    return 0;
  } finally {
    await service?.close();
  }
}

/** The setting `outreach:baseUrl` of the stack. */
function configuredAddress() {
  const text = readFileSync(join(here, "Pulumi.local.yaml"), "utf8");
  const [, address = ""] = /^\s*["']?outreach:baseUrl["']?:\s*["']?([^\s"']+)/m.exec(text) ?? [];
  const isLocal = URL.canParse(address) && /^(127\.0\.0\.1|localhost)$/.test(new URL(address).hostname);
  if (isLocal) return address;
  throw new Error("Pulumi.local.yaml must set outreach:baseUrl to an address like http://127.0.0.1:8787");
}

/** @param {string} address */
async function isLocalService(address) {
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await fetch(new URL("/v1/user/me", address), { headers }).catch(() => undefined);
  return answer?.ok === true && answer.headers.has("x-outreach-service");
}

/** @param {string} address */
async function start(address) {
  const { startSandbox } = await import("pulumi-outreach-sandbox").catch(() => {
    throw new Error(`the package pulumi-outreach-sandbox is not installed. Run \`${packageManager()} install\` first`);
  });
  const { hostname, port } = new URL(address);
  return await startSandbox({
    ...{ host: hostname, port: Number(port) || 80 },
    ...{ store: join(folder, "service.db"), clock: "wall" },
  }).catch((error) => {
    throw new Error(`${error.message} The address is in Pulumi.local.yaml.`);
  });
}

function packageManager() {
  const lockFiles = { "pnpm-lock.yaml": "pnpm", "yarn.lock": "yarn", "bun.lock": "bun", "bun.lockb": "bun" };
  return Object.entries(lockFiles).find(([file]) => existsSync(join(here, file)))?.[1] ?? "npm";
}

/** @param {readonly string[]} words */
async function pulumi(words) {
  // `stack init` writes below stacks/ and selects no stack, so the stack that you otherwise work with stays selected.
  if (!existsSync(join(state, ".pulumi", "stacks"))) {
    const code = await ended(["stack", "init", "local", "--no-select", "--non-interactive"]);
    if (code !== 0) return code;
    if (isInterrupted) return 130;
  }
  return await ended(words);
}

/**
 * @param {readonly string[]} words
 * @returns {Promise<number>} the exit code
 */
function ended(words) {
  return new Promise((resolve, reject) => {
    const child = spawn("pulumi", words, { cwd: here, env: environment, stdio: "inherit" });
    // Pulumi receives Ctrl-C itself. It finishes the current operations and needs the service for that.
    const interrupted = () => {
      isInterrupted = true;
    };
    process
      .on("SIGINT", interrupted)
      .on("SIGTERM", interrupted)
      .on("SIGTERM", () => child.kill("SIGINT"));
    child.once("error", () => {
      reject(new Error("the Pulumi CLI could not be started. Install it: https://www.pulumi.com/docs/install/"));
    });
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
