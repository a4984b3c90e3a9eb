import { describe, expect, it } from "vitest";
import { reviewOf } from "../../../provider/src/review/build";
import { readPlan } from "../../../provider/src/review/input/read";
import { reviewPage } from "../../../provider/src/review/output/html";
import { reviewMarkdown } from "../../../provider/src/review/output/markdown";
import { reviewText } from "../../../provider/src/review/output/text";
import { textOf } from "../../support/review/parsedPage";
import { campaignValues, previewOf } from "../../support/review/previews";
import { campaign, review } from "../../support/review/reviewing";
import { style } from "../../support/review/terminal";

const preview = previewOf([
  campaign({ op: "create", before: undefined, after: campaignValues({ emailSeatIds: [3, 4] }) }),
]);
const plans = [readPlan({ source: "test", text: preview })];
const service = "https://outreach.example.com";
const commit = "0123456789abcdef0123456789abcdef01234567";
const made = reviewOf(plans, {
  environment: { adoptsTwins: false, namesService: true, actor: { service, userId: "103" } },
  names: new Map([
    [
      "outreach-test/test",
      { seats: new Map([["3", "robin@example.com"]]), members: new Map([["103", "alex@example.com"]]) },
    ],
  ]),
  origin: { commit, author: "robin", request: "12" },
});
const outputs = {
  text: reviewText(made, style),
  markdown: reviewMarkdown(made).replaceAll("\u2060", ""),
  page: textOf(reviewPage(made)).replace(/\s+/g, " "),
};

describe("the head of a review", () => {
  it("names the pull request, its author and the commit", () => {
    expect(outputs.text).toContain("\nPull request 12 by robin, commit 0123456789ab\n");
    expect(outputs.markdown).toContain("\nPull request 12 by robin, commit 0123456789ab  \n");
    expect(outputs.page).toContain("Pull request12AuthorrobinCommit0123456789ab");
  });

  it("names the service and the member, by the address from the service", () => {
    const words = `1 created, for user 103 (alex@example.com) at ${service}`;
    expect(outputs.text).toContain(`outreach-test/test: ${words}\n`);
    expect(outputs.markdown).toContain(`**outreach-test/test**: ${words}\n`);
    expect(outputs.page).toContain(`Service${service}`);
    expect(outputs.page).toContain("user 103, alex@example.com");
  });

  it("has no line for unknown data", () => {
    const plain = reviewMarkdown(reviewOf(plans));
    expect(plain).toContain("**outreach-test/test**: 1 created\n");
    expect(plain).not.toContain("commit");
  });
});

it("e-mail seats are named by their addresses, if the service returns them", () => {
  expect(outputs.text).toContain("E-mail seats: 3 (robin@example.com), 4\n");
  expect(outputs.markdown).toContain("- E-mail seats: 3 (robin@example.com), 4\n");
  expect(outputs.page).toContain("3 (robin@example.com)");
});

it("the program's origin and the service's names are in no fingerprint", () => {
  expect(made.fingerprint).toBe(review(preview).fingerprint);
});
