import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { compiledApi } from "./compiled";
import { type Handler, type PlainService, plainService, text } from "./plainService";

/** The memory that a response may add to the idle process, in MB. */
const mostMegabytes = 64;

let compiled: ReturnType<typeof compiledApi>;
let service: PlainService;
beforeAll(() => {
  compiled = compiledApi();
});
afterAll(() => compiled.remove());
afterEach(() => service.close());

/** Writes this part of a body repeatedly until the other side closes the connection. */
const endless =
  (part: string, headers: Record<string, string>): Handler =>
  (_, response) => {
    response.writeHead(200, headers).flushHeaders();
    const { socket } = response;
    const more = () => {
      while (socket?.destroyed === false && socket.write(part));
      if (socket?.destroyed === false) socket.once("drain", more);
    };
    more();
  };

const printed = z.object({
  what: z.string(),
  cause: z.string().optional(),
  length: z.number().optional(),
  megabytes: z.number(),
});

async function memoryFor(handler: Handler, longest: number) {
  service = await plainService({ "GET /small": text(200, "[]"), "GET /large": handler });
  const script = join(import.meta.dirname, "bodyMemory.cjs");
  const words = ["--expose-gc", script, compiled.folder, service.origin, String(longest)];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return printed.parse(JSON.parse(stdout));
}

describe("a response that is too long takes little memory", () => {
  const chunked = { "transfer-encoding": "chunked" };
  test.each<[string, string, number]>([
    ["in chunks of one byte", "1\r\nx\r\n".repeat(10_000), 4],
    ["in large chunks", `186a0\r\n${"x".repeat(100_000)}\r\n`, 32],
  ])("%s", async (_, part, longest) => {
    const outcome = await memoryFor(endless(part, chunked), longest);
    expect(outcome).toMatchObject({ what: "lost", cause: `the answer is longer than ${longest} MB` });
    expect(outcome.megabytes).toBeLessThan(mostMegabytes);
  });

  test("compressed without being requested, and not decompressed", async () => {
    const body = gzipSync(Buffer.alloc(200_000_000));
    const outcome = await memoryFor((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(body);
    }, 32);
    expect(outcome.what).toBe("answered");
    expect(outcome.megabytes).toBeLessThan(mostMegabytes);
  });
});
