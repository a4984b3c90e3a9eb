import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fingerprintIn, GitHubTeam, maria, olivia, reader, results } from "../support/workflows/githubTeam";
import type { Person, PullRequest } from "../support/workflows/githubTypes";

/** Another campaign, which starts to send as soon as it exists. */
const launch = `
new outreach.Campaign("launch", {
  name: "Launch",
  listIds: [new outreach.List("launch", { name: "Launch contacts" }).id],
  linkedinSeatId: 7,
  active: true,
  steps: [outreach.step.invitation(), outreach.step.message({ message: "Hi [FirstName], we have opened." })],
});
`;
/** Another list, which is not a danger. */
const list = (name: string) => `\nnew outreach.List("${name}", { name: "${name}" });\n`;

interface Attempt {
  readonly by: Person;
  readonly body?: string;
  /** An approval beside the right one. */
  readonly other?: string;
  readonly commit?: string;
  readonly editedAt?: string;
  readonly state?: "COMMENTED";
}

let team: GitHubTeam;
let pull: PullRequest;
beforeAll(async () => {
  team = await GitHubTeam.start();
});
afterAll(async () => {
  await team.close();
});

const status = () => team.github.statusOf(pull.head);
const campaigns = async () => {
  const all = (await team.sandbox.objects()).campaigns.map(({ name, active }) => `${name}: ${active ? "on" : "off"}`);
  return all.sort();
};
const lists = async () => (await team.sandbox.objects()).lists.map(({ name }) => name);

/** Opens a pull request that adds a part to the program. */
async function propose(branch: string, part: string): Promise<string> {
  team.repository.branch(branch);
  team.repository.append("index.ts", part);
  team.repository.commit(`Add ${branch}`);
  pull = team.openPull(branch);
  expect(results(await team.reviewed(pull))).toMatchObject({ review: "success", comment: "success" });
  return fingerprintIn(team.github.commentsOn(pull.number)[0]);
}

