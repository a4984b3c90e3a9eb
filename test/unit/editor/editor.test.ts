import ts from "typescript";
import { describe, expect, it } from "vitest";
import { compilerErrors, messageOf } from "../../support/compilerErrors";
import { Editor } from "./languageService";

// One for all tests: reading the package and the SDK takes seconds.
const editor = new Editor();
const given = 'name: "A", listIds: [1]';

describe("an error names the allowed values", () => {
  it("for the type of a step", () => {
    const [error, ...others] = editor.errors(`new outreach.Campaign("a", { ${given}, steps: [{ type: "invite" }] });`);
    expect(others).toEqual([]);
    for (const type of [
      "visitProfile",
      "invitation",
      "invitationNote",
      "message",
      "voiceMessage",
      "likePosts",
      "email",
    ])
      expect(error).toContain(`"${type}"`);
    expect(error).toContain("Type '\"invite\"' is not assignable");
  });

  it("for the type of a signal", () => {
    const [error, ...others] = editor.errors(
      'new outreach.SourceAgent("a", { name: "A", listId: 1, variables: [{ type: "SEARCH_KEYWORDS", value: "a" }] });',
    );
    expect(others).toEqual([]);
    expect(error).toContain("Did you mean '\"SEARCH_KEYWORD\"'?");
    expect(error).toContain('"COMPETITOR_PAGE_URL" | "INFLUENCER_PAGE_URL"');
  });

  it.each(compilerErrors)("for $slip, and nothing else", (row) => {
    expect(editor.errors(row.program)).toEqual([messageOf(ts.version, row)]);
  });

  it("for an e-mail without a subject and a text", () => {
    const errors = editor.errors(`new outreach.Campaign("a", { ${given}, steps: [{ type: "email" }] });`);
    expect(errors).toEqual([expect.stringContaining("subject, message")]);
  });

  it.each([
    ["acknowledge", '["renam"]', "rename"],
    ["acknowledge", '["restrat"]', "restart"],
    ["adopt", '"twins"', "twin"],
  ])("for %s: %s", (argument, value, meant) => {
    const errors = editor.errors(`new outreach.List("a", { name: "A", ${argument}: ${value} });`);
    expect(errors).toEqual([expect.stringContaining(`Did you mean '"${meant}"'?`)]);
  });

  it.each([
    'new outreach.Campaign("b", { name: "A", listIds: [leads], steps: [outreach.step.message()] });',
    'new outreach.SourceAgent("b", { name: "A", listId: leads });',
  ])("for a list instead of its id: %s", (program) => {
    const errors = editor.errors(`const leads = new outreach.List("a", { name: "A" });\n${program}`);
    expect(errors).toEqual([expect.stringContaining("Write the id of the resource, as in `list.id`")]);
  });
});

describe("an editor offers", () => {
  it("the codes of acknowledgements", () => {
    const offered = editor.completions('new outreach.List("a", { name: "A", acknowledge: ["|"] });');
    expect(offered.sort()).toEqual(["rename", "restart", "twin:none"]);
  });

  it("the value that adopts a twin", () => {
    expect(editor.completions('new outreach.List("a", { name: "A", adopt: "|" });')).toEqual(["twin"]);
  });

  it("the types of steps", () => {
    const offered = editor.completions(`new outreach.Campaign("a", { ${given}, steps: [{ type: "|" }] });`);
    expect(offered.sort()).toEqual(
      ["email", "invitation", "invitationNote", "likePosts", "message", "visitProfile", "voiceMessage"].sort(),
    );
  });

  it("the types of signals", () => {
    const offered = editor.completions(
      'new outreach.SourceAgent("a", { name: "A", listId: 1, variables: [{ type: "|" }] });',
    );
    expect(offered).toContain("SEARCH_KEYWORD");
    expect(offered).toHaveLength(17);
  });
});

describe.each(["List", "SourceAgent", "Campaign", "FullCycle", "Provider"])("new %s(", (name) => {
  // Only the words: the two comments have different line breaks.
  const words = (text: string) => text.split(/\s+/).join(" ");
  const text = () => words(editor.hover(`type Class = typeof outreach.${name}|;`));

  it("shows the class's description on hover", () => {
    expect(text().length).toBeGreaterThan(60);
    expect(words(editor.hover(`new outreach.${name}|("a");`))).toBe(text());
  });

  it("shows it while the arguments are written", () => {
    expect(words(editor.signatureHelp(`new outreach.${name}(|);`))).toBe(text());
  });
});
