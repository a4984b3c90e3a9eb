// @ts-check
import { createServer } from "node:http";
import { createWebhookListener } from "pulumi-outreach/webhook";
import { openContacts } from "./contacts.mjs";

export const path = "/webhooks/outreach";

/**
 * Starts a receiver that writes each contact to a SQLite file.
 * @param {object} options
 * @param {string} options.secret the signing secret from the app
 * @param {string} [options.userId] accept only the events of this user
 * @param {string} options.file
 * @param {number} options.port 0 for any free one
 */
export async function startReceiver({ secret, userId, file, port }) {
  const contacts = openContacts(file);
  const listener = createWebhookListener({
    ...{ secret, userId, path },
    replays: contacts.replays,
    onContact: (event) => contacts.save(event),
  });
  const server = createServer(listener.node);
  await new Promise((resolve, reject) => {
    // Only this machine: a reverse proxy in front of it serves HTTPS.
    server.once("error", reject).listen(port, "127.0.0.1", () => resolve(undefined));
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver listens on no port");
  return {
    url: `http://127.0.0.1:${address.port}${path}`,
    contacts,
    async close() {
      // Finish the deliveries that are being handled first.
      await new Promise((resolve) => server.close(resolve));
      contacts.close();
    },
  };
}
