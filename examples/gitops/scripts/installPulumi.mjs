// @ts-check
// Installs one version of the Pulumi CLI, and puts it first on the PATH of the following steps (GitHub) or of this shell,
// which evaluates what is printed (GitLab: `eval "$(node …)"`):
//   installPulumi.mjs       installs it, if its archive matches the checksums in this repository
//   installPulumi.mjs pin   once for each version: writes the published checksums into scripts/pulumi.sha256, to be committed
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

const version = "3.259.0";
/** A mirror may have the same files. */
const releases = (process.env.PULUMI_RELEASES || "https://get.pulumi.com/releases/sdk").replace(/\/+$/, "");
const system = process.platform === "darwin" ? "darwin" : "linux";
const archive = `pulumi-v${version}-${system}-${process.arch}.tar.gz`;
const folder = join(homedir(), ".pulumi-cli", version);
const pins = join(import.meta.dirname, "pulumi.sha256");
const howToPin =
  "Run `node scripts/installPulumi.mjs pin` on a machine that you trust, and commit scripts/pulumi.sha256.";

/** @param {string} file */
async function download(file) {
  const response = await fetch(`${releases}/${file}`).catch((error) => {
    const why = error.cause?.message || error.cause?.code || error.message;
    throw new Error(`${releases}/${file} cannot be reached: ${why}. PULUMI_RELEASES can name a mirror.`);
  });
  if (!response.ok) throw new Error(`${releases}/${file} answered ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

async function pin() {
  const published = (await download(`pulumi-${version}-checksums.txt`)).toString("utf8");
  const lines = published.split("\n").filter((line) => /^[0-9a-f]{64} .*pulumi-v/.test(line));
  if (lines.length === 0) throw new Error(`${releases} names no checksums.`);
  writeFileSync(pins, `${lines.join("\n")}\n`);
}

async function install() {
  const pinned = existsSync(pins) ? readFileSync(pins, "utf8").split("\n") : [];
  const wanted = pinned.find((line) => line.endsWith(` ${archive}`))?.split(/\s+/)[0];
  if (wanted === undefined) throw new Error(`scripts/pulumi.sha256 has no checksum of ${archive}. ${howToPin}`);
  const content = await download(archive);
  const found = createHash("sha256").update(content).digest("hex");
  if (found !== wanted) throw new Error(`${archive} has the checksum ${found}, scripts/pulumi.sha256 says ${wanted}.`);
  mkdirSync(dirname(folder), { recursive: true });
  const partial = mkdtempSync(`${folder}-`);
  writeFileSync(join(partial, archive), content);
  execFileSync("tar", ["-xzf", archive], { cwd: partial });
  try {
    renameSync(join(partial, "pulumi"), folder);
  } catch (error) {
    // Another job with the same home was faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(partial, { recursive: true });
  }
}

async function provide() {
  if (!existsSync(folder)) await install();
  if (process.env.GITHUB_PATH) appendFileSync(process.env.GITHUB_PATH, `${folder}\n`);
  else process.stdout.write(`export PATH='${folder}':"$PATH"\n`);
}

try {
  if (process.argv[2] === "pin") await pin();
  else await provide();
} catch (error) {
  process.stderr.write(
    `Installing the Pulumi CLI ${version} failed: ${error instanceof Error ? error.message : error}\n`,
  );
  // What evaluates the output fails as well: `eval` of nothing would succeed, and the job go on without the CLI.
  if (!process.env.GITHUB_PATH) process.stdout.write("false\n");
  process.exitCode = 1;
}
