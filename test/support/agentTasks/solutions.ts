import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Facts, intrusions } from "../../../examples/agent-tasks/account.mjs";
import { commandLine } from "../commandLine";

/** An agent's attempt at a task, and the verdict that the judge must return. */
export interface Attempt {
  readonly what: string;
  work(folder: string, facts: Facts | undefined): void | Promise<void>;
  /** The judge's reason. Undefined: the attempt passes. */
  readonly fails?: RegExp;
}

/** Changes the folder's program. */
const edit =
  (...changes: readonly (readonly [from: string | RegExp, to: string])[]) =>
  (folder: string) => {
    const path = join(folder, "index.ts");
    const before = readFileSync(path, "utf8");
    const after = changes.reduce((text, [from, to]) => text.replace(from, to), before);
    if (after === before) throw new Error("the attempt changes nothing");
    writeFileSync(path, after);
  };
const append = (text: string) => (folder: string) => appendFileSync(join(folder, "index.ts"), text);
const answer = (value: unknown) => (folder: string) =>
  writeFileSync(join(folder, "answer.json"), JSON.stringify(value));

const thanks = 'outreach.step.message({ message: "Hi [FirstName], thanks for connecting." }),';
const followUp = (more: string) => `${thanks}\n      outreach.step.message({ ${more} }),`;
const written = 'message: "Hi [FirstName], may I show you how?", delayAfterLastStep: 3';
const fintechName = 'name: "Fintech Q1",';
const emails = (more: string) => `
new outreach.Campaign("fintech-emails", {
  name: "Fintech e-mails",
  listIds: [founders.id],
  emailSeatIds: [21],
  steps: [outreach.step.email({ subject: "A question", message: "Hi [FirstName], may I show you how?" })],${more}
});
`;
const adopted = (facts: Facts | undefined, adopt: string, message = "Hi [FirstName], thanks for connecting.") => `
new outreach.Campaign("spring", {
  name: "Spring",
  listIds: [${facts?.spring.listId}],
  linkedinSeatId: 7,
  language: "en-US",
  steps: [
    outreach.step.visitProfile(),
    outreach.step.invitation({ delayAfterLastStep: 1 }),
    outreach.step.message({ message: "${message}", delayAfterLastStep: 3 }),
  ],${adopt}
});
`;
const say = "Rename the list in the app, then run `pulumi refresh`.\n";
/** Uses this package's command, as an agent would; `queue` advances the planner. */
async function readQueues(facts: Facts | undefined): Promise<void> {
  const { code } = await commandLine(["queue", "--yes", "--json", String(facts?.spring.campaignId)]);
  if (code !== 0 || (await intrusions(facts?.address ?? "")).length === 0) throw new Error("the queue was not read");
}

