import { describe, expect, it } from "vitest";
import { approvalsIn, linesOf } from "../../examples/gitops/scripts/opinions.mjs";

const plan = `sha256:${"0123456789abcdef".repeat(4)}`;
const other = `sha256:${"1".repeat(64)}`;

describe("the lines that approve or revoke", () => {
  it.each([
    ["alone", `approve ${plan}`, [plan]],
    ["with blanks around, and in a text of Windows", `Fine.\r\n  approve ${plan}  \r\n\r\nThanks`, [plan]],
    ["twice", `approve ${plan}\napprove ${plan}`, [plan]],
    ["of two plans", `approve ${plan}\n\napprove ${other}`, [plan, other]],
    ["after a quotation that has ended", `> Is it right?\n\napprove ${plan}`, [plan]],
    ["after code that has ended", `\`\`\`\nsha256\n\`\`\`\napprove ${plan}`, [plan]],
  ])("are found %s", (_, text, approved) => {
    expect(linesOf(text)).toEqual({ approved, revoked: [], isNamed: true });
  });

  it.each([
    ["the fingerprint alone", plan],
    ["a sentence", `Please do NOT merge ${plan}`],
    ["a denial", `do not approve ${plan}`],
    ["more behind it", `approve ${plan}, when the list is right`],
    ["a longer one", `approve ${plan}0`],
    ["capitals", `Approve ${plan}`],
    ["an item of a list", `- approve ${plan}`],
    ["a quotation", `> approve ${plan}`],
    ["an indented quotation", `  > approve ${plan}`],
    ["a line that a quotation goes on in", `> olivia wrote:\napprove ${plan}`],
    ["a quotation of GitLab", `>>>\napprove ${plan}\n>>>\nreally?`],
    ["code", `\`\`\`\napprove ${plan}\n\`\`\``],
    ["code with another fence in it", `~~~~md\n~~~\napprove ${plan}\n~~~~`],
    ["indented code", `Write:\n\n    approve ${plan}`],
    ["a comment of HTML", `<!--\napprove ${plan}\n-->Looks good`],
    ["a comment of HTML that does not end", `Looks good <!--\napprove ${plan}`],
  ])("are not %s", (_, text) => {
    expect(linesOf(text)).toEqual({ approved: [], revoked: [], isNamed: true });
  });

  it("revoke in the same way", () => {
    expect(linesOf(`Wait.\n\nrevoke ${plan}\n\n> revoke ${other}`)).toEqual({
      ...{ approved: [], revoked: [plan], isNamed: true },
    });
  });
});

describe("the approvals that stand", () => {
  const says = (by: string, text: string, more = {}) => ({ by, text, approves: true, mayRevoke: true, ...more });
  const approve = `approve ${plan}`;

  it.each([
    ["one", [says("olivia", approve)], ["olivia"]],
    ["of two people, the latest first", [says("olivia", approve), says("peter", approve)], ["peter", "olivia"]],
    [
      "after words of the same person that say nothing of it",
      [says("olivia", approve), says("olivia", "LGTM")],
      ["olivia"],
    ],
    [
      "given again after it was taken back",
      [says("olivia", approve), says("maria", `revoke ${plan}`), says("olivia", approve)],
      ["olivia"],
    ],
    ["after another plan was revoked", [says("olivia", approve), says("peter", `revoke ${other}`)], ["olivia"]],
    [
      "after changes were requested by somebody else",
      [says("olivia", approve), says("peter", "No", { withdraws: true })],
      ["olivia"],
    ],
    [
      "after changes were requested, by the same person",
      [says("olivia", "No", { withdraws: true }), says("olivia", approve)],
      ["olivia"],
    ],
  ])("are %s", (_, opinions, by) => {
    expect(approvalsIn(opinions)).toEqual({ given: by.map((each) => ({ fingerprint: plan, by: each })), others: [] });
  });

  it.each([
    ["requested changes since", [says("olivia", approve), says("Olivia", "No", { withdraws: true })]],
    ["revoked it", [says("olivia", approve), says("olivia", `revoke ${plan}`)]],
    ["revoked it with the same words", [says("olivia", `${approve}\nrevoke ${plan}`)]],
    ["approves, but another person revoked it since", [says("olivia", approve), says("peter", `revoke ${plan}`)]],
  ])("are none by a person who has %s", (_, opinions) => {
    expect(approvalsIn(opinions)).toEqual({ given: [], others: [] });
  });

  it("are of the plan that a person has approved last", () => {
    const { given } = approvalsIn([says("olivia", approve), says("olivia", `approve ${other}`)]);
    expect(given).toEqual([{ fingerprint: other, by: "olivia" }]);
  });

  it.each([
    ["olivia: is not a person", says("olivia", approve, { flaw: "is not a person" })],
    ["olivia: names several plans", says("olivia", `${approve}\napprove ${other}`)],
    ["olivia: not in an approving review", says("olivia", approve, { approves: false })],
    ["olivia: not a line of its own, `approve sha256:…`", says("olivia", `do not merge ${plan}`)],
    [
      "olivia may not revoke: may not push",
      says("olivia", `revoke ${plan}`, { mayRevoke: false, flaw: "may not push" }),
    ],
  ])("leave an approval of somebody else, and say %j", (why, opinion) => {
    expect(approvalsIn([says("peter", approve), opinion])).toEqual({
      ...{ given: [{ fingerprint: plan, by: "peter" }], others: [why] },
    });
  });
});
