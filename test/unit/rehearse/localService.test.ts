import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startLocalService } from "../../../provider/src/rehearse/run/localService";
import { Processes } from "../../../provider/src/rehearse/run/processes";

/** A command that announces itself as the local service, and refuses every operation with this answer. */
const refusing = (status: number, body: object) => `
  import { createServer } from "node:http";
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(${status}, { "content-type": "application/json" }).end(${JSON.stringify(JSON.stringify(body))});
  });
  server.listen(0, "127.0.0.1", () => {
    const url = "http://127.0.0.1:" + server.address().port;
    console.log(JSON.stringify({ url, controlUrl: url + "/_control" }));
  });`;

let folder = "";
let processes: Processes;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "local-service-"));
});
afterEach(() => processes.end());
afterAll(() => rmSync(folder, { recursive: true }));

async function started(status: number, body: object): Promise<unknown> {
  const command = join(folder, "service.mjs");
  writeFileSync(command, refusing(status, body));
  processes = new Processes();
  return await startLocalService(processes, { command, seed: 1, start: "2026-03-02T00:00:00.000Z", answerRate: 0 });
}

it("of an older release is told by the code of its answer, whatever the words", async () => {
  await expect(started(404, { message: "There is nothing here", code: "unknownOperation" })).rejects.toThrow(
    "the local service has no operation addOrganization: it is of an older release.",
  );
});

it("that refuses an operation is quoted, also with words like those for a missing one", async () => {
  await expect(started(404, { message: "Cannot be done: no such list" })).rejects.toThrow(
    "the local service refused addOrganization (status 404): Cannot be done: no such list",
  );
});
