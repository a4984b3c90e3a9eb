import { describe, expect, it } from "vitest";
import { step } from "../../../provider/src/resources/campaign/step";
import { campaign, campaignProblems, emailCampaign } from "./programs";

const stepProblems = (...steps: unknown[]) => campaignProblems({ ...campaign, steps });
const characters = (count: number) => "é".repeat(count);
const { invitation, invitationNote, likePosts, message, visitProfile, voiceMessage } = step;
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
    expect(campaignProblems({ ...emailCampaign, steps: [valid] })).toEqual([]);
  });
});

const stepTypes = "`visitProfile`, `invitation`, `invitationNote`, `message`, `voiceMessage`, `likePosts`, `email`";

describe("a step is refused if", () => {
  it.each<[string, unknown, string[]]>([
    ["it is not an object", 5, ["steps[0]: must be a step: an object with a `type`"]],
    ["it is null", null, ["steps[0]: must be a step: an object with a `type`"]],
    ["it has no type", {}, [`steps[0].type: is missing: it must be one of ${stepTypes}`]],
    ["its type is not a string", { type: 4 }, [`steps[0].type: must be one of ${stepTypes}`]],
    [
      "its type has a slip",
      { type: "visit_profile" },
      [`steps[0].type: must be one of ${stepTypes}; did you mean \`visitProfile\`?`],
    ],
    ["its type is of objects", { type: "constructor" }, [`steps[0].type: must be one of ${stepTypes}`]],
    [
      "a field has a slip",
      { type: "message", mesage: "Hi" },
      ["steps[0].mesage: is not a field of a `message` step: did you mean `message`?"],
    ],
    [
      "a visit has a note",
      { ...visitProfile(), note: "Hi" },
      ["steps[0].note: is not a field of a `visitProfile` step; it has `type`, `delayAfterLastStep`, `stepNumber`"],
    ],
    [
      "an invitation has a note",
      { ...invitation(), note: "Hi" },
      ["steps[0].note: is not a field of an `invitation` step; it has `type`, `delayAfterLastStep`, `stepNumber`"],
    ],
    [
      "a message has a subject",
      { ...message({ message: "Hi" }), subject: "A" },
      [
        "steps[0].subject: is not a field of a `message` step; it has `type`, `delayAfterLastStep`, `stepNumber`, `messageMode`, `message`",
      ],
    ],
    ["it waits no day", visitProfile({ delayAfterLastStep: 0 }), [delay()]],
    ["it waits half a day", visitProfile({ delayAfterLastStep: 1.5 }), [delay()]],
    ["its delay is a string", { type: "visitProfile", delayAfterLastStep: "1" }, [delay()]],
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
      ["steps[0].note: is empty: it must contain at least one character that is not whitespace"],
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
      ["steps[0].message: is empty: it must contain at least one character that is not whitespace"],
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
      ["steps[0].message: is a text in a step whose messageMode is `ai`: remove one of the two"],
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
        "steps[0].subject: is a text in a step whose messageMode is `ai`: remove one of the two",
        "steps[0].message: is a text in a step whose messageMode is `ai`: remove one of the two",
      ],
    ],
    [
      "a subject has two lines",
      { type: "email", subject: "A\nB", message: "B" },
      ["steps[0].subject: holds a control character; none is allowed here"],
    ],
  ])("%s", (_, wrong, lines) => {
    expect(campaignProblems({ ...emailCampaign, steps: [wrong] })).toEqual(lines);
  });
});

function delay(): string {
  return "steps[0].delayAfterLastStep: must be a whole number of days of at least 1";
}