describe("a pull request with a danger", () => {
  let fingerprint = "";

  it("needs an approval, and its comment explains how to give one", async () => {
    fingerprint = await propose("launch", launch);
    const [comment] = team.github.commentsOn(pull.number);
    expect(comment).toContain("starts sending");
    expect(comment).toContain(
      `approves it, with this line as a paragraph of its own in the review:\n\n\`\`\`\napprove ${fingerprint}\n`,
    );
    expect(status()).toBe(`pending: needs an approval of ${fingerprint}`);
  });

  const peter: Person = { login: "peter", canPush: true };
  const bot: Person = { login: "helper[bot]", canPush: true, isBot: true };
  it.each([
    ["by its author", { by: maria }, "maria: has opened this pull request"],
    ["by someone who may not push", { by: reader }, "reader: may not push to this repository"],
    ["by a bot", { by: bot }, "helper[bot]: is not a person"],
    ["for another plan", { by: olivia, body: `approve sha256:${"1".repeat(64)}` }, undefined],
    ["for two plans at once", { by: peter, other: `approve sha256:${"1".repeat(64)}` }, "peter: names several plans"],
    ["without the line", { by: olivia, body: "Looks good." }, undefined],
    ["of an older commit", { by: olivia, commit: "1".repeat(40) }, "olivia: the review is of an older commit"],
    ["that was edited", { by: peter, editedAt: "2026-03-01T08:00:00Z" }, "peter: the review was edited after it was"],
    ["that only comments", { by: olivia, state: "COMMENTED" as const }, "olivia: not in an approving review"],
  ])("is not approved by a review %s, and gives the reason", async (_, { body, other, ...review }: Attempt, why) => {
    const words = [body ?? `Fine.\n\napprove ${fingerprint}`, other ?? ""].join("\n\n");
    const outcomes = await team.personReviews(pull, { ...review, body: words });
    expect(results(outcomes)).toEqual({ approval: "success" });
    expect(status()).toMatch(new RegExp(`^pending: needs an approval of ${fingerprint}`));
    if (why !== undefined) expect(outcomes.approval?.summary).toContain(`Not counted: ${why}`);
  });

  it("is approved by another person who names the plan", async () => {
    await team.personReviews(pull, { by: olivia, body: `The list is right.\n\napprove ${fingerprint}` });
    expect(status()).toBe(`success: approved by olivia: ${fingerprint}`);
  });

  it("is no longer approved if that person requests changes, or if the plan is revoked", async () => {
    const pending = new RegExp(`^pending: needs an approval of ${fingerprint}`);
    await team.personReviews(pull, { by: olivia, body: "Wait.", state: "CHANGES_REQUESTED" });
    expect(status()).toMatch(pending);
    await team.personReviews(pull, { by: olivia, body: `approve ${fingerprint}` });
    expect(status()).toBe(`success: approved by olivia: ${fingerprint}`);
    await team.personReviews(pull, { by: peter, body: `revoke ${fingerprint}`, state: "COMMENTED" });
    expect(status()).toMatch(pending);
  });

  it("is not approved by a user who is not a named approver, and an impossible name is an error", async () => {
    team.variables.OUTREACH_APPROVERS = "somebody-else";
    const other = await team.personReviews(pull, { by: olivia, body: `approve ${fingerprint}` });
    expect(other.approval?.summary).toContain("Not counted: olivia: is not in OUTREACH_APPROVERS.");
    team.variables.OUTREACH_APPROVERS = "@olivia";
    const wrong = await team.personReviews(pull, { by: olivia, body: `approve ${fingerprint}` });
    expect(results(wrong)).toEqual({ approval: "failure" });
    expect(wrong.approval?.log).toContain('"@olivia" can be nobody\'s name');
    expect(status()).toBe(`failure: could not look for an approval of ${fingerprint}`);
    team.variables.OUTREACH_APPROVERS = "somebody-else, Olivia";
    await team.personReviews(pull, { by: olivia, body: `approve ${fingerprint}` });
    expect(status()).toBe(`success: approved by olivia: ${fingerprint}`);
  });

  it("is applied as approved when it is merged", async () => {
    const outcomes = await team.run("apply.yml", team.merge(pull));
    expect(results(outcomes), outcomes.apply?.log).toEqual({ apply: "success", comment: "success" });
    expect(outcomes.apply?.log).toContain(`olivia has approved ${fingerprint} in pull request ${pull.number}.`);
    expect(await campaigns()).toEqual(["Agency owners, spring: off", "Launch: on"]);
    expect(team.github.commentsOn(pull.number).at(-1)).toContain("is sending");
  });
});

describe("a merge whose plan differs from the approved one", () => {
  let approved = "";

  it("is refused, and nothing is sent", async () => {
    approved = await propose("second-launch", launch.replaceAll(/launch/gi, "Opening"));
    await team.personReviews(pull, { by: olivia, body: `approve ${approved}` });
    expect(status()).toBe(`success: approved by olivia: ${approved}`);
    // Meanwhile there is a push to main, and its run is cancelled: its change is still to be applied.
    team.repository.branch("main");
    team.repository.write("messages/2-follow-up.txt", "Hi [FirstName], last call!\n");
    team.repository.commit("Press a little");
    const before = await team.sandbox.objects();
    const sent = await team.writes();

    const outcomes = await team.run("apply.yml", team.merge(pull));
    expect(results(outcomes)).toEqual({ apply: "failure", comment: "success" });
    expect(outcomes.apply?.log).toContain(`these are not the changes that were approved (${approved})`);
    expect(outcomes.apply?.log).toContain("Nothing was applied.");
    expect(await team.writes()).toEqual(sent);
    expect(await team.sandbox.objects()).toEqual(before);
    const comment = team.github.commentsOn(pull.number).at(-1);
    expect(comment).toContain("**Nothing was applied** to stack `production`: this is not an approved plan.");
    expect(comment).toContain("last call!");
    expect(fingerprintIn(comment)).not.toBe(approved);
  });

  it("is refused again if it is repeated", async () => {
    const sent = await team.writes();
    const again = await team.run("apply.yml", { ...team.push(), attempt: 2 });
    expect(results(again)).toMatchObject({ apply: "failure" });
    expect(await team.writes()).toEqual(sent);
  });

  it("is resolved by a pull request without changes, which shows the whole plan for approval", async () => {
    const whole = await propose("go-on", "");
    expect(team.github.commentsOn(pull.number)[0]).toContain("last call!");
    expect(whole).not.toBe(approved);
    await team.personReviews(pull, { by: olivia, body: `approve ${whole}` });
    const outcomes = await team.run("apply.yml", team.merge(pull));
    expect(results(outcomes), outcomes.apply?.log).toEqual({ apply: "success", comment: "success" });
    expect(await campaigns()).toContain("Opening: on");
  });
});

