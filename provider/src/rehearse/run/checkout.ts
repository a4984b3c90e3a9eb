import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { safeText } from "../../api/redact";
import { environmentWithout } from "../../host/environment";
import { Refusal } from "../../lifecycle/refusal";
import { said } from "../said";
import { type Ended, Processes } from "./processes";
import { type RehearsedProject, readProject, stacksWithConfig } from "./project";

/** Set where git runs a hook: they would name another repository than that of the project. */
const ofHooks = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY)$/;

/** No hook, all files, and nothing of this index in the repository or in a process that watches it. */
const withoutTraces = [
  ...["core.hooksPath=/dev/null", "core.sparseCheckout=false", "core.splitIndex=false", "core.fsmonitor=false"],
];

/** A program that the present one is compared with. */
export interface EarlierProgram {
  /** As messages and results name it. */
  readonly reference: string;
  /** How to go on without it. */
  readonly otherwise: string;
  /** Throws a Refusal that tells why there is no such program. */
  make(stack: string): Promise<{ readonly project: RehearsedProject; readonly commit?: string }>;
  /** Removes what it has written. Safe to repeat. */
  end(): Promise<void>;
}

/** A commit of the project in a temporary folder, with the packages that are installed in the working copy. */
export class Checkout implements EarlierProgram {
  readonly otherwise = "Name another commit, or leave out --against.";
  private readonly processes = new Processes();
  private folder: string | undefined;
  private ending: Promise<void> | undefined;

  constructor(
    private readonly project: RehearsedProject,
    readonly reference: string,
  ) {}

  /** Throws a Refusal that tells why there is no such commit, or no project in it. */
  async make(stack: string): Promise<{ readonly project: RehearsedProject; readonly commit: string }> {
    const place = await this.git(["rev-parse", "--show-cdup", "--show-prefix"]);
    if (place.code !== 0) throw this.refused("the project is in no git repository.", "Leave out --against.");
    const [, prefix = ""] = place.output.split("\n");
    const found = await this.git([
      "rev-parse",
      "--verify",
      "--quiet",
      "--end-of-options",
      `${this.reference}^{commit}`,
    ]);
    if (found.code !== 0) {
      throw this.refused(
        "git knows no commit of this name here.",
        "Name a branch, a tag or a commit. A shallow clone may lack it: `git fetch` it first.",
      );
    }
    const commit = found.output.trim();
    const folder = await mkdtemp(join(tmpdir(), "outreach-against-"));
    this.folder = folder;
    const root = join(folder, "program");
    await this.checkOut(commit, folder, root);
    const copy = resolve(root, prefix);
    if (!existsSync(join(copy, "Pulumi.yaml")) && !existsSync(join(copy, "Pulumi.yml"))) {
      throw this.refused(
        "that commit has no Pulumi.yaml in this folder.",
        "Name a commit in which the project exists.",
      );
    }
    const project = await readProject(copy);
    await this.linkPackages(root, prefix, project);
    const hasOwnConfig = (await stacksWithConfig(project)).includes(stack);
    return { commit, project: hasOwnConfig ? project : { ...project, configFolder: this.project.configFolder } };
  }

  /** Removes the checkout. Safe to repeat. */
  end(): Promise<void> {
    this.ending ??= (async () => {
      await this.processes.end();
      if (this.folder !== undefined) await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
    })();
    return this.ending;
  }

  /**
   * Writes the files of a commit with an index of its own, so that the repository has no entry of this checkout, and keeps
   * none if this process is killed.
   */
  private async checkOut(commit: string, folder: string, root: string): Promise<void> {
    await mkdir(root);
    const settings = withoutTraces.flatMap((setting) => ["-c", setting]);
    const words = [...settings, `--work-tree=${root}`, "read-tree", "--reset", "-u", "--no-recurse-submodules", commit];
    const { code, errors, output } = await this.git(words, { GIT_INDEX_FILE: join(folder, "index") });
    if (code !== 0) throw this.refused(`git could not check it out: ${said(errors, output)}`);
  }

  /** Node.js looks for packages in each folder from the program up, also above the repository. */
  private async linkPackages(root: string, prefix: string, { programFolder }: RehearsedProject): Promise<void> {
    const own = resolve(this.project.folder, relative(resolve(root, prefix), programFolder));
    const parts = relative(root, programFolder).split(sep);
    const repository = resolve(own, ...parts.map((part) => (part === "" ? "." : "..")));
    const inside = parts.map((_, index) => join(...parts.slice(0, index), parts[index] ?? ""));
    for (const place of ["", ...inside]) await link(join(repository, place), join(root, place));
    await linkAbove(repository, root);
  }

  private async git(words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
    try {
      const env = { ...environmentWithout(ofHooks), ...more };
      return await this.processes.run("git", words, { cwd: this.project.folder, env });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      throw this.refused("git is not on the PATH.", "Install git, or leave out --against.");
    }
  }

  private refused(why: string, ...ways: string[]): Refusal {
    return new Refusal(`could not compare with ${safeText(this.reference, 100)}: ${why}`, ...ways);
  }
}

/** Links the packages that a program finds in its folder, or else above it. */
export async function linkPackagesOf(folder: string, copy: string): Promise<void> {
  await link(folder, copy);
  await linkAbove(folder, copy);
}

async function linkAbove(folder: string, copy: string): Promise<void> {
  const above = ancestorsOf(folder).find((each) => existsSync(join(each, "node_modules")));
  if (above !== undefined) await link(above, resolve(copy, ".."));
}

async function link(from: string, to: string): Promise<void> {
  const [packages, copy] = [join(from, "node_modules"), join(to, "node_modules")];
  if (existsSync(packages) && !existsSync(copy)) await symlink(packages, copy, "junction");
}

function ancestorsOf(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...ancestorsOf(parent)];
}
