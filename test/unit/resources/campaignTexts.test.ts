import { describe, expect, it } from "vitest";
import { step } from "../../../provider/src/resources/campaign/step";
import { campaign, campaignProblems, campaignWarnings, emailCampaign, unknown } from "./programs";

const stepProblems = (...steps: unknown[]) => campaignProblems({ ...campaign, steps });
const { email, invitationNote, message } = step;

describe("variables in a text", () => {
  it.each([
    ["[Firstname]", "[FirstName]"],
    ["[first_name]", "[FirstName]"],
    ["[ FirstName ]", "[FirstName]"],
    ["[FistName]", "[FirstName]"],
    ["[company]", "[Company]"],
    ["[Job Title]", "[JobTitle]"],
    ["[SenderFristName]", "[SenderFirstName]"],
  ])("%s is a typo of %s", (tag, meant) => {
    const line = `steps[0].message: \`${tag}\`: did you mean \`${meant}\`?`;
    expect(stepProblems(message({ message: `Hi ${tag}, ${tag}` }))).toEqual([line]);
    expect(campaignProblems({ ...emailCampaign, steps: [email({ subject: tag, message: "Hi" })] })).toEqual([
      line.replace("message", "subject"),
    ]);
  });

  it("may have an intended typo", () => {
    const inputs = { ...campaign, steps: [message({ message: "Hi [Firstname]" })] };
    expect(campaignProblems({ ...inputs, acknowledge: ["as-is:steps[0].message"] })).toEqual([]);
    expect(campaignProblems(inputs, { acknowledged: new Set(["as-is:steps[0].message"]) })).toEqual([]);
    expect(campaignProblems({ ...inputs, acknowledge: ["as-is:steps[1].message"] })).toHaveLength(1);
  });

  it.each(["[City]", "[a link](https://example.com)", "[Name]", "[1]"])(
    "%s is sent as written, with a warning",
    (tag) => {
      const inputs = { ...campaign, steps: [message({ message: `Hi ${tag}` })] };
      expect(campaignProblems(inputs)).toEqual([]);
      expect(campaignWarnings(inputs)).toEqual([
        "steps[0].message has square brackets that are not a variable of the service: they are sent as written",
      ]);
    },
  );

  it.each(["{{firstName}}", "{FirstName}", "{{ company }}"])("%s is sent as written, with a warning", (tag) => {
    const inputs = { ...campaign, steps: [message({ message: `Hi ${tag}` })] };
    expect(campaignWarnings(inputs)).toEqual([
      "steps[0].message has a variable in braces: the service fills in square brackets, as in `[FirstName]`",
    ]);
  });
});

describe("a note of 181 to 280 characters", () => {
  const inputs = { ...campaign, steps: [invitationNote({ note: "é".repeat(181) })] };

  it("is a warning if the premium seats are not configured", () => {
    expect(campaignProblems(inputs)).toEqual([]);
    expect(campaignWarnings(inputs)).toEqual([
      "steps[0].note has more than 180 characters, which only a seat of the premium tier may send; name such seats in the setting premiumSeats",
    ]);
  });

  it("is accepted with a premium seat", () => {
    expect(campaignProblems({ ...inputs, linkedinSeatId: "7" }, { premiumSeats: [7] })).toEqual([]);
    expect(campaignWarnings(inputs, { premiumSeats: [7] })).toEqual([]);
  });

  it("is an error with another seat, and without premium seats", () => {
    const line =
      "steps[0].note: has 181 characters; at most 180 are allowed with a seat that the setting premiumSeats does not name";
    expect(campaignProblems(inputs, { premiumSeats: [8] })).toEqual([line]);
    expect(campaignProblems(inputs, { premiumSeats: [] })).toEqual([line]);
    expect(campaignProblems({ ...inputs, linkedinSeatId: unknown }, { premiumSeats: [] })).toEqual([]);
  });
});
