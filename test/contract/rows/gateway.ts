import type { IncomingMessage } from "node:http";
import { startGateway } from "../../support/gateway";
import type { Stage } from "./stage";

/**
 * The same service under another address, for as long as the work lasts.
 *
 * @param drops the header that does not get through with this request
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
