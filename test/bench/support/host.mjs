// @ts-check
// The SDK's dynamic-provider process and the engine's requests to it, as far as a measurement needs them.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { repository } from "./engineRuns.mjs";

const requireSdk = createRequire(join(repository, "node_modules/@pulumi/pulumi/package.json"));
const grpc = requireSdk("@grpc/grpc-js");
const messages = requireSdk("./proto/provider_pb.js");
const services = requireSdk("./proto/provider_grpc_pb.js");
const { Struct } = requireSdk("google-protobuf/google/protobuf/struct_pb.js");

/** @typedef {{ [name: string]: unknown }} Values */

/**
 * @param {string} cwd where the provider's package is resolved
 * @param {{ [name: string]: string }} env
 */
export async function startHost(cwd, env) {
  const child = spawn(
    process.execPath,
    [join(repository, "node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js"), "none"],
    { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] },
  );
  const port = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.stdout.once("data", (chunk) => resolve(chunk.toString().trim()));
  });
  const client = new services.ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  /** @param {(done: (error: Error | null, response: any) => void) => void} send */
  const call = (send) =>
    new Promise((resolve, reject) => send((error, response) => (error ? reject(error) : resolve(response))));
  const configure = new messages.ConfigureRequest();
  configure.setArgs(Struct.fromJavaScript({}));
  await call((done) => client.configure(configure, done));
  return {
    pid: child.pid ?? 0,
    /** @param {string} urn @param {Values} olds @param {Values} news */
    async check(urn, olds, news) {
      const request = new messages.CheckRequest();
      request.setUrn(urn);
      request.setOlds(Struct.fromJavaScript(olds));
      request.setNews(Struct.fromJavaScript(news));
      const response = await call((done) => client.check(request, done));
      const [failure] = response.getFailuresList();
      if (failure) throw new Error(failure.getReason());
      return { inputs: response.getInputs().toJavaScript() };
    },
    /** @param {string} urn @param {string} id @param {Values} olds @param {Values} news */
    async diff(urn, id, olds, news) {
      const request = new messages.DiffRequest();
      request.setUrn(urn);
      request.setId(id);
      request.setOlds(Struct.fromJavaScript(olds));
      request.setNews(Struct.fromJavaScript(news));
      await call((done) => client.diff(request, done));
    },
    /** @param {string} urn @param {Values} inputs */
    async create(urn, inputs) {
      const request = new messages.CreateRequest();
      request.setUrn(urn);
      request.setProperties(Struct.fromJavaScript(inputs));
      const response = await call((done) => client.create(request, done));
      return { id: String(response.getId()), outputs: response.getProperties().toJavaScript() };
    },
    /** @param {string} urn @param {string} id @param {Values} outputs */
    async read(urn, id, outputs) {
      const request = new messages.ReadRequest();
      request.setUrn(urn);
      request.setId(id);
      request.setProperties(Struct.fromJavaScript(outputs));
      await call((done) => client.read(request, done));
    },
    async stop() {
      client.close();
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
    },
  };
}
