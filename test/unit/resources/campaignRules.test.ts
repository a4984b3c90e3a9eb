import { describe, expect, it } from "vitest";
import type { Values } from "../../../provider/src/lifecycle/kind";
import { step } from "../../../provider/src/resources/campaign/step";
import { campaign, campaignProblems, campaignWarnings, emailCampaign, unknown } from "./programs";

const stepProblems = (...steps: unknown[]) => campaignProblems({ ...campaign, steps });
const emails = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const { email, invitation, invitationNote, message, visitProfile, voiceMessage } = step;
const mail = email({ subject: "A", message: "B" });
const url = "https://example.com/hello.mp3";

describe("the order of steps", () => {
  it.each<[string, unknown[]]>([
    ["an invitation before a message", [visitProfile(), invitation(), message()]],
    ["a noted invitation before a voice message", [invitationNote({ note: "Hi" }), voiceMessage({ url })]],
    ["no invitation at all", [message(), message()]],
  ])("may be %s", (_, steps) => {
    expect(stepProblems(...steps)).toEqual([]);
  });

  it.each<[string, unknown[], string[]]>([
    [
      "two invitations",
      [invitation(), visitProfile(), invitation()],
      ["steps[2]: is a second connection request (the first is steps[0]); one is allowed"],
    ],
    [
      "invitations with and without a note",
      [invitation(), invitationNote({ note: "Hi" })],
      ["steps[1]: is a second connection request (the first is steps[0]); one is allowed"],
    ],
    [
      "an invitation after a message",
      [message(), invitation()],
      ["steps[1]: is an invitation after a message (steps[0]): it must come before"],
    ],
    [
      "an invitation after a voice message",
      [visitProfile(), voiceMessage({ url }), visitProfile(), invitation()],
      ["steps[3]: is an invitation after a message (steps[1]): it must come before"],
    ],
    ["no step", [], ["steps: is empty: it must hold at least one step"]],
  ])("must not be %s", (_, steps, lines) => {
    expect(stepProblems(...steps)).toEqual(lines);
  });

  it("warns about an invitation after a message, which is allowed only with a note", () => {
    const inputs = { ...campaign, steps: [message(), invitationNote({ note: "Hi" })] };
    expect(campaignProblems(inputs)).toEqual([]);
    expect(campaignWarnings(inputs)).toEqual([
      "steps[1] asks to connect after a message (steps[0]), which is probably not meant",
    ]);
  });
});

describe("seats", () => {
  it.each<[string, Values]>([
    ["a LinkedIn seat for network steps", campaign],
    ["e-mail seats for e-mails", { ...emailCampaign, emailSeatIds: emails(100) }],
    ["one of each for both", { ...campaign, steps: [visitProfile(), mail], emailSeatIds: [3] }],
    ["an empty list of e-mail seats without e-mails", { ...campaign, emailSeatIds: [] }],
    ["ids as text", { ...campaign, linkedinSeatId: "7", listIds: ["9007199254740991"] }],
  ])("may be %s", (_, inputs) => {
    expect(campaignProblems(inputs)).toEqual([]);
  });

  it.each<[string, Values, string[]]>([
    [
      "missing for a network step",
      { ...campaign, linkedinSeatId: undefined, steps: [invitation()] },
      ["linkedinSeatId: is missing: steps[0] is an `invitation` step, which needs a LinkedIn seat"],
    ],
    [
      "given to e-mails only",
      { ...emailCampaign, linkedinSeatId: 7 },
      ["linkedinSeatId: is not allowed if every step is an e-mail: remove it"],
    ],
    [
      "missing for an e-mail",
      { ...campaign, steps: [visitProfile(), mail] },
      ["emailSeatIds: is missing: steps[1] is an `email` step, which needs at least one e-mail seat"],
    ],
    [
      "none for an e-mail",
      { ...emailCampaign, emailSeatIds: [] },
      ["emailSeatIds: is empty: steps[0] is an `email` step, which needs at least one e-mail seat"],
    ],
    [
      "several e-mail seats if not every step is an e-mail",
      { ...campaign, steps: [mail, visitProfile()], emailSeatIds: [3, 4] },
      ["emailSeatIds: has 2 seats; one is allowed, because not every step is an e-mail (steps[1])"],
    ],
    [
      "101 e-mail seats",
      { ...emailCampaign, emailSeatIds: emails(101) },
      ["emailSeatIds: has too many e-mail seats; at most 100 are allowed"],
    ],
    [
      "one e-mail seat twice",
      { ...emailCampaign, emailSeatIds: [3, 4, "3"] },
      ["emailSeatIds[2]: is the same id as emailSeatIds[0]: remove one of the two"],
    ],
  ])("must not be %s", (_, inputs, lines) => {
    expect(campaignProblems(inputs)).toEqual(lines);
  });

  it("warns about e-mail seats without e-mails", () => {
    expect(campaignWarnings({ ...campaign, emailSeatIds: [3] })).toEqual([
      "emailSeatIds names e-mail seats, but no step is an e-mail",
    ]);
  });

  it("requires no seat while a step may still turn out to need none", () => {
    const steps = [{ type: unknown }];
    expect(campaignProblems({ ...campaign, linkedinSeatId: undefined, steps })).toEqual([]);
    expect(campaignProblems({ ...emailCampaign, linkedinSeatId: 7, steps: [mail, unknown] })).toEqual([]);
    expect(campaignWarnings({ ...campaign, emailSeatIds: [3], steps: [unknown] })).toEqual([]);
  });
});

