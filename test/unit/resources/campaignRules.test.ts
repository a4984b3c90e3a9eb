import { describe, expect, it } from "vitest";
import type { RuleContext, Values } from "../../../provider/src/lifecycle/definition";
import { campaignDefinition } from "../../../provider/src/resources/campaignDefinition";
import { step } from "../../../provider/src/resources/step";
import { campaign, context, emailCampaign, problemsOf, unknown } from "./programs";

const problems = (inputs: Values, rules?: Partial<RuleContext>) => problemsOf(campaignDefinition, inputs, rules);
const stepProblems = (...steps: unknown[]) => problems({ ...campaign, steps });
const characters = (count: number) => "é".repeat(count);
const emails = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const { email, invitation, invitationNote, likePosts, message, visitProfile, voiceMessage } = step;
const mail = email({ subject: "A", message: "B" });
const url = "https://example.com/hello.mp3";

describe("a step may be", () => {
  it.each<[string, unknown]>([
    ["a visit", { type: "visitProfile" }],
    ["an invitation", { type: "invitation", delayAfterLastStep: 1 }],
    ["an invitation with a note of 180 characters", { type: "invitationNote", note: characters(180) }],
    ["an invitation with a note of 280 characters", { type: "invitationNote", note: "🙂".repeat(280) }],
    ["a message without a mode", { type: "message", message: "Hi" }],
    ["a message in same mode", { type: "message", messageMode: "same", message: "Hi" }],
    ["a message in ai mode", { type: "message", messageMode: "ai" }],
    ["a message left to the service", { type: "message" }],
    ["a message of 1900 characters", { type: "message", message: "🙂".repeat(1900) }],
    ["a message with line breaks and tabs", { type: "message", message: "Hi\r\n\tthere\n" }],
    ["a message with every variable", message({ message: "[FirstName][LastName][Company][JobTitle][SenderName]" })],
    ["a message with the sender's variables", message({ message: "[SenderFirstName][SenderFullName][SenderCompany]" })],
    ["a voice message", { type: "voiceMessage", url }],
    ["likes", { type: "likePosts" }],
    ["likes of three posts", { type: "likePosts", numberOfPosts: 3, delayAfterLastStep: 90 }],
    ["one that carries its number", { type: "likePosts", stepNumber: 4 }],
  ])("%s", (_, valid) => {
    expect(stepProblems(valid)).toEqual([]);
  });

  it.each<[string, unknown]>([
    ["an e-mail", { type: "email", subject: "A", message: "B" }],
    ["an e-mail in same mode", { type: "email", messageMode: "same", subject: "A", message: "B" }],
    ["an e-mail in ai mode", { type: "email", messageMode: "ai" }],
    ["an e-mail left to the service", { type: "email" }],
    ["an e-mail longer than a network message", { type: "email", subject: "A", message: characters(5000) }],
  ])("%s", (_, valid) => {
    expect(problems({ ...emailCampaign, steps: [valid] })).toEqual([]);
  });
});

const stepTypes = "`visitProfile`, `invitation`, `invitationNote`, `message`, `voiceMessage`, `likePosts`, `email`";

