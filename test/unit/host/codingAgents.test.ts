import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { codingAgentOfRun, codingAgents } from "../../../provider/src/host/codingAgents";
import { resolveSettings, type SettingName } from "../../../provider/src/host/settings";
import { agentEnvironments, otherEnvironments, outsidePipelines } from "../../support/agentEnvironments";

const variables = codingAgents.flatMap(({ marks: all }) => all);

beforeEach(() => {
  for (const name of [...variables.map((each) => each.name), ...Object.keys(outsidePipelines)])
    vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

const set = (environment: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
};

describe("the environment of a coding agent's command runner", () => {
  it("is known for at least twenty agents, each with its source", () => {
    expect(new Set(codingAgents.map(({ name }) => name)).size).toBeGreaterThanOrEqual(20);
    for (const { source } of codingAgents) expect(source).toMatch(/^https:\/\//);
  });

  it.each(agentEnvironments)("identifies $agent by $environment", ({ agent, environment }) => {
    set(environment);
    expect(codingAgentOfRun()).toBe(agent);
  });

  it.each(agentEnvironments)("identifies nobody in a pipeline: $environment", ({ environment }) => {
    set({ ...environment, CI: "true" });
    expect(codingAgentOfRun()).toBeUndefined();
  });
});

it.each(Object.entries(otherEnvironments))("does not include %s", (_where, environment) => {
  set(environment);
  expect(codingAgentOfRun()).toBeUndefined();
});

describe("the setting launch", () => {
  const settings = (config: Partial<Record<SettingName, string>>, environment: typeof config = {}) => {
    const all = { apiKey: "osk_key", baseUrl: "https://outreach.example.com", ...config };
    const explicit = new Set<string>();
    return resolveSettings(
      (name) => environment[name],
      (name: keyof typeof all) => all[name],
      explicit,
    );
  };

  it("is missing in an agent's run, so it starts nothing", () => {
    set({ CLAUDECODE: "1" });
    expect(settings({})).toMatchObject({ launch: "allow", codingAgent: "claude-code" });
  });

  it.each(["allow", "never"] as const)("in the stack's config applies to an agent as well: %s", (launch) => {
    set({ CLAUDECODE: "1" });
    const resolved = settings({ launch });
    expect([resolved.launch, resolved.codingAgent]).toEqual([launch, undefined]);
  });

  it("in an agent's environment can forbid, but not allow, because no reviewer sees it", () => {
    set({ CLAUDECODE: "1" });
    const allowed = settings({}, { launch: "allow" });
    expect([allowed.launch, allowed.codingAgent]).toEqual(["allow", "claude-code"]);
    for (const resolved of [
      settings({ launch: "never" }, { launch: "allow" }),
      settings({}, { launch: "never" }),
      settings({ launch: "allow" }, { launch: "never" }),
    ]) {
      expect([resolved.launch, resolved.codingAgent]).toEqual(["never", undefined]);
    }
    expect(() => settings({}, { launch: "Allow" })).toThrow('OUTREACH_LAUNCH) must be "allow" or "never"');
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ["a person", {}],
    ["a pipeline", { CLAUDECODE: "1", CI: "true" }],
  ])("in the environment of %s takes precedence over the stack's config", (_, environment) => {
    set(environment);
    const resolved = settings({ launch: "never" }, { launch: "allow" });
    expect([resolved.launch, resolved.codingAgent]).toEqual(["allow", undefined]);
  });

  it("does not mention agents to a person", () => {
    expect(settings({}).codingAgent).toBeUndefined();
  });
});