const idRule = "must be an id: a positive whole number, or the same as decimal text";

describe("the other arguments", () => {
  it.each<[string, Values, string[]]>([
    [
      "nothing at all",
      {},
      [
        "name: is missing: it must be the name of the campaign, a text",
        "listIds: is missing: it must be a list of list ids",
        "steps: is missing: it must be a list of steps",
      ],
    ],
    [
      "a blank name",
      { ...campaign, name: " \t" },
      ["name: is empty: it must contain at least one character that is not whitespace"],
    ],
    ["a name of two lines", { ...campaign, name: "a\nb" }, ["name: holds a control character; none is allowed here"]],
    ["a name that is a number", { ...campaign, name: 4 }, ["name: must be the name of the campaign, a text"]],
    [
      "half a character",
      { ...campaign, name: "a\ud83d" },
      ["name: holds half of a character (a lone surrogate); use whole characters"],
    ],
    ["no list", { ...campaign, listIds: [] }, ["listIds: is empty: it must hold at least one list"]],
    ["one list that is not a list", { ...campaign, listIds: 12 }, ["listIds: must be a list of list ids"]],
    [
      "a list twice",
      { ...campaign, listIds: [12, "12"] },
      ["listIds[1]: is the same id as listIds[0]: remove one of the two"],
    ],
    ...[0, -1, 1.5, Number.NaN, "", "0", "012", "1e3", " 1", "abc", true, {}, null].map(
      (wrong): [string, Values, string[]] => [
        `the list id ${JSON.stringify(wrong)}`,
        { ...campaign, listIds: [wrong] },
        [`listIds[0]: ${idRule}`],
      ],
    ),
    [
      "an unsafe id as text",
      { ...campaign, listIds: ["9007199254740993"] },
      ["listIds[0]: is 9007199254740993, which is too large to be an id: at most 9007199254740991"],
    ],
    [
      "an unsafe id as a number",
      { ...campaign, linkedinSeatId: 2 ** 60 },
      ["linkedinSeatId: is 1152921504606846976, which is too large to be an id: at most 9007199254740991"],
    ],
    [
      "a list whose creation is not settled",
      { ...campaign, listIds: ["pending-1"] },
      ["listIds[0]: names an object whose creation is not settled yet; run `pulumi up --refresh` first"],
    ],
    [
      "a language in words",
      { ...campaign, language: "English (US)" },
      ["language: must be a locale tag, as in `en-US` or `fr`"],
    ],
    [
      "a language with an underscore",
      { ...campaign, language: "en_US" },
      ["language: must be a locale tag, as in `en-US` or `fr`; with a hyphen, not an underscore"],
    ],
    ["active as text", { ...campaign, active: "true" }, ["active: must be `true` or `false`"]],
    [
      "a field with a slip",
      { ...campaign, linkedInSeatID: 7 },
      ["linkedInSeatID: is not a field of a campaign: did you mean `linkedinSeatId`?"],
    ],
  ])("must not be %s", (_, inputs, lines) => {
    expect(campaignProblems(inputs)).toEqual(lines);
  });

  it("prevents copies of a production stack from starting anything", () => {
    const line = "active: must not be `true` here: the setting launch is `never`, which keeps every campaign inactive";
    expect(campaignProblems({ ...campaign, active: true }, { launch: "never" })).toEqual([line]);
    expect(campaignProblems({ ...campaign, active: true })).toEqual([]);
    expect(campaignProblems({ ...campaign, active: false }, { launch: "never" })).toEqual([]);
    expect(campaignProblems({ ...campaign, active: unknown }, { launch: "never" })).toEqual([]);
  });

  it("are all reported at once, in the order of the arguments", () => {
    const steps = [{ type: "likePosts", numberOfPosts: 9 }, invitationNote({ note: "" }), { type: "invitation" }];
    expect(campaignProblems({ name: "", listIds: [], steps, active: 1, acknowledge: ["reset"], goal: 1 })).toEqual([
      "goal: is not a field of a campaign; it has `name`, `listIds`, `steps`, `linkedinSeatId`, `emailSeatIds`, `language`, `active`, `adopt`, `acknowledge`",
      "name: is empty: it must contain at least one character that is not whitespace",
      "listIds: is empty: it must hold at least one list",
      "steps[0].numberOfPosts: must be a whole number from 1 to 3",
      "steps[1].note: is empty: it must contain at least one character that is not whitespace",
      "steps[2]: is a second connection request (the first is steps[1]); one is allowed",
      "linkedinSeatId: is missing: steps[0] is a `likePosts` step, which needs a LinkedIn seat",
      "active: must be `true` or `false`",
      "acknowledge[0]: is not a known code; the codes are rename; restart; shared-list:<id>; twin:<id>, twin:none or twin:none:<sign>; inactive:<id>; as-is:<path>, as in as-is:<property>[2]; moved:<old origin>, as in moved:https://outreach.example.com",
    ]);
  });
});
