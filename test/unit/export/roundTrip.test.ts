import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { exportOf } from "../../../provider/src/export/build";
import { filesOf } from "../../../provider/src/export/files";
import { emptyMap } from "../../../provider/src/export/map";
import type { AccountContent, Export } from "../../../provider/src/export/model";
import { type Kind, kinds } from "../../../provider/src/kinds";
import { inputsOf, outputsOf, seen } from "../../../provider/src/lifecycle/outputs";
import { readRecord } from "../../../provider/src/lifecycle/record";
import { contentOf, hostileTexts, oddAccounts } from "../../support/export/accounts";
import { evaluate } from "../../support/export/evaluate";

const rules = { acknowledged: new Set<string>(), launch: "allow" } as const;

function exported(content: AccountContent): Export {
  return exportOf(content, { map: emptyMap, context: rules, isWanted: () => true });
}

const values = z.record(z.string(), z.unknown());
const stateSchema = z.object({ type: z.string(), name: z.string(), id: z.string(), inputs: values, outputs: values });
const importSchema = z.object({ resources: z.array(stateSchema) });

/** The program declares exactly the content of the import file, and the file contains what a refresh would read. */
async function expectRoundTrip(content: AccountContent): Promise<void> {
  const made = exported(content);
  const files = await filesOf(made, content, { name: "outreach", version: "1.2.3" });
  const { resources } = importSchema.parse(JSON.parse(files.get("import.json") ?? ""));
  const states = new Map(resources.map((state) => [`${state.type.split(":").at(-1)} ${state.name}`, state]));
  expect(states.size).toBe(resources.length);
  const declared = evaluate(files, (kind, name) => states.get(`${kind} ${name}`)?.id ?? "");
  expect(declared.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([...states.keys()].sort());
  for (const { kind: name, args, ...own } of declared) {
    const kind = kinds[z.enum(Object.keys(kinds) as [Kind, ...Kind[]]).parse(name)];
    const state = states.get(`${name} ${own.name}`);
    const { __provider, ...inputs } = state?.inputs ?? {};
    expect(__provider).toBe(`exports.handler=()=>require("pulumi-outreach/runtime").${name};`);
    expect(kind.problems(args, rules)).toEqual([]);
    // No acknowledgement is superfluous.
    const codes = z.array(z.string()).parse(args.acknowledge ?? []);
    expect(codes.filter((code) => !kind.needsAsIs(args, code.replace("as-is:", "")))).toEqual([]);
    // JSON has no undefined fields, and neither has the input of a check.
    expect(kind.canonical(JSON.parse(JSON.stringify(args)))).toEqual(inputs);
    // The result of a refresh with this state and the same response.
    const { __provider: _text, ...outputs } = state?.outputs ?? {};
    const record = readRecord(outputs, own.name);
    const answer = content.answers[name as Kind].find(({ id }) => id === state?.id) ?? { id: "" };
    const next = seen(kind, record, answer);
    const refreshed = outputsOf(kind, answer, inputsOf(outputs, record), next, outputs);
    expect(JSON.parse(JSON.stringify(refreshed))).toEqual(outputs);
    expect(inputsOf(refreshed, next)).toEqual(inputs);
    expect(kind.changes(outputs, inputs)).toEqual([]);
  }
  // Nothing is lost silently.
  expect(made.exported.length + made.leftOut.length).toBe(Object.values(content.answers).flat().length);
  expect(made.leftOut.every(({ reason }) => reason.length > 5)).toBe(true);
}

describe("an exported program", () => {
  // The compiler and the formatter take most of the time.
  it("declares exactly the content of the import file, for odd accounts", { timeout: 60_000 }, async () => {
    await fc.assert(fc.asyncProperty(oddAccounts, expectRoundTrip), { numRuns: 80 });
  });

  it.each(hostileTexts.map((text) => [JSON.stringify(text.slice(0, 40)), text]))(
    "contains %s as a string",
    async (_, text) => {
      const steps = [
        { type: "email", messageMode: "same", subject: text, message: text },
        { type: "message", messageMode: "same", message: `first\n${text}` },
      ];
      const content = contentOf({
        List: [
          { id: 1, name: "Leads" },
          { id: 2, name: text },
        ],
        SourceAgent: [{ id: 3, name: text, listId: 2, targetJobTitles: [text], additionalCriteria: text }],
        Campaign: [{ id: 4, name: text, steps, listIds: [1, 2], emailSeatIds: [21], linkedinSeatId: 7, active: false }],
      });
      await expectRoundTrip(content);
    },
  );

  it("keeps the words of a text, and is as short as a handwritten one", async () => {
    const message = "Hi,\r\n\r\nyou?\r\n";
    const content = contentOf({
      List: [{ id: 1, name: "Fintech founders", campaignId: 3 }],
      SourceAgent: [
        {
          ...{ id: 2, name: "Fintech founders finder", listId: 1, agentType: "autopilot", paused: false },
          ...{ excludeServiceProviders: false, leadWaterfall: true, targetJobTitles: ["Founder"], targetLocations: [] },
          variables: [
            { type: "SEARCH_KEYWORD", value: '"open banking"', strength: 3 },
            { type: "HIRING", value: "true" },
            { type: "TECHNOLOGY", value: "Stripe" },
            { type: "NEW_EVENT", value: "true", linkedinSeatId: 7 },
          ],
        },
      ],
      Campaign: [
        {
          ...{ id: 3, name: "Fintech Q1", active: true, linkedinSeatId: 7, language: null, listIds: [1] },
          steps: [
            { type: "visitProfile", stepNumber: 1, delayAfterLastStep: 2 },
            { type: "message", stepNumber: 2, delayAfterLastStep: 3, messageMode: "same", message },
            { type: "message", stepNumber: 3, delayAfterLastStep: 2, messageMode: "ai", message: "written by the AI" },
          ],
        },
      ],
    });
    await expectRoundTrip(content);
    const files = await filesOf(exported(content), content, { name: "outreach", version: "1.2.3" });
    expect(files.get("texts/fintech-q1/2-message.txt")).toBe("Hi,\n\nyou?\n");
    expect(files.get("index.ts")).toMatchSnapshot();
    expect(files.get("Pulumi.yaml")).toMatchSnapshot();
  });

  it("has a file for each campaign if there are many", async () => {
    const campaigns = Array.from({ length: 9 }, (_, index) => ({
      ...{ id: 10 + index, name: `Wave ${index + 1}`, active: false, linkedinSeatId: 7, listIds: [1] },
      steps: [{ type: "message", messageMode: "same", message: "Hi\nthere" }],
    }));
    const others = { List: [{ id: 1, name: "Leads" }], SourceAgent: [{ id: 2, name: "Finder", listId: 1 }] };
    const content = contentOf({ ...others, Campaign: campaigns });
    await expectRoundTrip(content);
    const files = await filesOf(exported(content), content, { name: "outreach", version: "1.2.3" });
    const modules = [...files.keys()].filter((path) => path.endsWith(".ts"));
    const waves = campaigns.map((_, index) => `campaigns/wave-${index + 1}.ts`);
    expect(modules.sort()).toEqual(["agents.ts", ...waves, "index.ts", "lists.ts", "texts.ts"].sort());
    expect(files.get("campaigns/wave-1.ts")).toMatchSnapshot();
    expect(files.get("index.ts")).toMatchSnapshot();
    expect(files.get("texts.ts")).toMatchSnapshot();
  });
});
