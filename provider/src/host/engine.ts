import { createRequire } from "node:module";
import { connect } from "node:net";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as EngineMessages from "@pulumi/pulumi/proto/engine_pb";

/**
 * The engine's log. A provider process uses it to show messages for resources, and to check whether the engine is running.
 */
export interface Engine {
  /** Resolves to false if the engine did not accept the message. */
  log(severity: "debug" | "info" | "warning", message: string, urn: string | undefined): Promise<boolean>;
}

/** Milliseconds between attempts to connect to the engine. */
const attemptInterval = 5_000;

/**
 * Calls `gone` once when the engine's address has refused two connections in a row. A stopped, suspended or busy engine
 * is not gone: the operating system still accepts its connections.
 */
export function watchEngine(address: string | undefined, gone: () => void): void {
  const [, host, port] = /^(.+):(\d+)$/.exec(address ?? "") ?? [];
  if (host === undefined) return;
  let refused = 0;
  const tryConnecting = () => {
    const socket = connect({ host: host.replace(/^\[|\]$/g, ""), port: Number(port), timeout: attemptInterval });
    const noteAttempt = (isRefused: boolean) => {
      socket.destroy();
      refused = isRefused ? refused + 1 : 0;
      if (refused >= 2) gone();
      else setTimeout(tryConnecting, attemptInterval).unref();
    };
    socket.once("connect", () => noteAttempt(false));
    socket.once("timeout", () => noteAttempt(false));
    socket.once("error", (error) => noteAttempt("code" in error && error.code === "ECONNREFUSED"));
  };
  setTimeout(tryConnecting, attemptInterval).unref();
}

const loadPulumi = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const deadlineMilliseconds = 5000;

/** Connects to the engine. Its address is the last argument of this process. */
export function connectEngine(address: string | undefined): Engine {
  if (address === undefined || !/^[\w.[\]:-]+:\d+$/.test(address)) return { log: async () => true };
  // Use the SDK's copy of gRPC, because another copy would not accept its credentials.
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
