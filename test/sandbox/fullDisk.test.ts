import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../support/folders.js";
import { ServiceBench } from "./planner/serviceBench.js";

const bench = new ServiceBench();
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => bench.stop());

/** Stops the database from growing, like a full disk, or lets it grow again. */
function fillDisk(isFull: boolean): void {
  const { file } = bench.service.store;
  if (!file) throw new Error("The store is not in a file");
  const [{ page_count: pages }] = file.pragma("page_count") as [{ page_count: number }];
  file.pragma(`max_page_count = ${isFull ? pages : 1_000_000}`);
}

describe("a full disk", () => {
  it("gets 507 with a message, once on stderr too, changes nothing, and is over when there is space again", async () => {
    const store = join(folder, "store.db");
    await bench.start({ store });
    const listId = await bench.list();
    fillDisk(true);
    const written: string[] = [];
    const stderr = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
    const refused = [];
    for (let number = 0; number < 100; number += 1) {
      const contact = { firstName: "Ada".repeat(80), lastName: "Byron", listId };
      const answer = await bench.call("POST", "/v1/contact", {
        ...contact,
        profileUrl: `https://network.example.com/in/full-${number}`,
      });
      if (answer.status !== 201) refused.push(answer);
    }
    await expect(bench.sandbox.advance({ days: 30 })).resolves.toBeDefined();
    stderr.mockRestore();
    expect(refused.length).toBeGreaterThan(1);
    for (const { status, body } of refused) {
      expect(status).toBe(507);
      expect(body).toEqual({
        message: `The sandbox cannot write to its store ${store}: the disk is full. Nothing was changed. Free some space, and try again`,
        error: "Insufficient Storage",
        statusCode: 507,
      });
    }
    expect(written).toEqual([
      `pulumi-outreach-sandbox: The sandbox cannot write to its store ${store}: the disk is full. Nothing was changed. Free some space, and try again. Requests that only read are still answered.\n`,
    ]);
    const { contacts } = await bench.sandbox.objects();
    expect(contacts).toHaveLength(100 - refused.length);
    fillDisk(false);
    await bench.contacts(listId, 1);
    await bench.stop();
    await bench.start({ store });
    expect((await bench.sandbox.objects()).contacts).toHaveLength(contacts.length + 1);
  });
});