describe("a push to main without a pull request", () => {
  it("is applied if it needs no approval", async () => {
    team.repository.branch("main");
    team.repository.append("index.ts", list("Referrals"));
    team.repository.commit("Collect referrals");
    const outcomes = await team.run("apply.yml", team.push());
    expect(results(outcomes), outcomes.apply?.log).toEqual({ apply: "success", comment: "skipped" });
    expect(outcomes.apply?.log).toContain("No pull request was merged as this commit");
    expect(outcomes.apply?.summary).toContain("1 created");
    expect(await lists()).toContain("Referrals");
  });

  it("sends nothing if the program's result differs from its review", async () => {
    const sent = await team.writes();
    team.repository.branch("main");
    const before = team.repository.read("index.ts");
    const clock = 'new outreach.List("clock", { name: "At " + process.hrtime.bigint() });';
    team.repository.append("index.ts", `\n${clock}\n`);
    team.repository.commit("Name a list after the time");
    const outcomes = await team.run("apply.yml", team.push());
    expect(results(outcomes)).toEqual({ apply: "failure", comment: "skipped" });
    expect(outcomes.apply?.summary).toContain("violates plan: properties changed");
    expect(await team.writes()).toEqual(sent);
    team.repository.write("index.ts", before);
    team.repository.commit("Take that back");
  });

  it("stops at a danger", async () => {
    const sent = await team.writes();
    team.repository.branch("main");
    team.repository.append("index.ts", launch.replaceAll(/launch/gi, "Unseen"));
    team.repository.commit("Launch at once");
    const outcomes = await team.run("apply.yml", team.push());
    expect(results(outcomes)).toEqual({ apply: "failure", comment: "skipped" });
    expect(await team.writes()).toEqual(sent);
  });
});

describe("a commit that contains an approval of its plan", () => {
  it("is not approved by that: only people approve", async () => {
    const fingerprint = await propose("forged", launch.replaceAll(/launch/gi, "Forged"));
    team.repository.write(".gitignore", "node_modules\n");
    team.repository.write("applied/approved", `${fingerprint}\n`);
    team.repository.commit("Keep what the job writes");
    const sent = await team.writes();
    const outcomes = await team.run("apply.yml", team.merge(pull));
    expect(results(outcomes)).toEqual({ apply: "failure", comment: "success" });
    const said = team.github.commentsOn(pull.number).at(-1);
    expect(said).toContain("**Nothing was applied** to stack `production`: this is not an approved plan.");
    expect(fingerprintIn(said)).toBe(fingerprint);
    expect(await team.writes()).toEqual(sent);
  });
});

describe("an old run that is started again", () => {
  it("is refused, because it would undo newer changes", async () => {
    const old = team.push();
    team.repository.branch("main");
    team.repository.append("index.ts", list("Newer"));
    team.repository.commit("Collect more");
    team.push();
    const outcomes = await team.run("apply.yml", { ...old, attempt: 2 });
    expect(results(outcomes)).toEqual({ apply: "failure", comment: "skipped" });
    expect(outcomes.apply?.log).toContain(`The branch has a newer commit, ${team.github.main}`);
  });
});

describe("the whole sequence", () => {
  it("shows no secret anywhere, and no request was refused", () => {
    for (const secret of team.confidential) expect(team.shown()).not.toContain(secret);
    expect(team.github.refused).toEqual([]);
  });
});
