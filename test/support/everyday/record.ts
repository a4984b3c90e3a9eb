import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Sandbox, startSandbox } from "../../../sandbox/src/index";
import { projectOf, settingsFor } from "../acceptance";
import { type Changes, changedProgram, DeclaredProject } from "../declared";
import { repository } from "../project";
import type { EverydayChange } from "./changes";
import { bringUp, madeInApp, team } from "./team";

const preview = ["preview", "--refresh", "--json", "--show-sames", "--non-interactive"];

/** The team on a local service, for previews of its changes, which are never applied. */
export class Recorder {
  private constructor(
    private readonly sandbox: Sandbox,
    private readonly stack: DeclaredProject,
    private readonly ids: Readonly<Record<string, number>>,
  ) {}

  static async open(): Promise<Recorder> {
    const sandbox = await startSandbox({ rateLimit: false });
    const stack = await new DeclaredProject(settingsFor(sandbox)).init();
    await bringUp(stack, sandbox);
    return new Recorder(sandbox, stack, await createInApp(sandbox));
  }

  /** The CLI's preview of the change. */
  async preview({ change = {}, project, inApp }: Omit<EverydayChange, "findings">): Promise<string> {
    if (project !== undefined) return await this.ofExample(project.example, project.config ?? {});
    const campaignId = inApp && (await this.stack.id(inApp.switchedOn));
    if (campaignId !== undefined) await this.sandbox.setActive({ campaignId, active: true });
    this.stack.declare(changedProgram(team, this.withIds(change)));
    const { stdout } = await this.stack.project.run([...preview, "-s", this.stack.project.stack]);
    if (campaignId !== undefined) await this.sandbox.setActive({ campaignId, active: false });
    return stdout;
  }

  /** The change with the ids of the objects that were created in the app. */
  private withIds(change: Changes): Changes {
    const given = Object.entries(change).map(([name, declared]) => {
      if (declared === undefined) return [name, undefined];
      const args = JSON.stringify(declared.args).replace(/"(@\w+)"/g, (_, word: string) => String(this.ids[word]));
      return [name, { ...declared, args: JSON.parse(args) }];
    });
    return Object.fromEntries(given);
  }

  /** A new project from an example, or from the README's first program. */
  private async ofExample(example: string, config: Readonly<Record<string, string>>): Promise<string> {
    const folder = example === "README.md" ? "full-cycle" : example;
    const project = projectOf([[`examples/${folder}`, "."]], settingsFor(this.sandbox));
    try {
      if (example === "README.md") writeFileSync(join(project.folder, "index.ts"), firstProgram());
      await project.init();
      for (const [key, value] of Object.entries(config)) await project.config(key, value);
      return (await project.run([...preview, "-s", project.stack])).stdout;
    } finally {
      project.remove();
    }
  }

  async close(): Promise<void> {
    await this.sandbox.close();
    this.stack.project.remove();
  }
}

function firstProgram(): string {
  const [, program = ""] = /```ts\n(.*?)```/s.exec(readFileSync(join(repository, "README.md"), "utf8")) ?? [];
  return program;
}

/** Creates a list and a campaign as in the app, and returns their ids. */
async function createInApp(sandbox: Sandbox): Promise<Readonly<Record<"@list" | "@campaign", number>>> {
  const { OUTREACH_API_KEY: key } = settingsFor(sandbox);
  const create = async (kind: string, body: object): Promise<number> => {
    const reply = await fetch(new URL(`/v1/${kind}`, sandbox.url), {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(await reply.text());
    return z.object({ id: z.number() }).parse(await reply.json()).id;
  };
  const list = await create("list", { name: madeInApp.name });
  const seat = { linkedinSeatId: 7, active: false };
  return { "@list": list, "@campaign": await create("campaign", { ...madeInApp, ...seat, listIds: [list] }) };
}
