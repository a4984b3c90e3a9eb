// @ts-check
// Tasks that change a program.
import { twoCycles } from "./programs.mjs";

const shortNote = 'outreach.step.invitationNote({ note: "Hi [FirstName].", delayAfterLastStep: 1 })';
const longNote = shortNote.replace(
  "Hi [FirstName].",
  "Hi [FirstName], I have followed [Company] for a long time and would be very glad to connect, because we help teams like yours with open banking in several countries, and I think that there is a lot that we could learn from each other this year, about invoices, accounts, and all that comes with them.",
);

/** @type {readonly import("../tasks.mjs").Task[]} */
export const programTasks = [
  {
    name: "follow-up",
    prompt:
      'Add a follow-up message to the campaign "Fintech Q1", three days after its last step. Write a suitable text.',
    program: twoCycles(),
    async judge(judgement, baseline) {
      const changes = await judgement.changes(baseline);
      const added = changes.get("Campaign fintech.steps[3]")?.after;
      if (added === undefined) return judgement.fail("the campaign has no fourth step");
      judgement.only(changes, /^Campaign fintech\.steps\[3\]$/);
      judgement.expect(added.type === "message", "the added step is no message");
      judgement.expect(added.delayAfterLastStep === 3, "the added step does not wait three days");
      const isWritten = added.messageMode === "same" && added.message?.trim().length > 10;
      judgement.expect(isWritten, "the added message has no text of its own, so that an AI writes it");
    },
  },
  {
    name: "change-text",
    prompt:
      'In the message of the campaign "Logistics Q1", offer "a short call" instead of "a demo". Change nothing else.',
    program: twoCycles(),
    async judge(judgement, baseline) {
      const path = "Campaign logistics.steps[1].message";
      const changes = await judgement.changes(baseline);
      judgement.only(changes, /^Campaign logistics\.steps\[1\]\.message$/);
      const text = changes.get(path)?.after;
      judgement.expect(
        text === "Hi [FirstName], may I show you a short call?" || /\[FirstName\].*a short call/.test(text ?? ""),
        "the message does not offer a short call",
      );
      judgement.expect(!/demo/.test(text ?? ""), "the message still offers a demo");
    },
  },
  {
    name: "rename-list",
    prompt:
      'The list "Fintech founders" should be called "Fintech CEOs", with the same people in it. Do what can be done in the program, and write into answer.md what a person has to do, with the commands.',
    program: twoCycles(),
    async judge(judgement, baseline) {
      judgement.only(await judgement.changes(baseline), /^$/);
      const answer = judgement.text("answer.md");
      if (answer === "") return;
      judgement.expect(/\bapp\b/i.test(answer), "answer.md does not say that the list is renamed in the app");
      judgement.expect(/pulumi refresh/.test(answer), "answer.md does not say to run `pulumi refresh` afterwards");
    },
  },
  {
    name: "more-locations",
    prompt: "Find fintech founders in Germany too. Logistics stays as it is.",
    program: twoCycles(),
    async judge(judgement, baseline) {
      const changes = await judgement.changes(baseline);
      judgement.only(changes, /^SourceAgent fintech\.targetLocations\b/);
      const added = [...changes.values()].map(({ after }) => after);
      judgement.expect(added.includes("Germany"), "the agent does not look in Germany");
      judgement.expect(
        !changes.has("SourceAgent fintech.targetLocations[0]") || added.includes("France"),
        "the agent no longer looks in France",
      );
    },
  },
  {
    name: "new-campaign",
    prompt:
      'Prepare a campaign "Fintech e-mails" for the people of the list "Fintech founders": one e-mail from the e-mail seat 21, with a subject and a text. A person will start it later.',
    program: twoCycles(),
    async judge(judgement, baseline) {
      const changes = await judgement.changes(baseline);
      judgement.only(changes, /^Campaign (?!(?:fintech|logistics)(?:\.|$))\S+$/);
      const [made, ...others] = [...changes.values()].map(({ after }) => after);
      if (made === undefined || others.length > 0)
        return judgement.fail("the program does not declare exactly one new campaign");
      judgement.expect(made.name === "Fintech e-mails", "the campaign has another name");
      judgement.expect(JSON.stringify(made.listIds) === '["list fintech"]', "the campaign works on another list");
      judgement.expect(JSON.stringify(made.emailSeatIds) === "[21]", "the campaign sends from another seat");
      const [step, ...more] = made.steps ?? [];
      judgement.expect(step?.type === "email" && more.length === 0, "the campaign has other steps than one e-mail");
      judgement.expect(
        Boolean(step?.subject && step?.message),
        "the e-mail has no text of its own, so that an AI writes it",
      );
    },
  },
  {
    name: "obsolete-code",
    prompt:
      'Each preview warns: list "Logistics heads": acknowledge: "twin:77" no longer applies; remove it. Get rid of the warning.',
    program: twoCycles({ acknowledge: ', acknowledge: ["twin:77"]' }),
    async judge(judgement, baseline) {
      const changes = await judgement.changes(baseline);
      judgement.only(changes, /^List logistics\.acknowledge\b/);
      const left = [...changes.values()].some(({ after }) => after !== undefined && JSON.stringify(after) !== "[]");
      judgement.expect(changes.size > 0 && !left, "the code is still there");
    },
  },
  {
    name: "long-note",
    prompt:
      "The preview fails because the note of the connection request is too long, and the seat is not premium. Mend it, and keep what it says in short.",
    program: twoCycles({ connection: longNote }),
    baseline: twoCycles({ connection: shortNote }),
    async judge(judgement, baseline) {
      const changes = await judgement.changes(baseline);
      if (judgement.reasons.length > 0) return;
      judgement.only(changes, /^Campaign fintech\.steps\[1\]\.note$/);
      const note = changes.get("Campaign fintech.steps[1].note")?.after ?? "";
      judgement.expect(note.length <= 180, "the note has more than 180 characters");
      judgement.expect(note.length >= 20 && note.includes("[FirstName]"), "the note does not say what it said");
    },
  },
  {
    name: "pause-agent",
    prompt: "Stop finding logistics people until further notice. The campaign goes on with those whom it has.",
    program: twoCycles(),
    async judge(judgement, baseline) {
      const changes = await judgement.changes(baseline);
      judgement.only(changes, /^SourceAgent logistics\.paused$/);
      judgement.expect(changes.get("SourceAgent logistics.paused")?.after === true, "the agent is not paused");
    },
  },
];