describe("a step is refused where", () => {
  it.each<[string, unknown, string[]]>([
    ["it is no object", 5, ["steps[0]: must be a step: an object with a `type`"]],
    ["it is null", null, ["steps[0]: must be a step: an object with a `type`"]],
    ["it has no type", {}, [`steps[0].type: is missing: it must be one of ${stepTypes}`]],
    ["its type is no text", { type: 4 }, [`steps[0].type: must be one of ${stepTypes}`]],
    [
      "its type has a slip",
      { type: "visit_profile" },
      [`steps[0].type: must be one of ${stepTypes}; did you mean \`visitProfile\`?`],
    ],
    ["its type is of objects", { type: "constructor" }, [`steps[0].type: must be one of ${stepTypes}`]],
    [
      "a field has a slip",
      { type: "message", mesage: "Hi" },
      ["steps[0].mesage: is no field of a `message` step; did you mean `message`?"],
    ],
    [
      "a visit has a note",
      { ...visitProfile(), note: "Hi" },
      ["steps[0].note: is no field of a `visitProfile` step (it has `type`, `delayAfterLastStep`, `stepNumber`)"],
    ],
    [
      "an invitation has a note",
      { ...invitation(), note: "Hi" },
      ["steps[0].note: is no field of an `invitation` step (it has `type`, `delayAfterLastStep`, `stepNumber`)"],
    ],
    [
      "a message has a subject",
      { ...message({ message: "Hi" }), subject: "A" },
      [
        "steps[0].subject: is no field of a `message` step (it has `type`, `delayAfterLastStep`, `stepNumber`, `messageMode`, `message`)",
      ],
    ],
    ["it waits no day", visitProfile({ delayAfterLastStep: 0 }), [delay()]],
    ["it waits half a day", visitProfile({ delayAfterLastStep: 1.5 }), [delay()]],
    ["it waits a text", { type: "visitProfile", delayAfterLastStep: "1" }, [delay()]],
    ["it waits for ever", visitProfile({ delayAfterLastStep: Number.POSITIVE_INFINITY }), [delay()]],
    ["it waits NaN days", visitProfile({ delayAfterLastStep: Number.NaN }), [delay()]],
    [
      "it likes no post",
      likePosts({ numberOfPosts: 0 }),
      ["steps[0].numberOfPosts: must be a whole number from 1 to 3"],
    ],
    [
      "it likes four posts",
      likePosts({ numberOfPosts: 4 }),
      ["steps[0].numberOfPosts: must be a whole number from 1 to 3"],
    ],
    [
      "a note is missing",
      { type: "invitationNote" },
      [
        "steps[0].note: is missing: it must be the note of the invitation, a text (at most 180 characters are allowed, 280 with a seat of the premium tier)",
      ],
    ],
    [
      "a note is empty",
      invitationNote({ note: " \n" }),
      ["steps[0].note: is empty: it must hold at least one character that is not blank"],
    ],
    [
      "a note has 281 characters",
      invitationNote({ note: characters(281) }),
      ["steps[0].note: has 281 characters; at most 180 characters are allowed, 280 with a seat of the premium tier"],
    ],
    [
      "a message has 1901 characters",
      message({ message: "🙂".repeat(1901) }),
      ["steps[0].message: has 1,901 characters; at most 1900 are allowed"],
    ],
    [
      "a message is empty",
      message({ message: "" }),
      ["steps[0].message: is empty: it must hold at least one character that is not blank"],
    ],
    [
      "a mode is unknown to the service",
      { type: "message", messageMode: "AI", message: "Hi" },
      ["steps[0].messageMode: must be one of `ai`, `same`; did you mean `ai`?"],
    ],
    [
      "same mode has no text",
      { type: "message", messageMode: "same" },
      ["steps[0].message: is missing: a step whose messageMode is `same` needs `message`"],
    ],
    [
      "ai mode has a text",
      { type: "message", messageMode: "ai", message: "Hi" },
      ["steps[0].message: is a text in a step whose messageMode is `ai`: take one of the two out"],
    ],
    [
      "a voice message has no recording",
      { type: "voiceMessage" },
      [
        "steps[0].url: is missing: it must be the address of the audio file, a whole URL that begins with https:// or http://",
      ],
    ],
    ...["hello.mp3", "ftp://example.com/a.mp3", " https://example.com/a.mp3", "https://exa mple.com/a", "https://"].map(
      (wrong): [string, unknown, string[]] => [
        `a recording is at ${JSON.stringify(wrong)}`,
        voiceMessage({ url: wrong }),
        ["steps[0].url: must be the address of the audio file, a whole URL that begins with https:// or http://"],
      ],
    ),
  ])("%s", (_, wrong, lines) => {
    expect(stepProblems(wrong)).toEqual(lines);
  });

  it.each<[string, unknown, string[]]>([
    [
      "an e-mail has no subject",
      { type: "email", message: "B" },
      ["steps[0].subject: is missing: a step whose messageMode is `same` needs `subject` and `message`"],
    ],
    [
      "an e-mail has no text",
      { type: "email", subject: "A" },
      ["steps[0].message: is missing: a step whose messageMode is `same` needs `subject` and `message`"],
    ],
    [
      "an e-mail in ai mode has both",
      { type: "email", messageMode: "ai", subject: "A", message: "B" },
      [
        "steps[0].subject: is a text in a step whose messageMode is `ai`: take one of the two out",
        "steps[0].message: is a text in a step whose messageMode is `ai`: take one of the two out",
      ],
    ],
    [
      "a subject has two lines",
      { type: "email", subject: "A\nB", message: "B" },
      ["steps[0].subject: holds a control character; none is allowed here"],
    ],
  ])("%s", (_, wrong, lines) => {
    expect(problems({ ...emailCampaign, steps: [wrong] })).toEqual(lines);
  });
});

