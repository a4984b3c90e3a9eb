import { createServer } from "node:net";

/** A port on this machine that is free at this moment. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
