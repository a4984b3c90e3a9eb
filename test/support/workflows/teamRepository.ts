import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { repository } from "../project";

/** The git repository of a team with a copy of an example, with the files that its README says to commit. */
export class TeamRepository {
  readonly folder: string;

  /** @param checksums those of the Pulumi CLI */
  constructor(scratch: string, example: string, checksums: string) {
    this.folder = join(scratch, "repository");
    mkdirSync(this.folder, { recursive: true });
    this.git("init", "--quiet", "--initial-branch", "main");
    cpSync(join(repository, example), this.folder, {
      recursive: true,
      filter: (source) => !source.includes("node_modules"),
    });
    this.write("package-lock.json", "{}\n");
    this.write("scripts/pulumi.sha256", checksums);
    this.commit("Copy the example");
  }

  write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  append(path: string, text: string): void {
    this.write(path, `${this.read(path)}${text}`);
  }

  /** Commits the written files to the current branch; returns the commit. */
  commit(message: string): string {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", "--message", message);
    return this.head();
  }

  /** Checks out a branch, which begins at main if it is new. */
  branch(name: string): void {
    const exists = this.git("branch", "--list", name).trim() !== "";
    if (exists || name === "main") this.git("checkout", "--quiet", name);
    else this.git("checkout", "--quiet", "-b", name, "main");
  }

  /** The commit that GitHub checks out for a pull request: its branch merged into main, detached. */
  mergePreview(name: string): string {
    this.git("checkout", "--quiet", "--detach", "main");
    this.git("merge", "--quiet", "--no-ff", "--message", `Merge ${name} into main`, name);
    const merged = this.head();
    this.git("checkout", "--quiet", name);
    return merged;
  }

  /** Merges a branch into main; returns the merge commit. */
  merge(name: string): string {
    this.git("checkout", "--quiet", "main");
    this.git("merge", "--quiet", "--no-ff", "--message", `Merge ${name}`, name);
    return this.head();
  }

  head(): string {
    return this.git("rev-parse", "HEAD").trim();
  }

  headOf(branch: string): string {
    return this.git("rev-parse", branch).trim();
  }

  /** A fresh copy of one commit. */
  checkout(commit: string, into: string): void {
    mkdirSync(into, { recursive: true });
    this.git("clone", "--quiet", "--no-checkout", this.folder, into);
    execFileSync("git", ["checkout", "--quiet", "--detach", commit], { cwd: into });
  }

  private git(...given: readonly string[]): string {
    const identity = ["-c", "user.name=Maria", "-c", "user.email=maria@example.com", "-c", "commit.gpgsign=false"];
    return execFileSync("git", [...identity, ...given], {
      cwd: this.folder,
      encoding: "utf8",
      env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }
}
