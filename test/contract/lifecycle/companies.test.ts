import { beforeEach, describe, expect, it } from "vitest";
import { doNotContactName } from "../../../provider/src/lifecycle/companies";
import { type Mode, type Stage, stageOn } from "../rows/stage";

let stage: Stage;
const open = async (mode: Mode) => {
  stage = await stageOn(mode);
};

const declared = () => stage.engine.stored("SourceAgent", "finder").inputs.ignoredCompanies;
const held = async (id: number) => (await stage.storedAgent(id)).ignoredCompanies;
const told = (warnings: readonly string[]) => warnings.filter((text) => text.includes(doNotContactName));

describe("the companies of outreach.do-not-contact", () => {
  beforeEach(async () => await open("full"));

  it("are part of the declared value, after the program's own and without duplicate spellings", async () => {
    const list = await stage.madeList();
    stage.engine.companies = ["Harbour Bank", "Vuurtoren Works"];
    const step = stage.agent(list, { ignoredCompanies: ["harbour  bank", "Acme"] });
    expect((await stage.engine.preview("finder", step)).op).toBe("create");
    const id = await stage.made("finder", step);
    expect(declared()).toEqual(["harbour  bank", "Acme", "Vuurtoren Works"]);
    expect(await held(id)).toEqual(declared());
    expect((await stage.engine.preview("finder", step)).op).toBe("same");
  });

  it("change agents with an update that names its source, in a preview as well", async () => {
    const { list, id } = await stage.madeAgent({ ignoredCompanies: ["Acme"] });
    stage.engine.companies = ["Vuurtoren Works"];
    const step = stage.agent(list, { ignoredCompanies: ["Acme"] });
    const alone = `source agent "Finder" (id ${id}): outreach.do-not-contact adds "Vuurtoren Works" to ignoredCompanies. This update comes from that file alone.`;
    const preview = await stage.engine.preview("finder", step);
    expect([preview.op, told(preview.warnings)]).toEqual(["update", [alone]]);
    await stage.forget();
    expect((await stage.engine.up("finder", step)).op).toBe("update");
    expect(await stage.writes()).toEqual(["PATCH /v1/agent/ID"]);
    expect(await held(id)).toEqual(["Acme", "Vuurtoren Works"]);

    const both = stage.agent(list, { ignoredCompanies: ["Acme"], minLeadScore: 0.8 });
    stage.engine.companies = ["Harbour Bank"];
    expect(told((await stage.engine.up("finder", both)).warnings)).toEqual([
      `source agent "Finder" (id ${id}): outreach.do-not-contact adds "Harbour Bank" to ignoredCompanies, and names "Vuurtoren Works" no more, so that people of it are found again. The program changes more of it.`,
    ]);
    expect(await held(id)).toEqual(["Acme", "Harbour Bank"]);
    // If the file is removed, its names are removed too, with a warning.
    stage.engine.companies = undefined;
    expect(told((await stage.engine.preview("finder", both)).warnings)).toEqual([
      `source agent "Finder" (id ${id}): outreach.do-not-contact names "Harbour Bank" no more, so that people of it are found again. This update comes from that file alone.`,
    ]);
  });

  it("are distinguished from the program's own, also after the program names one itself", async () => {
    const list = await stage.madeList();
    stage.engine.companies = ["Vuurtoren Works"];
    const id = await stage.made("finder", stage.agent(list, { ignoredCompanies: ["Acme"] }));
    const own = stage.agent(list, { ignoredCompanies: ["Acme", "Vuurtoren Works"] });
    await stage.forget();
    await stage.engine.up("finder", own);
    expect(await stage.writes()).toEqual([]);
    stage.engine.companies = [];
    expect((await stage.engine.preview("finder", own)).op).toBe("same");
    const { warnings } = await stage.engine.up("finder", stage.agent(list, { ignoredCompanies: ["Acme"] }));
    expect(told(warnings)).toEqual([]);
    expect(await held(id)).toEqual(["Acme"]);
  });

  it("keep the service's companies for an agent that declares none", async () => {
    const { list, id } = await stage.madeAgent();
    await stage.patchByHand(`/v1/agent/${id}`, { ignoredCompanies: ["Acme"] });
    await stage.engine.refresh("SourceAgent", "finder");
    stage.engine.companies = ["Vuurtoren Works"];
    await stage.engine.up("finder", stage.agent(list));
    expect(await held(id)).toEqual(["Acme", "Vuurtoren Works"]);
    stage.engine.companies = [];
    await stage.engine.up("finder", stage.agent(list));
    // No longer managed: the value stays.
    expect(await held(id)).toEqual(["Acme", "Vuurtoren Works"]);
    expect(declared()).toBeUndefined();
  });

  it("are not required of an adopted agent, and are added by the next update", async () => {
    const list = await stage.madeList();
    const elsewhere = stage.elsewhere();
    await elsewhere.up("finder", stage.agent(list, { ignoredCompanies: ["Acme"] }));
    const id = Number(elsewhere.stored("SourceAgent", "finder").id);
    stage.engine.companies = ["Vuurtoren Works"];
    const adopting = stage.agent(list, { ignoredCompanies: ["Acme"], adopt: id });
    await stage.forget();
    expect(told((await stage.engine.up("finder", adopting)).warnings)).toEqual([
      'source agent "finder": nothing is written to what is adopted: the next update adds "Vuurtoren Works" of outreach.do-not-contact to ignoredCompanies.',
    ]);
    expect(await stage.writes()).toEqual([]);
    expect(told((await stage.engine.up("finder", adopting)).warnings)[0]).toContain(
      "This update comes from that file alone.",
    );
    expect(await held(id)).toEqual(["Acme", "Vuurtoren Works"]);
  });

  it("are one difference of several, if an equal agent is paused as well", async () => {
    const list = await stage.madeList();
    const elsewhere = stage.elsewhere();
    await elsewhere.up("finder", stage.agent(list, { ignoredCompanies: ["Acme"], paused: true }));
    stage.engine.companies = ["Vuurtoren Works"];
    await stage.forget();
    const twin = stage.agent(list, { ignoredCompanies: ["Acme"], paused: false, adopt: "twin" });
    const text = await stage.refusal(stage.engine.up("finder", twin));
    expect(text).toContain("it differs from the program in ignoredCompanies, paused; nothing was written.");
    expect(await stage.writes()).toEqual([]);
  });

  it("do not hide an equal agent that lacks them: no second one is created", async () => {
    const list = await stage.madeList();
    const elsewhere = stage.elsewhere();
    await elsewhere.up("finder", stage.agent(list, { ignoredCompanies: ["Acme"] }));
    const { id } = elsewhere.stored("SourceAgent", "finder");
    stage.engine.companies = ["Vuurtoren Works"];
    await stage.forget();
    const plain = stage.agent(list, { ignoredCompanies: ["Acme"] });
    await stage.refuses(stage.engine.up("finder", plain), `adopt: ${id}`);
    const twin = stage.agent(list, { ignoredCompanies: ["Acme"], adopt: "twin" });
    await stage.refuses(
      stage.engine.up("finder", twin),
      "it is equal apart from the companies that outreach.do-not-contact adds to ignoredCompanies",
      `adopt: ${id}`,
    );
    expect(await stage.writes()).toEqual([]);
  });

  it("are not added to values kept by the option ignoreChanges, with a warning", async () => {
    const list = await stage.madeList();
    stage.engine.companies = ["Vuurtoren Works"];
    const id = await stage.made("finder", stage.agent(list, { ignoredCompanies: ["Acme"] }));
    stage.engine.companies = ["Vuurtoren Works", "Harbour Bank"];
    stage.engine.keeps = ["ignoredCompanies"];
    const { op, warnings } = await stage.engine.preview("finder", stage.agent(list, { ignoredCompanies: ["Acme"] }));
    expect([op, told(warnings)]).toEqual([
      "same",
      [
        `source agent "finder": the option ignoreChanges keeps ignoredCompanies as it is, so "Harbour Bank" of outreach.do-not-contact is not in it, and people of it are found.`,
      ],
    ]);
    expect(await held(id)).toEqual(["Acme", "Vuurtoren Works"]);
  });
});