function delay(): string {
  return "steps[0].delayAfterLastStep: must be a whole number of days of at least 1";
}

describe("variables in a text", () => {
  it.each([
    ["[Firstname]", "[FirstName]"],
    ["[first_name]", "[FirstName]"],
    ["[ FirstName ]", "[FirstName]"],
    ["[FistName]", "[FirstName]"],
    ["[company]", "[Company]"],
    ["[Job Title]", "[JobTitle]"],
    ["[SenderFristName]", "[SenderFirstName]"],
  ])("%s is a slip of %s", (tag, meant) => {
    const line = `steps[0].message: \`${tag}\`: did you mean \`${meant}\`?`;
    expect(stepProblems(message({ message: `Hi ${tag}, ${tag}` }))).toEqual([line]);
    expect(problems({ ...emailCampaign, steps: [email({ subject: tag, message: "Hi" })] })).toEqual([
      line.replace("message", "subject"),
    ]);
  });

  it("may have a slip on purpose", () => {
    const inputs = { ...campaign, steps: [message({ message: "Hi [Firstname]" })] };
    expect(problems({ ...inputs, acknowledge: ["as-is:steps[0].message"] })).toEqual([]);
    expect(problems(inputs, { acknowledged: new Set(["as-is:steps[0].message"]) })).toEqual([]);
    expect(problems({ ...inputs, acknowledge: ["as-is:steps[1].message"] })).toHaveLength(1);
  });

  it.each(["[City]", "[a link](https://example.com)", "[Name]", "[1]"])(
    "%s is sent as written, with a warning",
    (tag) => {
      const inputs = { ...campaign, steps: [message({ message: `Hi ${tag}` })] };
      expect(problems(inputs)).toEqual([]);
      expect(campaignDefinition.warnings(inputs, context)).toEqual([
        "steps[0].message has square brackets that are no variable of the service: they are sent as written",
      ]);
    },
  );

  it.each(["{{firstName}}", "{FirstName}", "{{ company }}"])("%s is sent as written, with a warning", (tag) => {
    const inputs = { ...campaign, steps: [message({ message: `Hi ${tag}` })] };
    expect(campaignDefinition.warnings(inputs, context)).toEqual([
      "steps[0].message has a variable in braces: the service fills in square brackets, as in `[FirstName]`",
    ]);
  });
});

