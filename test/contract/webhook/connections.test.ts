import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { delivery } from "../../support/webhook/deliveries";
import { listening } from "../../support/webhook/listening";
import { listen, servers } from "../../support/webhook/servers";

const megabyte = Buffer.alloc(1_000_000, " ");

/** A connection that has sent the head of a delivery, and the text that it receives. */
async function begun(
  url: string,
  length: string,
): Promise<{ socket: Socket; text: () => string; closed: Promise<unknown> }> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let text = "";
  socket.setEncoding("utf8").on("data", (piece) => {
    text += piece;
  });
  // A connection that is reset is closed, too.
  socket.on("error", () => {});
  const closed = new Promise((resolve) => void socket.on("close", resolve));
  const lines = Object.entries(delivery.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\n${lines.join("")}${length}\r\n\r\n`);
  return { socket, text: () => text, closed };
}

/** Writes as fast as the other side reads. */
const write = (socket: Socket, bytes: Uint8Array) =>
  new Promise<void>((resolve) => void socket.write(bytes, () => resolve()));

/** The bytes that this process keeps outside the heap, including uncollected garbage. */
function bytesKept(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().arrayBuffers;
}

describe.each(["node:http", "express", "fastify", "hono"] as const)("with %s", (name) => {
  const serve = servers[name];

  it("a body of 50 MB is not kept, and its sender gets the response", async () => {
    const { listener, reasons } = listening();
    const { socket, text, closed } = await begun(await serve(listener), "transfer-encoding: chunked");
    const before = bytesKept();
    for (let sent = 0; sent < 50; sent++) {
      await write(socket, Buffer.from(`${megabyte.length.toString(16)}\r\n`));
      await write(socket, megabyte);
      await write(socket, Buffer.from("\r\n"));
    }
    // The part of the body before the refusal, and data on its way in both directions.
    await vi.waitFor(() => expect(bytesKept() - before).toBeLessThan(5_000_000), { timeout: 10_000 });
    if (!socket.destroyed) socket.write("0\r\n\r\n");
    await vi.waitFor(() => expect(text()).toContain("too large\n"));
    expect(text()).toMatch(/^HTTP\/1\.1 413 /);
    socket.end();
    await closed;
    expect(reasons).toEqual(["too-large"]);
  });

  it("an announced body of 50 MB is refused before any of it is read", async () => {
    const { listener, reasons } = listening();
    const { text } = await begun(await serve(listener), "content-length: 50000000");
    await vi.waitFor(() => expect(text()).toMatch(/^HTTP\/1\.1 413 /));
    expect(reasons).toEqual(["too-large"]);
  });

  it("a body that does not arrive is refused after the time-out", async () => {
    const { listener, reasons } = listening({ bodyTimeoutSeconds: 0.05 });
    const { socket, text } = await begun(await serve(listener), "content-length: 100");
    socket.write('{"id":');
    await vi.waitFor(() => expect(text()).toMatch(/^HTTP\/1\.1 408 /));
    expect(reasons).toEqual(["slow-body"]);
  });

  it("a sender that disconnects leaves nothing behind", async () => {
    const onContact = vi.fn();
    const { listener, reasons } = listening({ onContact });
    const { socket } = await begun(await serve(listener), "content-length: 100");
    socket.write('{"id":1}', () => socket.destroy());
    await vi.waitFor(() => expect(reasons).toEqual(["aborted"]));
    expect(onContact).not.toHaveBeenCalled();
  });
});

describe("the server of Node.js", () => {
  it("refuses a request whose sender has disconnected before it is read", async () => {
    const { listener, reasons } = listening();
    const server = createServer((request, response) => {
      request.destroy();
      request.once("close", () => void listener.node(request, response));
    });
    await begun(await listen(server), "content-length: 100");
    await vi.waitFor(() => expect(reasons).toEqual(["aborted"]));
  });

  it("keeps the connection for the next delivery", async () => {
    const { listener } = listening();
    let connections = 0;
    const server = createServer(listener.node).on("connection", () => {
      connections += 1;
    });
    const url = await listen(server);
    const { socket, text } = await begun(url, `content-length: ${delivery.rawBody.length}`);
    socket.write(delivery.rawBody);
    await vi.waitFor(() => expect(text()).toContain("handled\n"));
    const lines = Object.entries(delivery.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `POST / HTTP/1.1\r\nhost: localhost\r\n${lines.join("")}content-length: ${delivery.rawBody.length}\r\n\r\n`,
    );
    socket.write(delivery.rawBody);
    await vi.waitFor(() => expect(text()).toContain("repeated\n"));
    expect(connections).toBe(1);
  });
});
