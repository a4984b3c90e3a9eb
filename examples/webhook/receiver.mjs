// @ts-check
// `npm start`: receives the webhook until Ctrl-C. Behind a reverse proxy that serves HTTPS.
import { startReceiver } from "./server.mjs";

const { WEBHOOK_SECRET: secret, WEBHOOK_USER_ID: userId, CONTACTS_FILE: file = "contacts.db" } = process.env;
const port = Number(process.env.PORT ?? 8080);

try {
  if (!secret) throw new Error("the signing secret is missing");
  const receiver = await startReceiver({ secret, ...(userId && { userId }), file, port });
  process.stdout.write(`receiving at ${receiver.url}, writing to ${file}\n`);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void receiver.close());
} catch (error) {
  process.stderr.write(`could not start the receiver: ${error instanceof Error ? error.message : String(error)}\n`);
  process.stderr.write("WEBHOOK_SECRET is the signing secret; PORT, CONTACTS_FILE and WEBHOOK_USER_ID are optional.\n");
  process.exitCode = 1;
}