describe("a note of 181 to 280 characters", () => {
  const inputs = { ...campaign, steps: [invitationNote({ note: characters(181) })] };

  it("is a warning where nobody says which seats are premium", () => {
    expect(problems(inputs)).toEqual([]);
    expect(campaignDefinition.warnings(inputs, context)).toEqual([
      "steps[0].note has more than 180 characters, which only a seat of the premium tier may send; name such seats in the setting premiumSeats",
    ]);
  });

  it("is fine with a seat that is", () => {
    expect(problems({ ...inputs, linkedinSeatId: "7" }, { premiumSeats: [7] })).toEqual([]);
    expect(campaignDefinition.warnings(inputs, { ...context, premiumSeats: [7] })).toEqual([]);
  });

  it("is an error with another one, and with none premium", () => {
    const line =
      "steps[0].note: has 181 characters; at most 180 are allowed with a seat that the setting premiumSeats does not name";
    expect(problems(inputs, { premiumSeats: [8] })).toEqual([line]);
    expect(problems(inputs, { premiumSeats: [] })).toEqual([line]);
    expect(problems({ ...inputs, linkedinSeatId: unknown }, { premiumSeats: [] })).toEqual([]);
  });
});

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

  it("warns of an invitation with a note after a message, which only the note makes allowed", () => {
    const inputs = { ...campaign, steps: [message(), invitationNote({ note: "Hi" })] };
    expect(problems(inputs)).toEqual([]);
    expect(campaignDefinition.warnings(inputs, context)).toEqual([
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
    expect(problems(inputs)).toEqual([]);
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
      ["linkedinSeatId: is not allowed where every step is an e-mail: take it out"],
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
      "several e-mail seats where not every step is an e-mail",
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
      ["emailSeatIds[2]: is the same id as emailSeatIds[0]: take one of the two out"],
    ],
  ])("must not be %s", (_, inputs, lines) => {
    expect(problems(inputs)).toEqual(lines);
  });

  it("warns of e-mail seats without e-mails", () => {
    expect(campaignDefinition.warnings({ ...campaign, emailSeatIds: [3] }, context)).toEqual([
      "emailSeatIds names e-mail seats, but no step is an e-mail",
    ]);
  });

  it("asks for no seat while a step may still turn out to need none", () => {
    const steps = [{ type: unknown }];
    expect(problems({ ...campaign, linkedinSeatId: undefined, steps })).toEqual([]);
    expect(problems({ ...emailCampaign, linkedinSeatId: 7, steps: [mail, unknown] })).toEqual([]);
    expect(campaignDefinition.warnings({ ...campaign, emailSeatIds: [3], steps: [unknown] }, context)).toEqual([]);
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
      ["name: is empty: it must hold at least one character that is not blank"],
    ],
    ["a name of two lines", { ...campaign, name: "a\nb" }, ["name: holds a control character; none is allowed here"]],
    ["a name that is a number", { ...campaign, name: 4 }, ["name: must be the name of the campaign, a text"]],
    [
      "half a character",
      { ...campaign, name: "a\ud83d" },
      ["name: holds half of a character (a lone surrogate); use whole characters"],
    ],
    ["no list", { ...campaign, listIds: [] }, ["listIds: is empty: it must hold at least one list"]],
    ["one list that is no list", { ...campaign, listIds: 12 }, ["listIds: must be a list of list ids"]],
    [
      "a list twice",
      { ...campaign, listIds: [12, "12"] },
      ["listIds[1]: is the same id as listIds[0]: take one of the two out"],
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
      ["language: must be a locale tag, as in `en-US` or `fr`: with a hyphen, not an underscore"],
    ],
    ["active as text", { ...campaign, active: "true" }, ["active: must be `true` or `false`"]],
    [
      "a field with a slip",
      { ...campaign, linkedInSeatID: 7 },
      ["linkedInSeatID: is no field of a campaign; did you mean `linkedinSeatId`?"],
    ],
  ])("must not be %s", (_, inputs, lines) => {
    expect(problems(inputs)).toEqual(lines);
  });

  it("keeps copies of a production stack from starting anything", () => {
    const line = "active: must not be `true` here: the setting launch is `never`, which keeps every campaign inactive";
    expect(problems({ ...campaign, active: true }, { launch: "never" })).toEqual([line]);
    expect(problems({ ...campaign, active: true })).toEqual([]);
    expect(problems({ ...campaign, active: false }, { launch: "never" })).toEqual([]);
    expect(problems({ ...campaign, active: unknown }, { launch: "never" })).toEqual([]);
  });

  it("are all reported at once, in the order of the arguments", () => {
    const steps = [{ type: "likePosts", numberOfPosts: 9 }, invitationNote({ note: "" }), { type: "invitation" }];
    expect(problems({ name: "", listIds: [], steps, active: 1, acknowledge: ["reset"], goal: 1 })).toEqual([
      "goal: is no field of a campaign (it has `name`, `listIds`, `steps`, `linkedinSeatId`, `emailSeatIds`, `language`, `active`, `adopt`, `acknowledge`)",
      "name: is empty: it must hold at least one character that is not blank",
      "listIds: is empty: it must hold at least one list",
      "steps[0].numberOfPosts: must be a whole number from 1 to 3",
      "steps[1].note: is empty: it must hold at least one character that is not blank",
      "steps[2]: is a second connection request (the first is steps[1]); one is allowed",
      "linkedinSeatId: is missing: steps[0] is a `likePosts` step, which needs a LinkedIn seat",
      "active: must be `true` or `false`",
      "acknowledge[0]: is no known code; the codes are rename; restart; shared-list:<campaign id>; twin:<id>, twin:none or twin:none:<sign>; inactive:<campaign id>; as-is:<path>, as in as-is:variables[2]; moved:<old origin>, as in moved:https://outreach.example.com",
    ]);
  });
});
