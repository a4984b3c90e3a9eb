import type { Sandbox } from "../../../sandbox/src/index";
import type { Declared, DeclaredProgram, DeclaredProject } from "../declared";
import { agent, list, visit } from "../declaredResources";

const text = (message: string) => ({ type: "message", message });
/** A message that the service's AI writes. */
export const byAi = { type: "message", messageMode: "ai" };

/** The steps of the team's campaigns: a visit, and a message that no other campaign has. */
export const steps = (message: string, ...more: readonly object[]) => [visit(), text(message), ...more];

export const campaign = (name: string, listId: unknown, args: object = {}): Declared => ({
  kind: "Campaign",
  args: { name, listIds: [listId], linkedinSeatId: 7, steps: steps(`Hello [FirstName], ${name} asks you.`), ...args },
});

/** Arguments of two of the agents, to change some of them. */
export const finder = {
  ...{ targetJobTitles: ["CEO", "Founder"], targetLocations: ["France"], minLeadScore: 0.8 },
  additionalCriteria: "Sells to companies",
};
export const feeder = { targetJobTitles: ["CEO"], additionalCriteria: "Sells to companies" };

/** A team's program: campaigns that are inactive, run, and have run, and agents for their lists. */
export const team = {
  leads: list("Leads"),
  hot: list("Hot leads"),
  old: list("Old leads"),
  warm: list("Warm leads"),
  visitors: list("Visitors"),
  spare: list("Spare list"),
  finder: agent("Finder", "$leads", finder),
  feeder: agent("Feeder", "$hot", feeder),
  sleeper: agent("Sleeper", "$leads", { targetJobTitles: ["CEO"], paused: true }),
  idle: agent("Idle", "$hot", { targetJobTitles: ["CEO"], paused: true }),
  visitor: { kind: "SourceAgent", args: { name: "Visitors", listId: "$visitors", agentType: "website-visitor" } },
  draft: campaign("Draft", "$leads"),
  robot: campaign("Robot", "$leads", { steps: [visit(), byAi] }),
  gap: campaign("Gap", "$leads", { steps: steps("Hello [FirstName], what does [Company] plan this year?") }),
  running: campaign("Running", "$hot", { active: true }),
  rested: campaign("Rested", "$old"),
  launched: campaign("Launched", "$warm"),
} as const satisfies DeclaredProgram;

/** A campaign that was created in the app, with messages that the team has not written. */
export const madeInApp = {
  name: "Made in the app",
  steps: [visit(), byAi, { type: "message", message: "Hi [City], see http://example.com" }],
};

/** Brings the team's program up; in the app, one campaign has run and is switched off, another one is switched on. */
export async function bringUp(stack: DeclaredProject, sandbox: Sandbox): Promise<void> {
  const run = async (verb: "up" | "refresh", program: DeclaredProgram) => {
    stack.declare(program);
    const { code, text } = await stack.run(verb);
    if (code !== 0) throw new Error(text);
  };
  await run("up", { ...team, rested: campaign("Rested", "$old", { active: true }) });
  await sandbox.setActive({ campaignId: await stack.id("rested"), active: false });
  await sandbox.setActive({ campaignId: await stack.id("launched"), active: true });
  await run("refresh", team);
  await run("up", team);
}
