import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { acknowledgements, portToUse, recall, remember } from "../../tools/up/remembered.mjs";
import { startSandboxProcess } from "../../tools/up/sandboxProcess.mjs";
import { describeService } from "../../tools/up/service.mjs";
import { temporaryFolder } from "../support/folders";
import { closedAddress, serve } from "./fakes";

describe("the data that one run keeps for the next", () => {
  it("is empty at first, and if the file is damaged", async () => {
    const file = join(temporaryFolder(), "remembered.json");
    expect(await recall(file)).toEqual({ origins: [] });
    for (const damaged of ["{", "[]", '{"origins":"x"}', "null"]) {
      writeFileSync(file, damaged);
      expect(await recall(file)).toEqual({ origins: [] });
    }
  });

  it("contains every address once, latest first", async () => {
    const file = join(temporaryFolder(), "folder", "remembered.json");
    let remembered = await recall(file);
    for (const port of [1, 2, 1]) remembered = await remember(file, remembered, `http://127.0.0.1:${port}`);
    expect(await recall(file)).toEqual({ origins: ["http://127.0.0.1:1", "http://127.0.0.1:2"] });
    expect(await recall(file)).toEqual(remembered);
  });

  it("gives the sandbox its old port if it is free, otherwise any", async () => {
    expect(await portToUse({ origins: [] })).toBe(0);
    const free = await closedAddress();
    expect(await portToUse({ origins: [free] })).toBe(Number(new URL(free).port));
    expect(await portToUse({ origins: [await serve(() => {})] })).toBe(0);
  });

  it("treats a port as taken if something listens on all addresses", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
    onTestFinished(() => {
      server.close();
    });
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    expect(await portToUse({ origins: [`http://127.0.0.1:${port}`] })).toBe(0);
  });

  it("acknowledges each earlier address, and the user's own codes", () => {
    const [now, before, first] = ["http://127.0.0.1:1", "http://127.0.0.1:2", "http://127.0.0.1:3"] as const;
    expect(acknowledgements({ origins: [now] }, undefined)).toBe("");
    expect(acknowledgements({ origins: [now] }, "rename")).toBe("rename");
    expect(acknowledgements({ origins: [now, before, first] }, "rename")).toBe(`rename,moved:${before},moved:${first}`);
  });
});

describe("the list of existing objects", () => {
  const answers: Record<string, unknown> = {
    "/v1/list": [{ id: 1000000001, name: "Founders" }],
    "/v1/agent": [
      { id: 1000000002, name: "Finder", listId: 1000000001, paused: false },
      { id: 1000000005, name: "Other", listId: 1000000001, paused: true },
    ],
    "/v1/campaign": [
      { id: 1000000003, name: "First", active: false, steps: [{}] },
      { id: 1000000004, name: "Second", active: true, steps: [{}, {}] },
    ],
  };

  it("is read from the service with its key", async () => {
    const url = await serve((request, response) => {
      if (request.headers.authorization !== "Bearer the-key") return response.writeHead(401).end();
      return response.end(JSON.stringify(answers[request.url ?? ""]));
    });
    expect(await describeService({ url, apiKey: "the-key" })).toEqual([
      "list      1000000001  Founders",
      "agent     1000000002  Finder, fills list 1000000001, running",
      "agent     1000000005  Other, fills list 1000000001, paused",
      "campaign  1000000003  First, 1 step, not active",
      "campaign  1000000004  Second, 2 steps, active",
    ]);
  });

  it("is empty if the service has nothing", async () => {
    const url = await serve((_request, response) => response.end("[]"));
    expect(await describeService({ url, apiKey: "the-key" })).toEqual(["nothing"]);
  });

  it("is a one-line error if the service refuses", async () => {
    const url = await serve((_request, response) => response.writeHead(503).end("later"));
    await expect(describeService({ url, apiKey: "the-key" })).rejects.toThrow(`GET ${url}/v1/list answered 503: later`);
  });
});

describe("the sandbox as a process", () => {
  it("responds at the announced address with the key, keeps its store, and is gone when stopped", async () => {
    const store = join(temporaryFolder(), "sandbox.db");
    const first = await startSandboxProcess({ port: 0, store });
    const create = await fetch(`${first.url}/v1/list`, {
      method: "POST",
      headers: { authorization: `Bearer ${first.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Kept" }),
    });
    expect(create.ok).toBe(true);
    await first.stop();
    await expect(fetch(first.url)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
    const second = await startSandboxProcess({ port: Number(new URL(first.url).port), store });
    expect(second.url).toBe(first.url);
    expect(await describeService(second)).toEqual([expect.stringMatching(/^list {6}\d+ {2}Kept$/)]);
    await second.stop();
  });

  it("says why it does not start", async () => {
    const taken = await serve(() => {});
    const port = Number(new URL(taken).port);
    await expect(startSandboxProcess({ port, store: join(temporaryFolder(), "sandbox.db") })).rejects.toThrow(
      /^The sandbox ended at once:\n.*another program uses the port/,
    );
  });
});
