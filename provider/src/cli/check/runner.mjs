// @ts-check
// Runs in a separate process, in a program's folder and with the program's packages: loads the program under the mocks of
// Pulumi's SDK and reports its resources. `pulumi-outreach check` contains this file as a string and starts it.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

/** @typedef {{ root: string, main: string, project: string, stack: string, config: Record<string, string>, secret: string[], unknown: string, token: string, typescript: boolean }} Task */

/** @type {Task} */
const task = JSON.parse(process.argv[1] ?? "{}");
const folder = process.cwd();
const require = createRequire(join(folder, "program.js"));

/** @type {object[]} */
const resources = [];
/** @type {Set<string>} */
const failures = new Set();
/** @param {unknown} error */
const fail = (error) => failures.add(error instanceof Error ? error.message : String(error));

/** @param {object} message */
function end(message) {
  process.send?.(message, () => process.exit(0));
}

process.on("uncaughtException", fail);
process.on("unhandledRejection", fail);

let sdk;
try {
  sdk = require("@pulumi/pulumi");
} catch (error) {
  fail(error);
  end({ resources, failures: [...failures], missing: "@pulumi/pulumi" });
  throw error;
}

let nextId = 900_001;
/** Where the program declares the resource that is being registered. @type {{ sourcePosition: string }[]} */
let stackTrace = [];
// The resource's values as the SDK sends them. The mocks get them with one mark around each value that contains a secret.
/** @type {object | undefined} */
let sent;
let activity = 0;
await sdk.runtime.setMocks(
  {
    /** @param {{ type: string, name: string, inputs: object, provider?: string, custom?: boolean }} args */
    newResource({ type, name, inputs, provider, custom }) {
      activity += 1;
      resources.push({
        ...{ type, name, provider, stackTrace },
        inputs: plain(sent ?? inputs),
      });
      if (custom === false) return { id: undefined, state: inputs };
      const isProvider = type.startsWith("pulumi:providers:");
      const id = type.startsWith(task.token) ? String(nextId++) : isProvider ? `provider-${resources.length}` : name;
      resources[resources.length - 1] = { ...resources[resources.length - 1], id };
      const shown = Object.entries(inputs).filter(([key]) => !key.startsWith("__"));
      return { id, state: Object.fromEntries(shown) };
    },
    /** @param {{ token: string }} args */
    call({ token }) {
      activity += 1;
      if (token.startsWith("pulumi:pulumi:readStackResource")) return { outputs: {} };
      const text = `the program calls ${token}, a function of another package, which has no answer in a check`;
      throw Object.assign(new Error(text), { details: text });
    },
  },
  task.project,
  task.stack,
  true,
);
sdk.runtime.setAllConfig(task.config, task.secret);
watchPlaces(sdk.runtime.getMonitor());
if (task.typescript) registerTypeScript();

try {
  const loaded = await load(entryOf(task.main));
  const main = loaded?.default ?? loaded;
  const outputs = typeof main === "function" ? await main() : await main;
  await Promise.allSettled(Object.values(outputs ?? {}).map((value) => (value instanceof Promise ? value : undefined)));
} catch (error) {
  fail(error);
}
// Wait for the resources that the program declares inside of `apply`, too.
for (let before = -1; before !== activity; ) {
  before = activity;
  try {
    await sdk.runtime.waitForRPCs();
  } catch (error) {
    fail(error);
  }
  await nextTurn();
}
end({ resources, failures: [...failures] });

/**
 * Records the place and the values of each registration before the mocks are called, because they do not receive its place.
 * @param {any} monitor
 */
function watchPlaces(monitor) {
  const register = monitor.registerResource;
  monitor.registerResource = (/** @type {any} */ request, /** @type {unknown} */ callback) => {
    const frames = request.getStacktrace?.()?.getFramesList?.() ?? [];
    const positions = [...frames.map((/** @type {any} */ frame) => frame.getPc?.()), request.getSourceposition?.()];
    stackTrace = positions.flatMap((position) => placeOf(position?.getUri?.(), position?.getLine?.()));
    sent = request.getObject?.()?.toJavaScript?.();
    const done = register.call(monitor, request, callback);
    [stackTrace, sent] = [[], undefined];
    return done;
  };
}

/**
 * A place in the engine's format, relative to the project's folder.
 * @param {unknown} uri
 * @param {unknown} line
 */
function placeOf(uri, line) {
  if (typeof uri !== "string" || !uri.startsWith("file:")) return [];
  const path = relative(task.root, fileURLToPath(uri)).split(sep).join("/");
  return [{ sourcePosition: `project:///${path}#${line}` }];
}

/**
 * A value without the SDK's own objects. Secrets keep their mark.
 * @param {unknown} value
 * @returns {unknown}
 */
function plain(value) {
  if (sdk.isUnknown(value)) return task.unknown;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

/**
 * The program's file, found as the CLI finds it.
 * @param {string} main
 */
function entryOf(main) {
  const given = resolve(folder, main);
  if (existsSync(given) && main !== ".") return require.resolve(given);
  const named = manifest().main;
  const file = typeof named === "string" ? resolve(folder, named) : undefined;
  return require.resolve(file !== undefined && existsSync(file) ? file : folder);
}

function manifest() {
  const file = join(folder, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** @param {string} file */
async function load(file) {
  const isModule = /\.m[jt]s$/.test(file) || (manifest().type === "module" && !/\.c[jt]s$/.test(file));
  return isModule ? await import(pathToFileURL(file).href) : require(file);
}

/** Registers TypeScript as the SDK does, but without checking types: that takes longer than the whole check. */
function registerTypeScript() {
  const utilities = join(dirname(require.resolve("@pulumi/pulumi/package.json")), "tsutils.js");
  const { loadTypeScriptCompilerOptions, typeScriptRequireStrings } = require(utilities);
  const sdkRequire = createRequire(utilities);
  const { tsnodeRequire, typescriptRequire } = typeScriptRequireStrings();
  const project = process.env.PULUMI_NODEJS_TSCONFIG_PATH ?? "tsconfig.json";
  const [major = 0, minor = 0] = sdkRequire(typescriptRequire).version.split(".").map(Number);
  const isRecent = major > 4 || (major === 4 && minor >= 7);
  sdkRequire(tsnodeRequire).register({
    ...{
      compiler: sdkRequire.resolve(typescriptRequire),
      transpileOnly: true,
      project,
      skipProject: !existsSync(project),
    },
    compilerOptions: {
      ...{ target: "ES2020", module: isRecent ? "nodenext" : "commonjs" },
      ...{ moduleResolution: isRecent ? "nodenext" : "node", sourceMap: "true" },
      ...loadTypeScriptCompilerOptions(project),
    },
  });
}
