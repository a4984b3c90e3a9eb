import { stringify } from "yaml";
import { allKinds } from "../everyKind";
import { providerText, typeToken } from "../host/token";
import { type Kind, kinds } from "../kinds";
import type { AccountContent, Export } from "./model";
import { capitalised, slugOf } from "./names";

/** Data for the project files other than the program. */
export interface ProjectFacts {
  readonly name: string;
  /** The release of this package. */
  readonly version: string;
}

/** A project name derived from a folder's name, valid for both the engine and npm. */
export function projectName(folder: string): string {
  const ascii = slugOf(folder.normalize("NFD").replace(/\p{Mn}/gu, "")).replace(/[^a-z0-9-]/g, "");
  return ascii.replace(/^-+|-+$/g, "") || "outreach";
}

/** The project files other than the program, by path. */
export function projectFiles({ name, version }: ProjectFacts, content: AccountContent): ReadonlyMap<string, string> {
  const { origin, actingUserId } = content.owner;
  const config = {
    "outreach:baseUrl": origin,
    ...(content.isMember ? { "outreach:impersonateUserId": actingUserId } : {}),
  };
  const project = {
    name,
    description: `${capitalised(allKinds())}, exported from the account`,
    runtime: "nodejs",
    config,
  };
  const manifest = {
    name,
    private: true,
    main: "index.ts",
    dependencies: { "@pulumi/pulumi": ">=3.216.0 <4", "pulumi-outreach": `^${version}` },
    devDependencies: { "@types/node": "^20", typescript: "^5" },
  };
  const compiler = {
    compilerOptions: {
      ...{ target: "ES2022", module: "Node16", moduleResolution: "Node16", types: ["node"] },
      ...{ strict: true, noEmit: true, skipLibCheck: true },
    },
    include: ["**/*.ts"],
  };
  return new Map([
    ["Pulumi.yaml", stringify(project, { lineWidth: 0 })],
    ["package.json", json(manifest)],
    ["tsconfig.json", json(compiler)],
    [".gitignore", `node_modules/\n# State to import once; it is of no use afterwards.\n${importFile}\n`],
    ["README.md", readme(name)],
  ]);
}

/** The name of the file for `pulumi import`. */
export const importFile = "import.json";

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function readme(name: string): string {
  return `# ${name}

Exported by \`pulumi-outreach export\`. To manage these objects with Pulumi (CLI 3.254 or newer):

\`\`\`sh
npm install
export OUTREACH_API_KEY=…   # the key of the user that the export was made with
pulumi stack init production
pulumi import --file ${importFile} --generate-code=false --protect=false
pulumi preview --expect-no-changes
\`\`\`

None of this writes to the service. After that, edit the program, preview, review, and run \`pulumi up\`.
`;
}

/** State for \`pulumi import --file\`: the engine imports it unchanged, without reading the objects. */
export function importText({ exported }: Export): string {
  const resources = exported.map(({ kind, id, resource, inputs, outputs }) => ({
    type: typeToken(kind),
    name: resource,
    id,
    inputs: withProviderText(kind, inputs),
    outputs: withProviderText(kind, outputs),
  }));
  return json({ resources });
}

function withProviderText(kind: Kind, values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...values, __provider: providerText(kinds[kind].name) };
}
