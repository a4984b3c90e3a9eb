import type { IncomingMessage } from "node:http";
import { startGateway } from "../../support/gateway";
import type { Stage } from "./stage";

/**
 * The same service under another address while the work runs.
 *
 * @param drops the header that is removed from this request
 */
export async function behindGateway(
  stage: Stage,
  work: (origin: string) => Promise<void>,
  drops: (incoming: IncomingMessage) => string | undefined = () => undefined,
): Promise<void> {
  const gateway = await startGateway(stage.settings.origin, { ofRequest: drops });
  try {
    await work(gateway.url);
  } finally {
    gateway.close();
  }
}
