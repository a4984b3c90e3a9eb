import { type DynamicHost, HostError } from "../dynamicHost";
import { InitError, type Provider } from "./provider";
import { kindOf } from "./urn";

/** The protocol's numbers for changes. */
const changes: Readonly<Record<number, boolean>> = { 1: false, 2: true };

/** The provider in the SDK's own host process. */
export function hosted(host: DynamicHost): Provider {
  return {
    check: (urn, olds, news) => host.check(urn, kindOf(urn), olds, news),
    async diff(urn, id, olds, news) {
      const answer = await host.diff(urn, id, olds, news);
      return { ...answer, changes: changes[answer.changes] };
    },
    create: (urn, inputs) => host.create(urn, inputs).catch(asInitError),
    read: (urn, id, outputs) => host.read(urn, id, outputs),
    update: (urn, id, olds, news) => host.update(urn, id, olds, news).catch(asInitError),
    delete: (urn, id, outputs) => host.delete(urn, id, outputs),
  };
}

function asInitError(error: unknown): never {
  if (!(error instanceof HostError) || error.initFailed === undefined) throw error;
  const { id, properties, reasons } = error.initFailed;
  throw new InitError(id, properties, reasons);
}
