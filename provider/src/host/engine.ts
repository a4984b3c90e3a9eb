import { createRequire } from "node:module";
import { connect } from "node:net";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as EngineMessages from "@pulumi/pulumi/proto/engine_pb";

/** The engine's log. A provider process uses it for messages at resources, and to find out whether the engine runs. */
export interface Engine {
  /** Resolves to false if the engine did not take the message. */
  log(severity: "debug" | "info" | "warning", message: string, urn: string | undefined): Promise<boolean>;
}

/** Milliseconds between two attempts to connect to the engine. */
const lookEvery = 5_000;

/**
 * Calls `gone` once when the engine's address has refused two connections in a row. An engine that is stopped,
 * suspended or busy is not gone: its operating system still accepts connections for it.
 */
export function watchEngine(address: string | undefined, gone: () => void): void {
  const [, host, port] = /^(.+):(\d+)$/.exec(address ?? "") ?? [];
  if (host === undefined) return;
  let refused = 0;
  const look = () => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ""), port: Number(port), timeout: lookEvery });
    const seen = (isRefused: boolean) => {
      socket.destroy();
      refused = isRefused ? refused + 1 : 0;
      if (refused >= 2) gone();
      else setTimeout(look, lookEvery).unref();
    };
    socket.once("connect", () => seen(false));
    socket.once("timeout", () => seen(false));
    socket.once("error", (error) => seen("code" in error && error.code === "ECONNREFUSED"));
  };
  setTimeout(look, lookEvery).unref();
}

const loadPulumi = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const deadlineMilliseconds = 5000;

/** Connects to the engine, whose address is the last argument of this process. */
export function connectEngine(address: string | undefined): Engine {
  if (address === undefined || !/^[\w.[\]:-]+:\d+$/.test(address)) return { log: async () => true };
  // The SDK's own copy of gRPC: another copy would not accept its credentials.
  const grpc: typeof import("@grpc/grpc-js") = loadPulumi("@grpc/grpc-js");
  const services: { EngineClient: typeof EngineClient } = loadPulumi("@pulumi/pulumi/proto/engine_grpc_pb");
  const messages: typeof EngineMessages = loadPulumi("@pulumi/pulumi/proto/engine_pb");
  const client = new services.EngineClient(address, grpc.credentials.createInsecure());
  const severities = {
    debug: messages.LogSeverity.DEBUG,
    info: messages.LogSeverity.INFO,
    warning: messages.LogSeverity.WARNING,
  };
  return {
    log: (severity, message, urn) =>
      new Promise((resolve) => {
        const request = new messages.LogRequest();
        request.setSeverity(severities[severity]);
        request.setMessage(message);
        request.setUrn(urn ?? "");
        const options = { deadline: Date.now() + deadlineMilliseconds };
        client.log(request, new grpc.Metadata(), options, (error) => resolve(error === null));
      }),
  };
}
