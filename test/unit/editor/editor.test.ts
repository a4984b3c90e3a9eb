import { describe, expect, it } from "vitest";
import { Editor } from "./languageService";

// One for all: reading the package and the SDK takes seconds.
const editor = new Editor();
const given = 'name: "A", listIds: [1]';

describe("an error names what is allowed", () => {
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

  it.each(["message", "email"])("for a step of type %s without a text", (type) => {
    const [error, ...others] = editor.errors(`new outreach.Campaign("a", { ${given}, steps: [{ type: "${type}" }] });`);
    expect(others).toEqual([]);
    expect(error).toContain("Property 'messageMode' is missing");
  });

  const campaign = (step: string) => `new outreach.Campaign("a", { ${given}, steps: [${step}] });`;
  const agent = (signal: string) => `new outreach.SourceAgent("a", { name: "A", listId: 1, variables: [${signal}] });`;

  /** A code with an id behind it, as the compiler prints its type. */
  const pattern = (code: string) => {
    const isNumber = ["twin:", "shared-list:", "inactive:"].includes(code);
    return `\`${code}\${${isNumber ? "number" : "string"}}\``;
  };

  it.each([
    {
      slip: "a step's misspelt type",
      program: campaign('{ type: "mesage" }'),
      error: `Type '"mesage"' is not assignable to type 'object | "visitProfile" | "invitation" | "invitationNote" | "message" | "voiceMessage" | "likePosts" | "email" | undefined'. Did you mean '"message"'?`,
    },
    {
      slip: "a misspelt argument of a step",
      program: campaign('{ type: "message", mesage: "Hi." }'),
      error:
        "Object literal may only specify known properties, but 'mesage' does not exist in type 'SameMessageStep | AiMessageStep'. Did you mean to write 'message'?",
    },
    {
      slip: "an e-mail without its text",
      program: campaign('outreach.step.email({ subject: "Hi" })'),
      error: `Argument of type '{ subject: string; }' is not assignable to parameter of type 'EmailContent | AiEmailContent | undefined'.
  Property 'message' is missing in type '{ subject: string; }' but required in type 'EmailContent'.`,
    },
    {
      slip: "an e-mail without its text that is written out",
      program: campaign('{ type: "email", subject: "Hi" }'),
      error: `Type '{ type: "email"; subject: string; }' is not assignable to type 'StepInput'.
  Property 'message' is missing in type '{ type: "email"; subject: string; }' but required in type 'SameEmailStep'.`,
    },
    {
      slip: "a step's misspelt constructor",
      program: campaign('outreach.step.mesage({ message: "Hi." })'),
      error: "Property 'mesage' does not exist on type 'StepConstructors'. Did you mean 'message'?",
    },
    {
      slip: "a signal's misspelt constructor",
      program: agent('outreach.signal.searchKeywords("a")'),
      error: "Property 'searchKeywords' does not exist on type 'SignalConstructors'. Did you mean 'searchKeyword'?",
    },
    {
      slip: "a code that does not exist",
      program: 'new outreach.List("a", { name: "A", acknowledge: ["bogus"] });',
      error:
        'Type \'"bogus"\' is not assignable to type \'"rename" | "restart" | "twin:none" | ' +
        ["twin:none:", "twin:", "shared-list:", "inactive:", "as-is:", "moved:http"].map(pattern).join(" | ") +
        " | Late<string>'.",
    },
  ])("and nothing else, for $slip", ({ program, error }) => {
    expect(editor.errors(program)).toEqual([error]);
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
  ])("for a list in place of its id: %s", (program) => {
    const errors = editor.errors(`const leads = new outreach.List("a", { name: "A" });\n${program}`);
    expect(errors).toEqual([expect.stringContaining("Write the id of the resource, as in `list.id`")]);
  });
});

describe("an editor offers", () => {
  it("the codes of acknowledgements", () => {
    const offered = editor.completions('new outreach.List("a", { name: "A", acknowledge: ["|"] });');
    expect(offered.sort()).toEqual(["rename", "restart", "twin:none"]);
  });

  it("the word that adopts a twin", () => {
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
  // Words alone: the lines of the two comments break at different places.
  const words = (text: string) => text.split(/\s+/).join(" ");
  const text = () => words(editor.hover(`type Class = typeof outreach.${name}|;`));

  it("shows the text of the class under the pointer", () => {
    expect(text().length).toBeGreaterThan(60);
    expect(words(editor.hover(`new outreach.${name}|("a");`))).toBe(text());
  });

  it("shows it while the arguments are written", () => {
    expect(words(editor.signatureHelp(`new outreach.${name}(|);`))).toBe(text());
  });
});
