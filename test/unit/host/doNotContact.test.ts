import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Campaign, List, SourceAgent, step } from "../../../provider/src/index";
import { declared, resolved, setMocks } from "../../../provider/src/testing";

let folder: string;
let run = 0;
beforeAll(async () => {
  // The first resource checks whether the package is installed in the program's folder.
  await setMocks({}, "fintech", "installed");
  new List("leads", { name: "Leads" });
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "outreach-companies-"));
  writeFileSync(join(folder, "Pulumi.yaml"), "name: fintech\nruntime: nodejs\n");
  mkdirSync(join(folder, "program"));
  // The project's folder may be above the program's.
  vi.spyOn(process, "cwd").mockReturnValue(join(folder, "program"));
  vi.spyOn(pulumi.log, "error").mockImplementation(async () => {});
  pulumi.runtime.setAllConfig({});
  await setMocks({}, "fintech", `companies-${run++}`);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => pulumi.runtime.setAllConfig({}));

const write = (text: string) => writeFileSync(join(folder, "outreach.do-not-contact"), text);
const args = { name: "Finder", listId: 5 };
const campaignArgs = { name: "Q1", listIds: [5], linkedinSeatId: 7, steps: [step.visitProfile()] };
const companies = async () => (await declared("SourceAgent")).map((agent) => agent.args.ignoredCompanies);

describe("outreach.do-not-contact beside the project", () => {
  it("adds its companies to the program's, in an order that does not depend on the order of its lines", async () => {
    write("Vuurtoren Works\nada@example.com\nharbour bank\nexample.com\nHarbour Bank\n");
    const own = new SourceAgent("own", { ...args, ignoredCompanies: ["Acme", "Harbour  Bank"] });
    new SourceAgent("none", { ...args, name: "Other" });
    expect(await companies()).toEqual([
      ["Acme", "Harbour  Bank", "Vuurtoren Works"],
      ["harbour bank", "Vuurtoren Works"],
    ]);
    expect(await resolved(own.ignoredCompanies)).toEqual(["Acme", "Harbour  Bank", "Vuurtoren Works"]);
  });

  it("adds them to values that are known later, partly or completely", async () => {
    write("Vuurtoren Works\n");
    const late = pulumi.output(Promise.resolve("Acme"));
    new SourceAgent("part", { ...args, ignoredCompanies: [late] });
    new SourceAgent("whole", { ...args, name: "Other", ignoredCompanies: late.apply((name) => [name]) });
    expect(await companies()).toEqual([
      ["Acme", "Vuurtoren Works"],
      ["Acme", "Vuurtoren Works"],
    ]);
  });

  it("keeps a secret value secret, and hides no broken rule", async () => {
    write("Vuurtoren Works\n");
    const agent = new SourceAgent("secret", { ...args, ignoredCompanies: pulumi.secret(["Acme"]) });
    expect(await pulumi.isSecret(agent.ignoredCompanies)).toBe(true);
    expect(() => new SourceAgent("broken", { ...args, name: "Other", ignoredCompanies: [""] })).toThrow(
      "ignoredCompanies[0]",
    );
  });

  it("changes nothing if it names no company, or if there is none", async () => {
    new SourceAgent("without", { ...args });
    await declared("SourceAgent");
    await setMocks({}, "fintech", `companies-${run++}`);
    write("ada@example.com\n");
    new SourceAgent("with", { ...args });
    new SourceAgent("own", { ...args, name: "Other", ignoredCompanies: ["Acme"] });
    expect(await companies()).toEqual([undefined, ["Acme"]]);
  });

  it("is passed by its path to resources that may start, because their provider has another folder", async () => {
    const given: Record<string, unknown>[] = [];
    const newResource = ({ inputs }: { inputs: Record<string, unknown> }) => {
      given.push(inputs);
      return { id: "1", state: inputs };
    };
    const path = join(folder, "outreach.do-not-contact");
    for (const ofCampaign of [undefined, path]) {
      given.length = 0;
      await pulumi.runtime.setMocks({ newResource, call: () => ({ outputs: {} }) });
      const made = [new Campaign("q1", campaignArgs), new SourceAgent("finder", { ...args })];
      await Promise.all(made.map(async ({ id }) => await new Promise((resolve) => void id.apply(resolve))));
      const isOfCampaign = (inputs: Record<string, unknown>) => "steps" in inputs;
      expect(given.filter(isOfCampaign).map((inputs) => inputs.__doNotContact)).toEqual([ofCampaign]);
      expect(given.filter((inputs) => !isOfCampaign(inputs)).map((inputs) => inputs.__doNotContact)).toEqual([
        undefined,
      ]);
      write("ada@example.com\n");
    }
  });

  it("is looked for once in a run, for all campaigns", async () => {
    const given: unknown[] = [];
    const newResource = ({ inputs }: { inputs: Record<string, unknown> }) => {
      given.push(inputs.__doNotContact);
      return { id: "1", state: inputs };
    };
    const campaign = async (name: string) => {
      const { id } = new Campaign(name, { ...campaignArgs, name });
      await new Promise((resolve) => void id.apply(resolve));
    };
    const path = join(folder, "outreach.do-not-contact");
    write("ada@example.com\n");
    await pulumi.runtime.setMocks({ newResource, call: () => ({ outputs: {} }) });
    await campaign("first");
    rmSync(path);
    await campaign("second");
    await pulumi.runtime.setMocks({ newResource, call: () => ({ outputs: {} }) });
    await campaign("other-run");
    expect(given).toEqual([path, path, undefined]);
  });

  it("stops a program with an error without a stack trace, which the SDK would take 12 s to format", async () => {
    const newResource = () => ({ id: "12", state: {} });
    await pulumi.runtime.setMocks({ newResource, call: () => ({ outputs: {} }) });
    write("ada@\n");
    const made = (): unknown => {
      try {
        return new SourceAgent("finder", { ...args });
      } catch (error) {
        return error;
      }
    };
    expect(made()).toHaveProperty("stack", "");
  });

  it("stops a program before anything is declared if a line names nobody", () => {
    write("Vuurtoren Works\nada@\n");
    expect(() => new SourceAgent("finder", { ...args })).toThrow(
      /^could not read outreach\.do-not-contact: 1 line names nobody\.\nline 2: an e-mail address has .*\nNothing was sent: without the file, people of the companies that it names would be found\.$/s,
    );
  });
});
