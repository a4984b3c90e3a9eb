import * as pulumi from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import { assertRules } from "../../../provider/src/lifecycle/check";
import type { ResourceKind, Values } from "../../../provider/src/lifecycle/kind";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { step } from "../../../provider/src/resources/campaign/step";
import { listKind } from "../../../provider/src/resources/listKind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { settingsFor } from "../api/opening";
import { agent, campaign, list, problemsOf } from "./programs";

const late = pulumi.output("12");
/** A resource as seen by code without the SDK. */
const resource = { __pulumiResource: true, __pulumiType: "pulumi-nodejs:dynamic/outreach:List", urn: late, id: late };

const output =
  "holds the text that an Output becomes inside a string, which would be sent to people: write pulumi.interpolate`…` instead of a template text, or .apply";
const object =
  "holds `[object Object]`, the text that JavaScript makes of an object, which would be sent to people: write the property that is meant";
const promise =
  "holds `[object Promise]`, the text that JavaScript makes of a promise, which would be sent to people: await it, or write pulumi.interpolate`…`";

const visit = step.visitProfile();
const mail = (subject: unknown) => ({ type: "email", subject, message: "Hi" });
const technology = (value: unknown) => ({ type: "TECHNOLOGY", value });

/** Every place for a text in the arguments of each kind. */
const places: [string, ResourceKind, (text: unknown) => Values][] = [
  ["name", listKind, (text) => ({ ...list, name: text })],
  ["adopt", listKind, (text) => ({ ...list, adopt: text })],
  ["acknowledge[0]", listKind, (text) => ({ ...list, acknowledge: [text] })],
  ["name", sourceAgentKind, (text) => ({ ...agent, name: text })],
  ["listId", sourceAgentKind, (text) => ({ ...agent, listId: text })],
  ["targetJobTitles[1]", sourceAgentKind, (text) => ({ ...agent, targetJobTitles: ["CEO", text] })],
  ["targetCompanySizes[0]", sourceAgentKind, (text) => ({ ...agent, targetCompanySizes: [text] })],
  ["mandatoryKeywords[0]", sourceAgentKind, (text) => ({ ...agent, mandatoryKeywords: [text] })],
  ["additionalCriteria", sourceAgentKind, (text) => ({ ...agent, additionalCriteria: text })],
  ["name", campaignKind, (text) => ({ ...campaign, name: text })],
  ["listIds[0]", campaignKind, (text) => ({ ...campaign, listIds: [text] })],
  ["language", campaignKind, (text) => ({ ...campaign, language: text })],
  ["steps[0].message", campaignKind, (text) => ({ ...campaign, steps: [{ type: "message", message: text }] })],
  ["steps[0].note", campaignKind, (text) => ({ ...campaign, steps: [{ type: "invitationNote", note: text }] })],
  ["steps[0].url", campaignKind, (text) => ({ ...campaign, steps: [{ type: "voiceMessage", url: text }] })],
  ["steps[1].subject", campaignKind, (text) => ({ ...campaign, emailSeatIds: [1], steps: [visit, mail(text)] })],
  ["variables[3].value", sourceAgentKind, (text) => ({ ...agent, variables: ["a", "b", "c", text].map(technology) })],
];

const named = places.map(([path, definition, withText]) => ({ path, definition, withText, noun: definition.noun }));

describe.each(named)("$path of a $noun", ({ path, definition, withText }) => {
  it.each<[string, unknown, string]>([
    ["an Output in a template", `https://example.com/${late}`, output],
    ["an Output in JSON", JSON.stringify({ to: late }), output],
    ["an Output cut short", `${late}`.slice(0, 60), output],
    ["an Output in an address", new URL(`https://example.com/${late}`).href, output],
    ["a resource in a template", `https://example.com/${resource}`, object],
    ["an object in an address", new URL(`https://example.com/${{}}`).href, object],
    ["a promise in a template", `https://example.com/${Promise.resolve("12")}`, promise],
    [
      "a resource instead of a value",
      resource,
      "is a resource and not a value: write the property that is meant, for an id `list.id`",
    ],
  ])("is refused with %s", (_, value, text) => {
    expect(problemsOf(definition, withText(value))).toEqual([`${path}: ${text}`]);
  });
});

describe("a placeholder string instead of a value", () => {
  it("is reported together with every other problem", () => {
    expect(problemsOf(campaignKind, { ...campaign, name: `${late}`, language: "en_US" })).toEqual([
      `name: ${output}`,
      "language: must be a locale tag, as in `en-US` or `fr`; with a hyphen, not an underscore",
    ]);
  });

  it("is found before anything is sent, if it became known late", () => {
    const settings = settingsFor("https://outreach.example.com");
    expect(() => assertRules(listKind, { name: `${late}` }, settings, new Set(), "leads")).toThrow(
      /name: holds the text[\s\S]*Nothing was sent/,
    );
  });

  it("is not reported while the value is an Output", () => {
    expect(problemsOf(campaignKind, { ...campaign, name: late, listIds: [late], steps: late })).toEqual([]);
  });

  it("is not confused with a user's own brackets", () => {
    const message = "Hi [FirstName], is [this object] what you call [to] a String? {object}";
    expect(problemsOf(campaignKind, { ...campaign, steps: [step.message({ message })] })).toEqual([]);
  });
});
