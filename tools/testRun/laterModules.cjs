// @ts-check
// Preloaded in the programs of `npm test`: the Pulumi SDK loads these modules in each of its processes, which takes a third
// of the processor time of a run of the CLI, and uses them only to serialize functions and to compile TypeScript.
// Each is loaded when it is first used. `npm run test:full` does without.
const { existsSync, readFileSync } = require("node:fs");
const Module = require("node:module");

const later = new Set(["@npmcli/arborist", "typescript"]);
const ofSdk = /[\\/]@pulumi[\\/]pulumi[\\/]/;

// The tests' language host is older than the CLI, and does not know this option.
const isTypeScript = process.env.PULUMI_NODEJS_TYPESCRIPT === "true";
if (isTypeScript && existsSync("Pulumi.yaml") && /^ +typescript: false$/m.test(readFileSync("Pulumi.yaml", "utf8"))) {
  process.env.PULUMI_NODEJS_TYPESCRIPT = "false";
}

/** @typedef {{ readonly filename?: string | null } | undefined} Parent */
/** @type {{ _load: (request: string, parent: Parent, ...others: unknown[]) => object }} */
// @ts-expect-error: not in the types, but the way in which Node.js itself lets modules be replaced.
const loader = Module;
const { _load: load } = loader;

loader._load = function (request, parent, ...others) {
  if (!later.has(request) || !ofSdk.test(parent?.filename ?? "")) return load.call(this, request, parent, ...others);
  /** @type {object | undefined} */
  let loaded;
  const module = () => {
    loaded ??= load.call(this, request, parent, ...others);
    return loaded;
  };
  return new Proxy(
    {},
    {
      get: (_, key) => {
        // Otherwise TypeScript's helper for imports copies each property.
        if (key === "__esModule") return true;
        if (key === "default") return module();
        // The SDK asks every program's TypeScript for it.
        if (key === "version") return Reflect.get(load.call(this, `${request}/package.json`, parent, ...others), key);
        return Reflect.get(module(), key);
      },
      has: (_, key) => Reflect.has(module(), key),
    },
  );
};
