import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type * as Grpc from "@grpc/grpc-js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { repository } from "./project";

const requireFrom = createRequire(join(repository, "package.json"));

/** The SDK whose dynamic-provider host is driven; `sdk` is the folder that holds its package.json. */
function load(sdk: string) {
  const requireSdk = createRequire(join(sdk, "package.json"));
  const grpc: typeof Grpc = requireSdk("@grpc/grpc-js");
  const provider: typeof import("@pulumi/pulumi/proto/provider_pb") = requireSdk("./proto/provider_pb.js");
  const services: typeof import("@pulumi/pulumi/proto/provider_grpc_pb") = requireSdk("./proto/provider_grpc_pb.js");
  const engineServices: typeof import("@pulumi/pulumi/proto/engine_grpc_pb") = requireSdk("./proto/engine_grpc_pb.js");
  const empty: typeof import("google-protobuf/google/protobuf/empty_pb.js") = requireSdk(
    "google-protobuf/google/protobuf/empty_pb.js",
  );
  const struct: { Struct: typeof Struct } = requireSdk("google-protobuf/google/protobuf/struct_pb.js");
  return { grpc, provider, services, engineServices, empty, struct };
}

export type Values = Record<string, unknown>;

export interface LogLine {
  readonly severity: number;
  readonly message: string;
  readonly urn: string;
}

/** A failed create whose object the host nevertheless asks the engine to keep. */
export interface InitFailed {
  readonly id: string;
  readonly properties: Values;
  readonly reasons: string[];
}

export class HostError extends Error {
  constructor(
    message: string,
    readonly initFailed: InitFailed | undefined,
  ) {
    super(message);
  }
}

/** An engine that only keeps the provider's log. When it is closed, the provider finds that its engine has ended. */
export class EngineDouble {
  readonly lines: LogLine[] = [];
  address = "";
  private server: Grpc.Server | undefined;
  private readonly sdk;

  constructor(sdk = sdkFolder()) {
    this.sdk = load(sdk);
  }

  async start(): Promise<this> {
    const { grpc, engineServices, empty } = this.sdk;
    const server = new grpc.Server();
    const unimplemented: Grpc.handleUnaryCall<unknown, unknown> = (_call, callback) =>
      callback({ code: grpc.status.UNIMPLEMENTED, details: "not part of this double" }, null);
    const handlers: Grpc.UntypedServiceImplementation = {};
    for (const name of Object.keys(engineServices.EngineService)) handlers[name] = unimplemented;
    handlers.log = (
      call: { request: import("@pulumi/pulumi/proto/engine_pb").LogRequest },
      callback: Grpc.sendUnaryData<unknown>,
    ) => {
      const { request } = call;
      this.lines.push({ severity: request.getSeverity(), message: request.getMessage(), urn: request.getUrn() });
      callback(null, new empty.Empty());
    };
    server.addService(engineServices.EngineService as unknown as Grpc.ServiceDefinition, handlers);
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
        error === null ? resolve(bound) : reject(error),
      );
    });
    this.address = `127.0.0.1:${port}`;
    this.server = server;
    return this;
  }

  /** The warnings that a user would have seen. */
  warnings(): string[] {
    return this.lines.filter((line) => line.severity === 2).map((line) => line.message);
  }

  close(): void {
    this.server?.forceShutdown();
    this.server = undefined;
  }
}

export function sdkFolder(): string {
  return dirname(requireFrom.resolve("@pulumi/pulumi/package.json"));
}

function inherited(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? ""]));
}

export interface HostOptions {
  readonly engine: EngineDouble;
  readonly env: Readonly<Record<string, string>>;
  /** Stack config, keys as `outreach:apiKey`. */
  readonly config?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly sdk?: string;
  readonly node?: string;
}

/** The SDK's own dynamic-provider process, called as the engine calls it. */
export class DynamicHost {
  readonly output: string[] = [];
  private constructor(
    readonly child: ChildProcess,
    private readonly client: import("@pulumi/pulumi/proto/provider_grpc_pb").ResourceProviderClient,
    private readonly sdk: ReturnType<typeof load>,
  ) {}

