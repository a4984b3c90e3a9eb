import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { publishAll } from "../../tools/release/publish.mjs";
import { temporaryFolder } from "../support/folders";
import { isLong } from "../support/long";
import { serve } from "./fakes";

/** A folder with packages, as packed by a release. */
function packed(...names: string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    mkdirSync(join(folder, "package"));
    writeFileSync(join(folder, "package", "package.json"), JSON.stringify({ name, version: "1.2.3" }));
    execFileSync("tar", ["-czf", `${name}-1.2.3.tgz`, "package"], { cwd: folder });
    rmSync(join(folder, "package"), { recursive: true });
  }
  return folder;
}

/** A registry on this machine that stores published packages. */
async function startRegistry(options: { refuses?: string } = {}) {
  const published: { name: string; token: string | undefined }[] = [];
  const url = await serve(async (request, response) => {
    const name = decodeURIComponent(request.url?.slice(1) ?? "");
    await bodyOf(request);
    if (request.method === "PUT" && name === options.refuses) return response.writeHead(403).end("{}");
    if (request.method === "PUT") {
      published.push({ name, token: request.headers.authorization });
      return response.writeHead(201).end("{}");
    }
    if (!published.some((each) => each.name === name)) return response.writeHead(404).end("{}");
    const version = { name, version: "1.2.3", dist: { tarball: `${url}/none.tgz` } };
    return response.end(JSON.stringify({ name, "dist-tags": { latest: "1.2.3" }, versions: { "1.2.3": version } }));
  });
  return { url, published };
}

async function bodyOf(request: IncomingMessage): Promise<void> {
  for await (const _chunk of request);
}

const publish = async (folder: string, registry: string) => {
  const said: string[] = [];
  const environment = {
    ...process.env,
    npm_config_registry: registry,
    npm_config_cache: temporaryFolder(),
    NODE_AUTH_TOKEN: "the-token",
  };
  // Provenance needs the identity that only a workflow has.
  await publishAll(folder, { environment, provenance: false, say: (text) => said.push(text) });
  return said;
};

describe("publishing", () => {
  it("sends each package once, with the token for this registry", { timeout: 60_000 }, async () => {
    const { url, published } = await startRegistry();
    const folder = packed("one", "two");
    expect(await publish(folder, url)).toEqual(["one 1.2.3 is published", "two 1.2.3 is published"]);
    expect(published).toEqual([
      { name: "one", token: "Bearer the-token" },
      { name: "two", token: "Bearer the-token" },
    ]);
    expect(await publish(folder, url)).toEqual(["one 1.2.3 is published already", "two 1.2.3 is published already"]);
    expect(published).toHaveLength(2);
  });

  // It packs both packages once more.
  if (isLong) {
    it("continues with the rest when it is repeated after a failure", { timeout: 60_000 }, async () => {
      const options = { refuses: "two" };
      const { url, published } = await startRegistry(options);
      const folder = packed("one", "two");
      await expect(publish(folder, url)).rejects.toThrow(/^npm publish failed:[\s\S]*403/);
      options.refuses = "";
      expect(await publish(folder, url)).toEqual(["one 1.2.3 is published already", "two 1.2.3 is published"]);
      expect(published.map(({ name }) => name)).toEqual(["one", "two"]);
    });
  }

  it("fails if nothing is packed", async () => {
    const folder = temporaryFolder();
    await expect(publish(folder, "http://127.0.0.1:9")).rejects.toThrow(`There is no packed package in ${folder}.`);
  });
});
