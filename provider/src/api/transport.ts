import { createRequire } from "node:module";
import type * as undici from "undici";
import type { Dispatcher } from "undici";
import { isOnThisMachine, withoutSlashesAtEnd } from "./address";
import { Bytes } from "./bytes";
import type { Clock } from "./clock";
import { explainConnectionFailure, type Target } from "./connection";

/** The proxies from the usual environment variables, read by the host. */
export interface Proxies {
  readonly httpsProxy?: string;
  readonly noProxy?: string;
}

/** One HTTP request. */
export interface WireRequest {
  readonly method: Dispatcher.HttpMethod;
  /** The path below the base address, including the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The result of one request. Only `answered` contains a response. */
export type Outcome =
  /**
   * Nothing was written to the connection. `hopeless`: another attempt would fail too, for example because of a bad
   * certificate.
   */
  | { readonly what: "neverSent"; readonly cause: string; readonly advice: string; readonly hopeless: boolean }
  /** The request may have reached the service. `status` is set if the start of a response arrived. */
  | { readonly what: "lost"; readonly cause: string; readonly status?: number; readonly hopeless: boolean }
  | {
      readonly what: "answered";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
    };

export type Answered = Extract<Outcome, { readonly what: "answered" }>;

/** Sends requests to one base address. */
export interface Transport {
  send(request: WireRequest, timeoutMilliseconds: number): Promise<Outcome>;
  close(): Promise<void>;
  /** True if the address is on this machine and the last response identified itself as the local service's. */
  isLocalService(): boolean;
}

/** The header by which the local service identifies itself in each response. */
const serviceHeader = "x-outreach-service";
const localService = "pulumi-outreach-sandbox";

/**
 * Loaded when the first account is opened, because a program that only declares resources sends nothing. package.json
 * pins the version: a create is sent again if undici has not called onRequestStart, so that behaviour must not change.
 */
const loadUndici = (): typeof undici => createRequire(__filename)("undici");

/** Far above any listing, far below this process's memory limit. */
const longestBody = 32 * 1024 * 1024;

/** Opens HTTP to one base address. The only place that sends anything. */
export function openTransport(origin: string, proxies: Proxies, clock: Clock, longest = longestBody): Transport {
  const base = new URL(origin);
  const prefix = withoutSlashesAtEnd(base.pathname);
  const connections = {
    // One timer per request, started here, replaces undici's timers.
    headersTimeout: 0,
    bodyTimeout: 0,
    connections: 64,
  };
  // Plain HTTP is for this machine only and never uses a proxy, which would see the key. The empty string stops undici
  // from reading the environment.
  const { Agent, EnvHttpProxyAgent } = loadUndici();
  const isDirect = base.protocol === "http:" || proxies.httpsProxy === undefined;
  const target: Target = { host: base.host, proxy: isDirect ? undefined : proxies.httpsProxy };
  const dispatcher =
    base.protocol === "http:" || proxies.httpsProxy === undefined
      ? new Agent(connections)
      : new EnvHttpProxyAgent({
          ...connections,
          httpProxy: "",
          httpsProxy: proxies.httpsProxy,
          noProxy: proxies.noProxy ?? "",
        });

  let isLocal = false;
  return {
    isLocalService: () => isLocal && isOnThisMachine(origin),
    send: (request, timeoutMilliseconds) =>
      new Promise((resolve) => {
        const noting = (outcome: Outcome) => {
          if (outcome.what === "answered") isLocal = outcome.headers[serviceHeader] === localService;
          resolve(outcome);
        };
        const exchange = new Exchange(target, timeoutMilliseconds, longest, clock, noting);
        try {
          dispatcher.dispatch(
            {
              origin: base.origin,
              path: prefix + request.path,
              method: request.method,
              headers: { ...request.headers },
              body: request.body,
            },
            exchange,
          );
        } catch (error) {
          exchange.onResponseError(undefined, error instanceof Error ? error : new Error(String(error)));
        }
      }),
    close: () => dispatcher.destroy(),
  };
}

/**
 * One request under way. undici reports when its first byte is written. A failure before that counts as unsent, one
 * after it as lost.
 */
class Exchange implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private status: number | undefined;
  private headers: Record<string, string> = {};
  private readonly body = new Bytes();
  private done = false;
  private readonly cancelTimer: () => void;

  constructor(
    private readonly target: Target,
    private readonly timeoutMilliseconds: number,
    private readonly longest: number,
    clock: Clock,
    private readonly resolve: (outcome: Outcome) => void,
  ) {
    this.cancelTimer = clock.after(timeoutMilliseconds, () => this.onTimeout());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The request has already timed out. Aborting here stops undici from writing anything.
    if (this.done) controller.abort(new Error("given up before it was sent"));
    else this.controller = controller;
  }

  onResponseStart(_: unknown, status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void {
    // Informational responses precede the final one.
    if (status < 200) return;
    this.status = status;
    this.headers = Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(", ") : value]],
      ),
    );
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.done) return;
    if (this.body.length + chunk.length <= this.longest) {
      this.body.append(chunk);
      return;
    }
    this.body.clear();
    const megabytes = Math.round(this.longest / 1024 / 1024);
    this.end({ what: "lost", cause: `the answer is longer than ${megabytes} MB`, status: this.status, hopeless: true });
    controller.abort(new Error("too long"));
  }

  onResponseEnd(): void {
    if (this.status === undefined) this.lost("the connection ended without an answer");
    else this.answered(this.status);
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.controller === undefined) {
      this.end({ what: "neverSent", ...explainConnectionFailure(error, this.target) });
      return;
    }
    // A refusal counts even if the end of its body is missing.
    if (this.status !== undefined && this.status >= 300 && this.status < 500) this.answered(this.status);
    else if (this.status !== undefined) this.lost("the connection broke in the middle of the answer");
    else this.lost("the connection broke before an answer arrived");
  }

  private onTimeout(): void {
    const seconds = this.timeoutMilliseconds / 1000;
    if (this.controller === undefined) {
      const { advice } = explainConnectionFailure(undefined, this.target);
      const cause = `no connection to ${this.target.host} within ${seconds} s`;
      this.end({ what: "neverSent", cause, advice, hopeless: false });
      return;
    }
    this.lost(
      this.status === undefined
        ? `no answer within ${seconds} s (requestTimeoutSeconds)`
        : `the answer was not complete within ${seconds} s (requestTimeoutSeconds)`,
    );
    this.controller.abort(new Error("timed out"));
  }

  private answered(status: number): void {
    this.end({ what: "answered", status, headers: this.headers, text: this.body.text() });
  }

  private lost(cause: string): void {
    this.end({ what: "lost", cause, status: this.status, hopeless: false });
  }

  private end(outcome: Outcome): void {
    if (this.done) return;
    this.done = true;
    this.cancelTimer();
    this.resolve(outcome);
  }
}