  static async start(options: HostOptions): Promise<DynamicHost> {
    const folder = options.sdk ?? sdkFolder();
    const sdk = load(folder);
    const child = spawn(
      options.node ?? process.execPath,
      [join(folder, "cmd", "dynamic-provider", "index.js"), options.engine.address],
      {
        cwd: options.cwd ?? join(repository, "examples", "full-cycle"),
        env: { ...inherited("PATH", "HOME", "NODE_OPTIONS"), ...options.env },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const output: string[] = [];
    const port = await new Promise<string>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`the host ended with ${code}: ${output.join("")}`)));
      child.stderr.on("data", (chunk: Buffer) => output.push(chunk.toString()));
      child.stdout.on("data", (chunk: Buffer) => {
        output.push(chunk.toString());
        const line = /^(\d+)\s*$/m.exec(output.join(""));
        if (line?.[1] !== undefined) resolve(line[1]);
      });
    });
    const client = new sdk.services.ResourceProviderClient(`127.0.0.1:${port}`, sdk.grpc.credentials.createInsecure());
    const host = new DynamicHost(child, client, sdk);
    child.stderr.on("data", (chunk: Buffer) => host.output.push(chunk.toString()));
    child.stdout.on("data", (chunk: Buffer) => host.output.push(chunk.toString()));
    const request = new sdk.provider.ConfigureRequest();
    request.setArgs(host.struct({ ...options.config }));
    await host.call((done) => client.configure(request, done));
    return host;
  }

  async check(urn: string, kind: string, olds: Values, news: Values) {
    const request = new this.sdk.provider.CheckRequest();
    request.setUrn(urn);
    request.setOlds(this.struct(olds));
    request.setNews(this.struct({ ...news, __provider: providerText(kind), __urn: urn }));
    const response = await this.call<import("@pulumi/pulumi/proto/provider_pb").CheckResponse>((done) =>
      this.client.check(request, done),
    );
    return {
      inputs: values(response.getInputs()),
      failures: response.getFailuresList().map((failure) => failure.getReason()),
    };
  }

  async diff(urn: string, id: string, olds: Values, news: Values) {
    const request = new this.sdk.provider.DiffRequest();
    request.setUrn(urn);
    request.setId(id);
    request.setOlds(this.struct(olds));
    request.setNews(this.struct(news));
    const response = await this.call<import("@pulumi/pulumi/proto/provider_pb").DiffResponse>((done) =>
      this.client.diff(request, done),
    );
    return {
      changes: response.getChanges(),
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
    };
  }

  async create(urn: string, inputs: Values) {
    const request = new this.sdk.provider.CreateRequest();
    request.setUrn(urn);
    request.setProperties(this.struct(inputs));
    const response = await this.call<import("@pulumi/pulumi/proto/provider_pb").CreateResponse>((done) =>
      this.client.create(request, done),
    );
    return { id: response.getId(), outputs: values(response.getProperties()) };
  }

  async read(urn: string, id: string, outputs: Values) {
    const request = new this.sdk.provider.ReadRequest();
    request.setUrn(urn);
    request.setId(id);
    request.setProperties(this.struct(outputs));
    const response = await this.call<import("@pulumi/pulumi/proto/provider_pb").ReadResponse>((done) =>
      this.client.read(request, done),
    );
    return { id: response.getId(), outputs: values(response.getProperties()), inputs: values(response.getInputs()) };
  }

  async update(urn: string, id: string, olds: Values, news: Values) {
    const request = new this.sdk.provider.UpdateRequest();
    request.setUrn(urn);
    request.setId(id);
    request.setOlds(this.struct(olds));
    request.setNews(this.struct(news));
    const response = await this.call<import("@pulumi/pulumi/proto/provider_pb").UpdateResponse>((done) =>
      this.client.update(request, done),
    );
    return { outputs: values(response.getProperties()) };
  }

  async delete(urn: string, id: string, outputs: Values): Promise<void> {
    const request = new this.sdk.provider.DeleteRequest();
    request.setUrn(urn);
    request.setId(id);
    request.setProperties(this.struct(outputs));
    await this.call((done) => this.client.delete(request, done));
  }

  /** Ends the process; `SIGKILL` leaves it no time to clean up. */
  async stop(signal: "SIGINT" | "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    this.client.close();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill(signal);
    await ended;
  }

  private struct(object: Values): Struct {
    // The protocol carries a Struct of JavaScript values, which cannot contain undefined.
    return this.sdk.struct.Struct.fromJavaScript(JSON.parse(JSON.stringify(object)));
  }

  private call<T>(send: (done: (error: Grpc.ServiceError | null, response: T) => void) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      send((error, response) => {
        if (error === null) resolve(response);
        else reject(new HostError(error.details || error.message, this.initFailed(error)));
      });
    });
  }

  private initFailed(error: Grpc.ServiceError): InitFailed | undefined {
    const [detail] = error.metadata?.get("grpc-status-details-bin") ?? [];
    if (!Buffer.isBuffer(detail)) return undefined;
    const requireSdk = createRequire(join(sdkFolder(), "package.json"));
    const status = requireSdk("./proto/status_pb.js").Status.deserializeBinary(new Uint8Array(detail));
    for (const any of status.getDetailsList()) {
      const failed = this.sdk.provider.ErrorResourceInitFailed.deserializeBinary(any.getValue_asU8());
      return { id: failed.getId(), properties: values(failed.getProperties()), reasons: failed.getReasonsList() };
    }
    return undefined;
  }
}

/** The text that the resource class writes into the state: a literal, not computed, so that a change is noticed. */
export function providerText(kind: string): string {
  return `exports.handler=()=>require("pulumi-outreach/runtime").${kind};`;
}

function values(struct: Struct | undefined): Values {
  return struct === undefined ? {} : (struct.toJavaScript() as Values);
}