describe("on a service that cannot change agents, the companies of outreach.do-not-contact", () => {
  beforeEach(async () => await open("specOnly"));

  it("are part of a new agent, and later changes of the file warn instead of failing", async () => {
    const list = await stage.madeList();
    stage.engine.companies = ["Vuurtoren Works"];
    const step = stage.agent(list, { ignoredCompanies: ["Acme"] });
    const id = await stage.made("finder", step);
    expect(await held(id)).toEqual(["Acme", "Vuurtoren Works"]);
    stage.engine.companies = ["Harbour Bank"];
    await stage.forget();
    const { op, warnings } = await stage.engine.up("finder", step);
    expect([op, await stage.writes(), declared()]).toEqual(["same", [], ["Acme", "Vuurtoren Works"]]);
    expect(told(warnings)).toEqual([
      expect.stringMatching(
        /^source agent "finder": this service has no operation that changes a source agent, so "Harbour Bank" of outreach\.do-not-contact is not in ignoredCompanies, and people of it are found\. Leave it out in the app, or create a new source agent \(its run logs are lost, .*\): `pulumi up --replace '/,
      ),
      'source agent "finder": "Vuurtoren Works" stays in ignoredCompanies, although outreach.do-not-contact does not name it any more: this service has no operation that changes a source agent.',
    ]);
    await stage.engine.up("finder", { ...step, replace: true });
    const { id: other } = stage.engine.stored("SourceAgent", "finder");
    expect(await held(Number(other))).toEqual(["Acme", "Vuurtoren Works", "Harbour Bank"]);
  });
});