/** A good attempt at each task, and plausible bad ones. */
export const attempts: Readonly<Record<string, readonly Attempt[]>> = {
  "follow-up": [
    { what: "one more message", work: edit([thanks, followUp(written)]) },
    {
      what: "one more message, and a start",
      work: edit([thanks, followUp(written)], [fintechName, `${fintechName} active: true,`]),
      fails: /would start to write to people/,
    },
    { what: "a message by the AI", work: edit([thanks, followUp("delayAfterLastStep: 3")]), fails: /an AI writes it/ },
    { what: "the default delay", work: edit([thanks, followUp('message: "Hi [FirstName], …"')]), fails: /three days/ },
  ],
  "change-text": [
    { what: "the message", work: edit(["a demo", "a short call"]) },
    {
      what: "the message and a delay, which replaces the campaign",
      work: edit(['show you a demo?"', 'show you a short call?", delayAfterLastStep: 4']),
      fails: /delayAfterLastStep has changed/,
    },
  ],
  "rename-list": [
    { what: "an answer", work: (folder) => writeFileSync(join(folder, "answer.md"), say) },
    {
      what: "a new list",
      work: (folder) => {
        edit(["Fintech founders", "Fintech CEOs"], ['CEOs" }', 'CEOs", acknowledge: ["rename"] }'])(folder);
        writeFileSync(join(folder, "answer.md"), say);
      },
      fails: /overrules a refusal \(rename\)/,
    },
    {
      what: "a name that the preview refuses",
      work: edit(['{ name: "Fintech founders"', '{ name: "Fintech CEOs"']),
      fails: /List fintech\.name has changed/,
    },
  ],
  "more-locations": [
    { what: "one more location", work: edit(['["France"]', '["France", "Germany"]']) },
    { what: "another location", work: edit(['["France"]', '["Germany"]']), fails: /no longer looks in France/ },
    {
      what: "for both agents",
      work: edit([/\["France"\]/g, '["France", "Germany"]']),
      fails: /SourceAgent logistics\.targetLocations/,
    },
  ],
  "new-campaign": [
    { what: "an inactive one", work: append(emails("")) },
    { what: "an active one", work: append(emails("\n  active: true,")), fails: /would start to write to people/ },
    {
      what: "the existing one, changed",
      work: edit([fintechName, 'name: "Fintech e-mails",']),
      fails: /Campaign fintech\.name has changed/,
    },
  ],
  "obsolete-code": [
    { what: "without the code", work: edit([', acknowledge: ["twin:77"]', ""]) },
    { what: "another code", work: edit(["twin:77", "twin:none"]), fails: /overrules a refusal \(twin:none\)/ },
  ],
  "long-note": [
    {
      what: "a shorter one",
      work: edit([/note: "[^"]*"/, 'note: "Hi [FirstName], I follow [Company]: shall we connect?"']),
    },
    {
      what: "one for a premium seat",
      work: edit([/note: "[^"]*"/, `note: "Hi [FirstName], ${"I follow [Company]. ".repeat(10)}"`]),
      fails: /more than 180 characters/,
    },
    { what: "no note", work: edit([/invitationNote\(\{ note: "[^"]*", /, "invitation({ "]), fails: /has changed/ },
    {
      what: "an acknowledgement",
      work: edit([fintechName, `${fintechName} acknowledge: ["as-is:steps[1].note"],`]),
      fails: /does not run|overrules a refusal/,
    },
  ],
  "pause-agent": [
    { what: "paused", work: edit(['name: "Logistics finder",', 'name: "Logistics finder", paused: true,']) },
    {
      what: "removed, which deletes it",
      work: edit([/const headFinder = [\s\S]*?\}\);\n/, ""], ["{ dependsOn: [headFinder] }", "{}"]),
      fails: /SourceAgent logistics has changed/,
    },
  ],
  "why-skipped": [
    { what: "the reason", work: (folder, facts) => answer({ reason: facts?.skipped?.reason })(folder) },
    { what: "a guess", work: answer({ reason: "already connected" }), fails: /another one/ },
  ],
  "take-over": [
    {
      what: "unchanged",
      work: (folder, facts) => append(adopted(facts, `\n  adopt: ${facts?.spring.campaignId},`))(folder),
    },
    {
      what: "a second one",
      work: (folder, facts) => append(adopted(facts, ""))(folder),
      fails: /another one would be made/,
    },
    {
      what: "with a better message",
      work: (folder, facts) => append(adopted(facts, `\n  adopt: ${facts?.spring.campaignId},`, "Hello!"))(folder),
      fails: /steps are not those/,
    },
    {
      what: "unchanged, and started by the program",
      work: (folder, facts) =>
        append(adopted(facts, `\n  adopt: ${facts?.spring.campaignId},\n  active: true,`))(folder),
      fails: /would start to write to people/,
    },
  ],
  "who-sends": [
    {
      what: "both",
      work: (folder, facts) => answer({ campaigns: [facts?.spring.campaignId, facts?.logistics.campaignId] })(folder),
    },
    {
      what: "both, by the queues",
      work: async (folder, facts) => {
        await readQueues(facts);
        answer({ campaigns: [facts?.spring.campaignId, facts?.logistics.campaignId] })(folder);
      },
      fails: /queue was sent, and it changes the account/,
    },
    {
      what: "one",
      work: (folder, facts) => answer({ campaigns: [facts?.spring.campaignId] })(folder),
      fails: /others than/,
    },
  ],
  "list-size": [
    { what: "all", work: (folder, facts) => answer({ people: facts?.people })(folder) },
    { what: "a page", work: answer({ people: 20 }), fails: /another one than/ },
  ],
};
