import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findPulumi } from "../../tools/pulumi/findPulumi.mjs";
import { findOnPath } from "../../tools/pulumi/program.mjs";
import { archiveName } from "../../tools/pulumi/release.mjs";
import { cliVersion } from "../../tools/pulumi/versions.mjs";
import { temporaryFolder } from "../support/folders";
import { companionNames, serve, writeProgram, writePulumi } from "./fakes";

const name = archiveName(process.platform, process.arch) ?? "none";
const checksumsName = `pulumi-${cliVersion}-checksums.txt`;

interface Published {
  archive: Buffer;
  checksums: string;
}

/** A release as Pulumi would publish it, with fake programs. */
function publish(version = cliVersion, companions = companionNames): Published {
  const folder = temporaryFolder();
  writePulumi(join(folder, "pulumi"), version, companions);
  execFileSync("tar", ["-czf", name, "pulumi"], { cwd: folder });
  const archive = readFileSync(join(folder, name));
  const checksum = createHash("sha256").update(archive).digest("hex");
  return { archive, checksums: `${"0".repeat(64)}  pulumi-v${cliVersion}-plan9-x64.tar.gz\n${checksum}  ${name}\n` };
}

const publishing =
  ({ archive, checksums }: Published): RequestListener =>
  (request, response) => {
    if (request.url === `/sdk/${checksumsName}`) response.end(checksums);
    else if (request.url === `/sdk/${name}`) response.end(archive);
    else response.writeHead(404).end();
  };

/** Looks for a CLI on a machine with tar and a network, and nothing else. */
async function download(answer: RequestListener, patience = { firstAnswer: 20_000, silence: 20_000 }) {
  const folder = temporaryFolder();
  const programs = join(folder, "programs");
  mkdirSync(programs);
  for (const needed of ["tar", "gzip"]) {
    const [path] = await findOnPath(needed, process.env);
    const run = `require("node:child_process").spawn(${JSON.stringify(path)}, process.argv.slice(2), { stdio: "inherit" })`;
    if (path) writeProgram(programs, needed, `${run}.on("exit", (code) => process.exit(code));`);
  }
  const cache = join(folder, "cache");
  const said: string[] = [];
  const found = findPulumi({
    environment: { PATH: programs, PULUMI_OUTREACH_RELEASES: `${await serve(answer)}/sdk/` },
    cache,
    say: (text) => said.push(text),
    patience,
  });
  const outcome = await found.then(
    (pulumi) => pulumi.how,
    (error: Error) => error.message.split("\n").find((line) => line.startsWith("  release archive: ")),
  );
  return { outcome, said, cache, left: existsSync(cache) ? readdirSync(cache) : [] };
}

describe("the release archive", () => {
  it("is used if its checksum is the published one", async () => {
    const { outcome, left, said, cache } = await download(publishing(publish()));
    expect(outcome).toBe("release");
    expect(left).toHaveLength(1);
    expect(readdirSync(join(cache, left[0] ?? "")).sort()).toEqual(["pulumi", ...companionNames]);
    expect(said.at(-1)).toMatch(/ is in .*, after .* s$/);
  });

  it("is refused if its checksum differs", async () => {
    const { archive, checksums } = publish();
    const { outcome, left } = await download(publishing({ archive: publish("3.258.0").archive, checksums }));
    expect(outcome).toMatch(/has the SHA-256 checksum [0-9a-f]{64}, published is [0-9a-f]{64}: it was not used$/);
    expect(archive.length).toBeGreaterThan(0);
    expect(left).toEqual([]);
  });

  it("is refused if it is truncated, though the response looks complete", async () => {
    const { archive, checksums } = publish();
    const { outcome, left } = await download(publishing({ archive: archive.subarray(0, -100), checksums }));
    expect(outcome).toContain("it was not used");
    expect(left).toEqual([]);
  });

  it("is given up if the connection breaks off", async () => {
    const { archive, checksums } = publish();
    const { outcome, left } = await download((request, response) => {
      if (request.url?.endsWith(".txt")) return response.end(checksums);
      response.writeHead(200, { "content-length": archive.length });
      return response.write(archive.subarray(0, 100), () => response.destroy());
    });
    expect(outcome).toContain("cannot be reached or broke off");
    expect(left).toEqual([]);
  });

  it("is given up if there is none", async () => {
    const { outcome, left } = await download((_request, response) => response.writeHead(404).end());
    expect(outcome).toMatch(/checksums\.txt answered 404$/);
    expect(left).toEqual([]);
  });

  it("is given up if the checksums do not include it", async () => {
    const { archive } = publish();
    const { outcome } = await download(publishing({ archive, checksums: "<html>blocked</html>" }));
    expect(outcome).toContain("names no SHA-256 checksum of");
  });

  it("is given up if the server does not respond", async () => {
    const { outcome, left } = await download(() => {}, { firstAnswer: 50, silence: 20_000 });
    expect(outcome).toMatch(/checksums\.txt does not answer$/);
    expect(left).toEqual([]);
  });

  it("is given up if the response stalls", async () => {
    const { archive, checksums } = publish();
    const { outcome, left } = await download(
      (request, response) => {
        if (request.url?.endsWith(".txt")) return response.end(checksums);
        return response.writeHead(200).write(archive.subarray(0, 100));
      },
      { firstAnswer: 20_000, silence: 1_000 },
    );
    expect(outcome).toMatch(/tar\.gz does not answer$/);
    expect(left).toEqual([]);
  });

  it("is refused if it does not run here, or is another version", async () => {
    const { outcome, left } = await download(publishing(publish("3.258.0")));
    expect(outcome).toContain(`"pulumi version" answers 3.258.0`);
    expect(left).toEqual([]);
  });

  it("is refused if it has no language host", async () => {
    const { outcome } = await download(publishing(publish(cliVersion, [])));
    expect(outcome).toContain("lacks the CLI's Node.js language host");
  });

  it.each([
    ["linux", "x64", `pulumi-v${cliVersion}-linux-x64.tar.gz`],
    ["darwin", "arm64", `pulumi-v${cliVersion}-darwin-arm64.tar.gz`],
    ["win32", "x64", `pulumi-v${cliVersion}-windows-x64.zip`],
    ["linux", "riscv64", undefined],
    ["freebsd", "x64", undefined],
  ] as const)("for %s on %s is %s", (platform, architecture, expected) => {
    expect(archiveName(platform, architecture)).toBe(expected);
  });
});
