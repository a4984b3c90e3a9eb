import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { repository } from "../project";

const secret = "example-secret";

/** Two deliveries, whose responses are printed: a signed one, and the same with another body. */
const deliveries = `
import { createHmac } from "node:crypto";
const timestamp = String(Math.floor(Date.now() / 1000));
const body = JSON.stringify({ id: 12, firstName: "Zoë", campaignStatus: [{ campaignId: 5, stepNumber: 1 }] });
const signature = "sha256=" + createHmac("sha256", "${secret}").update(timestamp + "." + body).digest("hex");
const headers = { "x-service-user-id": "101", "x-service-timestamp": timestamp, "x-service-signature": signature };
const delivery = (sent) => new Request("https://receiver.example.com/", { method: "POST", headers, body: sent });
`;
const answers = `
const seen = [];
const listener = createWebhookListener({ secret: "${secret}", onError: () => {}, onContact: ({ contact }) => { seen.push(contact); } });
const forged = await listener.fetch(delivery(body.replace("Zoë", "Zoe")));
const genuine = await listener.fetch(delivery(body));
const repeated = await listener.fetch(delivery(body));
const result = { statuses: [forged.status, genuine.status, repeated.status], seen };
`;
export const expectedAnswers = {
  statuses: [401, 200, 200],
  seen: [{ id: 12, firstName: "Zoë", campaignStatus: [{ campaignId: 5, stepNumber: 1 }] }],
};

/** Fills a folder with a program that imports the receiver from the built package, without any other package. */
export function receiverFolder(folder: string): string {
  const own = join(folder, "node_modules", "pulumi-outreach");
  mkdirSync(own, { recursive: true });
  cpSync(join(repository, "provider", "package.json"), join(own, "package.json"));
  cpSync(join(repository, "provider", "dist"), join(own, "dist"), { recursive: true });
  const imports = `import { createWebhookListener } from "pulumi-outreach/webhook";\n${deliveries}`;
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  writeFileSync(join(folder, "program.mjs"), `${imports}${answers}console.log(JSON.stringify(result));\n`);
  writeFileSync(
    join(folder, "worker.mjs"),
    `${imports}export default { fetch: async () => {${answers}return Response.json(result); } };\n`,
  );
  return folder;
}

/** Bundles a module of the folder into one minified file for a Worker, and returns it with its imports. */
export async function bundledForWorker(file: string): Promise<{ code: string; imports: readonly string[] }> {
  const bundle = await rolldown({ input: file, platform: "browser", external: [/^node:/] });
  const { output } = await bundle.generate({ format: "es", minify: true });
  await bundle.close();
  if (output.length !== 1) throw new Error(`bundled into ${output.length} files`);
  return { code: output[0].code, imports: output[0].imports };
}
