import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { howToApprove } from "../../examples/gitops/scripts/approval.mjs";
import { approvalsIn, linesOf } from "../../examples/gitops/scripts/opinions.mjs";

const plan = `sha256:${"0123456789abcdef".repeat(4)}`;
const other = `sha256:${"1".repeat(64)}`;
/** The allowed separators between the word and the plan. */
const breaks = fc.array(fc.constantFrom(" ", "\n", "*", "`", ":"), { maxLength: 20 }).map((parts) => parts.join(""));

describe("the lines that approve a plan", () => {
  it.each([
    ["alone", `approve ${plan}`, [plan]],
    ["with spaces around, and with Windows line ends", `Fine.\r\n\r\napprove ${plan}  \r\n\t\r\nThanks`, [plan]],
    [
      "with dangers about people after the plan",
      `approve ${plan} already-contacted:launch suppressed-person:team:Launch%24x::q1`,
      [`${plan} already-contacted:launch suppressed-person:team:Launch%24x::q1`],
    ],
    ["twice", `approve ${plan}\n\napprove ${plan}`, [plan]],
    ["of two plans", `approve ${plan}\n\napprove ${other}`, [plan, other]],
    ["after a quotation that has ended", `> Is it right?\n\napprove ${plan}`, [plan]],
    [
      "after a quotation of the review's own comment",
      `> \`\`\`\n> approve ${other}\n> \`\`\`\n\napprove ${plan}`,
      [plan],
    ],
    ["beside inline code in another paragraph", `I have read \`texts.ts\`.\n\napprove ${plan}`, [plan]],
  ])("are found %s", (_, text, approved) => {
    expect(linesOf(text)).toEqual({ approved, revoked: [], isNamed: true, isSaid: true, isMixed: false });
  });

  it.each([
    ["the fingerprint alone", plan],
    ["a sentence", `Please do NOT merge ${plan}`],
    ["a denial", `do not approve ${plan}`],
    ["more text after it", `approve ${plan}, when the list is right`],
    ["a danger without a name", `approve ${plan} already-contacted`],
    ["a danger and a condition", `approve ${plan} already-contacted:launch if it must be`],
    ["a longer one", `approve ${plan}0`],
    ["capitals", `Approve ${plan}`],
    ["an item of a list", `- approve ${plan}`],
    ["indented code", `Write:\n\n    approve ${plan}`],
    ["a line of a paragraph", `I do not\napprove ${plan}`],
    ["a line with more below it", `approve ${plan}\nonce the list is right`],
    ["indented in a list", `- Write:\n\n  approve ${plan}`],
    ["the title of a link", `[the plan](https://example.com "a\napprove ${plan}\nb")`],
    ["the title of a link's definition", `[plan]: https://example.com "a\napprove ${plan}\nb"`],
    ["the text of an image", `![a\napprove ${plan}\nb](https://example.com/a.png)`],
    ["struck out", `~~a\napprove ${plan}\nb~~`],
    ["after what only looks like a blank line", `a\n\u00a0\napprove ${plan}\n\u000b\nb`],
    ["a span of code over several lines", `\`Write\napprove ${plan}\nthere\``],
  ])("are not %s", (_, text) => {
    expect(linesOf(text)).toEqual({ approved: [], revoked: [], isNamed: true, isSaid: true, isMixed: false });
  });

  it.each([
    ["a quotation", `> approve ${plan}`],
    ["an indented quotation", `  > approve ${plan}`],
    ["a quotation in a list", `- > olivia wrote:\napprove ${plan}`],
    ["a line that continues a quotation after a line that only looks blank", `> a\n\u00a0\napprove ${plan}`],
    ["a line in which a quotation continues", `> olivia wrote:\napprove ${plan}`],
  ])("are not %s, which is not its writer's opinion", (_, text) => {
    expect(linesOf(text)).toEqual({ approved: [], revoked: [], isNamed: true, isSaid: false, isMixed: false });
  });

  const around: readonly (readonly [string, string, string])[] = [
    ["```\n", "\n```", "code"],
    ["~~~~md\n~~~\n", "\n~~~~", "code with another fence in it"],
    ["- Write:\n  ```\n  ", "\n  ```", "code in a list"],
    ["1. ```sh\n\n", "\n   ```", "code in a numbered list"],
    ["<!--\n", "\n-->Looks good", "a comment of HTML"],
    ["Looks good <!--\n\n", "", "a comment of HTML that does not end"],
    ["<pre>\n\n", "\n\n</pre>", "preformatted HTML"],
    ["<blockquote>\n\n", "\n\n</blockquote>", "a quotation of HTML"],
    ["<details><summary>Old</summary>\n\n", "\n\n</details>", "a folded part"],
    ["$$\n\n", "\n\n$$", "a formula"],
    [">>>\n\n", "\n\n>>>", "a quotation of GitLab"],
    ["really?\n\n>>>>\n\n", "", "a longer one that does not end"],
    ["- >>>\n\n", "", "one in a list"],
  ];
  it.each(around)("are not counted between %j and %j: %s", (before, after) => {
    const text = `${before}approve ${plan}${after}`;
    expect(linesOf(text)).toMatchObject({ approved: [], isMixed: true });
    expect(linesOf(`approve ${plan}\n\n${text}`)).toMatchObject({ approved: [], isMixed: true });
  });

  it.each([
    [
      "an e-mail reply that contains the comment without quotation marks",
      "No, not to this list!\n\n-----Original Message-----\n\n",
    ],
    ["a copy of the comment", ""],
  ])("are not counted in %s", (_, before) => {
    // A mail program removes the code fence.
    const comment = howToApprove("write a comment with this line", plan).replaceAll(/```\n?/g, "");
    expect(comment).toContain(`\n\napprove ${plan}\n`);
    expect(linesOf(`${before}${comment}`)).toMatchObject({ approved: [], isMixed: true });
    expect(linesOf(`${before}${comment.replaceAll(/^/gm, "> ")}\n\napprove ${other}`).approved).toEqual([other]);
  });

  it("are not counted in GitLab's front matter", () => {
    expect(linesOf(`---\ntitle: x\n\napprove ${plan}\n\n---\n`)).toMatchObject({ approved: [], isMixed: true });
  });
});

describe("the plans that are revoked", () => {
  it("are found anywhere in a text, however it is formatted", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom("revoke", "Revoke", "REVOKE"),
        breaks,
        fc.string(),
        (before, word, between, after) => {
          const { revoked } = linesOf(`${before}${word}${between}${plan}${after}`);
          expect(revoked).toContain(plan);
        },
      ),
    );
  });

  it.each([
    `> ready?\nrevoke ${plan}`,
    `revoke ${plan}.`,
    `\`revoke ${plan}\``,
    `- revoke ${plan}`,
    `Hidden by \`<!--\`:\nrevoke ${plan}`,
    `revoke **${plan}**`,
    `revoke: ${plan.toUpperCase().replace("SHA", "sha")}`,
  ])("are found in %j", (text) => {
    expect(linesOf(text).revoked).toEqual([plan]);
  });

  it.each([`approve ${plan}`, `revoked: see ${plan}`, "revoke it"])("are none in %j", (text) => {
    expect(linesOf(text).revoked).toEqual([]);
  });
});

describe("the valid approvals", () => {
  const says = (by: string, text: string, more = {}) => ({ by, text, approves: true, mayRevoke: true, ...more });
  const approve = `approve ${plan}`;

  it.each([
    ["one", [says("olivia", approve)], ["olivia"]],
    ["of two people, latest first", [says("olivia", approve), says("peter", approve)], ["peter", "olivia"]],
    [
      "after the same person's comment that does not mention it",
      [says("olivia", approve), says("olivia", "LGTM")],
      ["olivia"],
    ],
    [
      "given again after it was revoked",
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
    ["revoked it in a list", [says("olivia", approve), says("peter", `- revoke ${plan}`)]],
    ["approves, but another person revoked it since", [says("olivia", approve), says("peter", `revoke ${plan}`)]],
  ])("do not include a person who has %s", (_, opinions) => {
    expect(approvalsIn(opinions)).toEqual({ given: [], others: [] });
  });

  it("are for the plan that a person has approved last", () => {
    const { given } = approvalsIn([says("olivia", approve), says("olivia", `approve ${other}`)]);
    expect(given).toEqual([{ fingerprint: other, by: "olivia" }]);
  });

  it.each([
    ["in a comment that was edited", `approve ${other}`, { flaw: "the comment was edited" }],
    ["in no approving review", approve, { approves: false }],
    ["beside code", `${approve}\n\n\`\`\`\nlist\n\`\`\``, {}],
    ["of several plans", `${approve}\n\napprove ${other}`, {}],
    ["in other words", `do not merge ${plan}`, {}],
  ])("do not include a person whose latest mention of a plan is %s", (_, text, more) => {
    const { given, others } = approvalsIn([says("olivia", approve), says("Olivia", text, more)]);
    expect({ given, said: others.length }).toEqual({ given: [], said: 1 });
  });

  it.each([
    ["olivia: is not a person", says("olivia", approve, { flaw: "is not a person" })],
    ["olivia: names several plans", says("olivia", `${approve}\n\napprove ${other}`)],
    ["olivia: not in an approving review", says("olivia", approve, { approves: false })],
    ["olivia: not a paragraph of its own, `approve sha256:…`", says("olivia", `do not merge ${plan}`)],
    [
      "olivia: beside code, HTML or the words of the review, which may show the line instead of meaning it",
      says("olivia", `<pre>\n\n${approve}\n\n</pre>`),
    ],
    [
      "olivia may not revoke: may not push",
      says("olivia", `revoke ${plan}`, { mayRevoke: false, flaw: "may not push" }),
    ],
  ])("leave another person's approval, and report %j", (why, opinion) => {
    expect(approvalsIn([says("peter", approve), opinion])).toEqual({
      ...{ given: [{ fingerprint: plan, by: "peter" }], others: [why] },
    });
  });
});
