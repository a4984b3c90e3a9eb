// @ts-check
// Installs one version of the Pulumi CLI after comparing it with its published checksum, and puts it first on the PATH of
// the following steps (GitHub) or of this shell, which evaluates what is printed (GitLab: `eval "$(node …)"`).
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

const version = "3.259.0";
/** A mirror may have the same files. */
const releases = (process.env.PULUMI_RELEASES || "https://get.pulumi.com/releases/sdk").replace(/\/+$/, "");
const system = process.platform === "darwin" ? "darwin" : "linux";
const archive = `pulumi-v${version}-${system}-${process.arch}.tar.gz`;
const folder = join(homedir(), ".pulumi-cli", version);

/** @param {string} file */
async function download(file) {
  const response = await fetch(`${releases}/${file}`);
  if (!response.ok) throw new Error(`${releases}/${file} answered ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

async function install() {
  const checksums = (await download(`pulumi-${version}-checksums.txt`)).toString("utf8");
  const wanted = checksums
    .split("\n")
    .find((line) => line.endsWith(` ${archive}`))
    ?.split(/\s+/)[0];
  const content = await download(archive);
  const found = createHash("sha256").update(content).digest("hex");
  if (found !== wanted) throw new Error(`${archive} has the checksum ${found}, published is ${wanted}.`);
  mkdirSync(dirname(folder), { recursive: true });
  const partial = mkdtempSync(`${folder}-`);
  writeFileSync(join(partial, archive), content);
  execFileSync("tar", ["-xzf", archive], { cwd: partial });
  renameSync(join(partial, "pulumi"), folder);
  rmSync(partial, { recursive: true });
}

try {
  if (!existsSync(folder)) await install();
  if (process.env.GITHUB_PATH) appendFileSync(process.env.GITHUB_PATH, `${folder}\n`);
  else process.stdout.write(`export PATH='${folder}':"$PATH"\n`);
} catch (error) {
  process.stderr.write(
    `Installing the Pulumi CLI ${version} failed: ${error instanceof Error ? error.message : error}\n`,
  );
  process.exitCode = 1;
}
