import { broken, type Check, ok, unknown, warning } from "./checks";

/** The oldest supported releases. */
const oldestNode = "20.18.1";
const oldestSdk = "3.216.0";
/** The first release whose `pulumi import --file` accepts the output of `export`. */
const oldestCliForImport = "3.254.0";

/** The detected versions; undefined if not installed. */
export interface Versions {
  readonly node: string;
  /** Version of the running command. */
  readonly own: string;
  /** Version of the package in the project folder. */
  readonly installed?: string;
  /** Version of `@pulumi/pulumi` in the project folder. */
  readonly sdk?: string;
  /** Version of the Pulumi CLI, or why it could not be determined. */
  readonly cli: { readonly version: string } | { readonly problem: string };
  /** True if there is a Pulumi project in this folder or a parent folder. */
  readonly inProject: boolean;
}

/** Checks the versions. */
export function versionChecks({ node, own, installed, sdk, cli, inProject }: Versions): Check[] {
  return [
    isAtLeast(node, oldestNode)
      ? ok("node", `Node.js ${node}`)
      : broken("node", `Node.js ${node} is older than ${oldestNode}`, `Install Node.js ${oldestNode} or newer.`),
    packageCheck(own, installed),
    sdkCheck(sdk, inProject),
    cliCheck(cli),
  ];
}

function packageCheck(own: string, installed: string | undefined): Check {
  const text = `pulumi-outreach ${own}`;
  if (installed === undefined || installed === own) return ok("package", text);
  return warning(
    "package",
    `${text} runs, and the project has ${installed}`,
    "Run the command as `npx pulumi-outreach` in the folder of the project.",
  );
}

function sdkCheck(sdk: string | undefined, inProject: boolean): Check {
  if (sdk === undefined) {
    return inProject
      ? warning("sdk", "the project has no @pulumi/pulumi installed", "Run `npm install` in its folder.")
      : unknown("sdk", "there is no Pulumi project in this folder or above it");
  }
  return isAtLeast(sdk, oldestSdk)
    ? ok("sdk", `@pulumi/pulumi ${sdk}`)
    : broken("sdk", `@pulumi/pulumi ${sdk} is older than ${oldestSdk}`, "npm install @pulumi/pulumi@latest");
}

function cliCheck(cli: Versions["cli"]): Check {
  if ("problem" in cli) {
    return warning("cli", cli.problem, "Install the Pulumi CLI: https://www.pulumi.com/docs/install/");
  }
  return isAtLeast(cli.version, oldestCliForImport)
    ? ok("cli", `Pulumi CLI ${cli.version}`)
    : warning(
        "cli",
        `Pulumi CLI ${cli.version} cannot import what \`pulumi-outreach export\` writes`,
        `Install ${oldestCliForImport} or newer.`,
      );
}

/** Compares versions by their three numbers, ignoring anything after them. */
function isAtLeast(version: string, oldest: string): boolean {
  const numbers = (text: string) => text.replace(/^v/, "").split(/[.+-]/, 3).map(Number);
  const [found, wanted] = [numbers(version), numbers(oldest)];
  for (const [index, number] of wanted.entries()) {
    if (found[index] !== number) return (found[index] ?? 0) > number;
  }
  return true;
}
