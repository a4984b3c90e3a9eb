import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { safeText } from "../../api/redact";
import { environmentWithout } from "../../host/environment";
import { Refusal } from "../../lifecycle/refusal";
import { failureReason } from "../said";
import { type Ended, Processes } from "./processes";
import { type RehearsedProject, readProject, stacksWithConfig } from "./project";

/** Set when git runs a hook: they would refer to a repository other than the project's. */
const hookVariables = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|OBJECT_DIRECTORY)$/;

/** No hooks, all files, and no trace of this index in the repository or in a file system monitor. */
const tracelessOptions = [
  ...["core.hooksPath=/dev/null", "core.sparseCheckout=false", "core.splitIndex=false", "core.fsmonitor=false"],
];

/** The program that the current one is compared with. */
export interface EarlierProgram {
  /** Its name in messages and results. */
  readonly reference: string;
  /** Advice on how to continue without it. */
  readonly otherwise: string;
  /** Creates the program in a folder. Throws a Refusal that explains why that is impossible. */
  make(stack: string): Promise<{ readonly project: RehearsedProject; readonly commit?: string }>;
  /** Removes the files it has written. Safe to repeat. */
  end(): Promise<void>;
}

/** A commit of the project in a temporary folder, using the packages installed in the working copy. */
export class Checkout implements EarlierProgram {
  readonly otherwise = "Name another commit, or leave out --against.";
  private readonly processes = new Processes();
  private folder: string | undefined;
  private ending: Promise<void> | undefined;

  constructor(
    private readonly project: RehearsedProject,
    readonly reference: string,
  ) {}

  /** Throws a Refusal that explains why the commit, or the project in it, does not exist. */
  async make(stack: string): Promise<{ readonly project: RehearsedProject; readonly commit: string }> {
    const place = await this.git(["rev-parse", "--show-cdup", "--show-prefix"]);
    if (place.code !== 0) throw this.refusal("the project is in no git repository.", "Leave out --against.");
    const [, prefix = ""] = place.output.split("\n");
    const found = await this.git([
      "rev-parse",
      "--verify",
      "--quiet",
      "--end-of-options",
      `${this.reference}^{commit}`,
    ]);
    if (found.code !== 0) {
      throw this.refusal(
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
      throw this.refusal(
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
   * Writes the files of a commit using a separate index, so that the repository has no record of this checkout, even if
   * this process is killed.
   */
  private async checkOut(commit: string, folder: string, root: string): Promise<void> {
    await mkdir(root);
    const settings = tracelessOptions.flatMap((setting) => ["-c", setting]);
    const words = [...settings, `--work-tree=${root}`, "read-tree", "--reset", "-u", "--no-recurse-submodules", commit];
    const { code, errors, output } = await this.git(words, { GIT_INDEX_FILE: join(folder, "index") });
    if (code !== 0) throw this.refusal(`git could not check it out: ${failureReason(errors, output)}`);
  }

  /** Node.js looks for packages in every folder from the program upwards, even above the repository. */
  private async linkPackages(root: string, prefix: string, { programFolder }: RehearsedProject): Promise<void> {
    const own = resolve(this.project.folder, relative(resolve(root, prefix), programFolder));
    const parts = relative(root, programFolder).split(sep);
    const repository = resolve(own, ...parts.map((part) => (part === "" ? "." : "..")));
    const inside = parts.map((_, index) => join(...parts.slice(0, index), parts[index] ?? ""));
    for (const place of ["", ...inside]) await link(join(repository, place), join(root, place));
    await linkFromParents(repository, root);
  }

  private async git(words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
    try {
      const env = { ...environmentWithout(hookVariables), ...more };
      return await this.processes.run("git", words, { cwd: this.project.folder, env });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      throw this.refusal("git is not on the PATH.", "Install git, or leave out --against.");
    }
  }

  private refusal(why: string, ...ways: string[]): Refusal {
    return new Refusal(`could not compare with ${safeText(this.reference, 100)}: ${why}`, ...ways);
  }
}

/** Links the packages that a program finds in its folder or in a parent folder. */
export async function linkPackagesOf(folder: string, copy: string): Promise<void> {
  await link(folder, copy);
  await linkFromParents(folder, copy);
}

async function linkFromParents(folder: string, copy: string): Promise<void> {
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
