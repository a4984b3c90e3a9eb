import type { Review } from "../../../provider/src/review/model";
import { agent, campaign, finding, list, review, stack, step, text, urnOf } from "./build";

const opening = "Hi [FirstName], I saw what [Company] builds. We help teams like yours; may I show you how?";
const mail =
  "Hi [FirstName],\n\nA short idea that may save your team at [Company] a day a week. Shall I send it?\n\n[SenderFullName], [SenderCompany]";

const fintechSteps = [
  step("visitProfile", { day: 0 }),
  step("invitation", { day: 1, properties: [{ name: "delayAfterLastStep", before: "1", after: "1" }] }),
  step("message", { day: 3, texts: [text(opening)] }),
  step("email", { day: 6, texts: [text("An idea for [Company]", { field: "subject" }), text(mail)] }),
  step("message", { day: 10, mode: "ai" }),
];

/** A list, an agent that fills it and a campaign that starts at once: the first `up` of a program. */
export function firstCampaign(): Review {
  const founders = { name: "Fintech founders", change: "added" } as const;
  return review({
    stacks: [stack({ created: 3 })],
    findings: [
      finding("danger", "starts-sending", 'Campaign "Fintech Q1" starts to send as soon as it is created.', {
        urn: urnOf("Campaign", "fintech"),
      }),
      finding("danger", "written-by-ai", 'Nobody has read what the AI writes in step 5 of "Fintech Q1".', {
        urn: urnOf("Campaign", "fintech"),
        path: "steps[4].messageMode",
      }),
      finding(
        "notice",
        "empty-list",
        'The list "Fintech founders" is new: the campaign waits until the agent fills it.',
        { urn: urnOf("List", "fintech") },
      ),
    ],
    campaigns: [
      campaign("fintech", {
        name: "Fintech Q1",
        change: "created",
        runs: "yes",
        lists: [founders],
        linkedinSeat: { after: "7" },
        emailSeats: { before: [], after: ["21"] },
        properties: [{ name: "language", after: "en-US" }],
        steps: fintechSteps.map((each) => ({ ...each, change: "added" as const })),
      }),
    ],
    agents: [
      agent("fintech", {
        name: "Fintech founders finder",
        change: "created",
        list: founders,
        paused: { before: "unknown", after: "no" },
        properties: [{ name: "minLeadScore", after: "0.8" }],
        targeting: [
          {
            property: "targetJobTitles",
            label: "job titles",
            added: ["Founder", "CEO"],
            removed: [],
            restricts: { before: false, after: true },
          },
          {
            property: "targetLocations",
            label: "locations",
            added: ["France"],
            removed: [],
            restricts: { before: false, after: true },
          },
        ],
        signals: {
          added: [
            { type: "SEARCH_KEYWORD", label: "posts about a keyword", value: '"open banking"' },
            { type: "HIRING", label: "hiring", value: "true" },
          ],
          removed: [],
          unchanged: 0,
        },
      }),
    ],
    lists: [list("fintech", { name: "Fintech founders" })],
    unchanged: 1,
    leftOut: ["The numbers of people in the lists: they are asked for only with --live."],
  });
}

/** A team's ordinary day: a running campaign gets another text, others are replaced or deleted, and more. */
export function busyChange(): Review {
  const fintech = urnOf("Campaign", "fintech");
  const health = urnOf("Campaign", "health");
  const asked = opening.replace("may I show you how?", "shall I show you how, on Thursday perhaps?");
  return review({
    stacks: [stack({ created: 1, updated: 4, replaced: 1, deleted: 1, unchanged: 12 }, { diagnostics: warnings })],
    findings: [
      finding("danger", "running-text", 'The text of step 3 changes while "Fintech Q1" sends to 1,240 people.', {
        urn: fintech,
        path: "steps[2].message",
      }),
      finding("danger", "new-people", '"Fintech Q1" also gets the 310 people of the list "Payment events 2026".', {
        urn: fintech,
        path: "listIds",
      }),
      finding("danger", "restart", '"Healthcare by e-mail" is replaced: its people start again at step 1.', {
        urn: health,
      }),
      finding("notice", "moves", 'The steps of "Healthcare by e-mail" from the second on come a day later.', {
        urn: health,
        path: "steps[1].delayAfterLastStep",
      }),
      finding("notice", "wider", "The agent also looks for people in Belgium.", {
        urn: urnOf("SourceAgent", "fintech"),
      }),
      finding("notice", "acknowledged", 'The program now acknowledges "restart".', { urn: health }),
    ],
    campaigns: [
      campaign("fintech", {
        name: "Fintech Q1",
        id: "6989344790",
        running: "yes",
        runs: "yes",
        everRan: "yes",
        lists: [
          { id: "411", name: "Fintech founders", change: "same", people: 1240 },
          { id: "415", name: "Payment events 2026", change: "added", people: 310 },
        ],
        emailSeats: { before: ["21"], after: ["21"] },
        steps: fintechSteps.map((each, index) =>
          index === 2 ? { ...each, change: "changed" as const, texts: [text(asked, { before: opening })] } : each,
        ),
      }),
      healthcare(),
      campaign("spring", {
        name: "Spring follow-up",
        nameBefore: "Spring fair",
        id: "6989344802",
        lists: [{ id: "420", name: "Visitors of the spring fair", change: "same", people: 86 }],
        linkedinSeat: { before: "8", after: "8" },
        steps: [
          step("invitationNote", { day: 0, texts: [text("Good to meet you at the spring fair.", { field: "note" })] }),
          step("likePosts", { day: 2, properties: [{ name: "numberOfPosts", before: "2", after: "2" }] }),
          step("message", { day: 21, texts: [text("Hello [FirstName], are you still looking for a tool?")] }),
        ],
      }),
      campaign("old", {
        name: "Autumn test",
        id: "6989344700",
        change: "deleted",
        lists: [{ id: "401", name: "Test", change: "removed", people: 3 }],
        linkedinSeat: { before: "8" },
        steps: [step("visitProfile", { change: "removed", dayBefore: 0 })],
      }),
    ],
    agents: [
      agent("fintech", {
        name: "Fintech founders finder",
        id: "5512",
        list: { id: "411", name: "Fintech founders", change: "same", people: 1240 },
        properties: [{ name: "minLeadScore", before: "0.8", after: "0.7" }],
        targeting: [
          {
            property: "targetLocations",
            label: "locations",
            added: ["Belgium"],
            removed: [],
            restricts: { before: true, after: true },
          },
          {
            property: "targetJobTitles",
            label: "job titles",
            added: ["Head of Payments"],
            removed: ["CEO"],
            restricts: { before: true, after: true },
          },
        ],
        signals: {
          added: [{ type: "SEARCH_KEYWORD", label: "posts about a keyword", value: '"instant payments"' }],
          removed: [{ type: "TECHNOLOGY", label: "companies that use a technology", value: "stripe" }],
          unchanged: 3,
        },
      }),
    ],
    lists: [list("events", { name: "Payment events 2026", people: 310 })],
    others: [
      { stack: "production", type: "aws:s3/bucket:Bucket", change: "created", count: 2, names: ["texts", "archive"] },
      {
        stack: "production",
        type: "random:index/randomId:RandomId",
        change: "replaced",
        count: 31,
        names: ["one", "two"],
      },
    ],
    leftBehind: [
      {
        stack: "production",
        urn: urnOf("Campaign", "old"),
        noun: "campaign",
        name: "Autumn test",
        id: "6989344700",
        text: "It stays in the account, switched off. Delete it in the app if nobody needs it.",
      },
    ],
    unchanged: 12,
    leftOut: ["Whether people of these lists are in other campaigns of the account."],
  });
}

const warnings = [
  {
    severity: "warning" as const,
    resource: "health",
    text: "The campaign is replaced.\nThe former one stays in the account.",
  },
];

function healthcare() {
  const subject = text("[FirstName], a question", { field: "subject" });
  return campaign("health", {
    name: "Healthcare by e-mail",
    id: "6989344795",
    idBefore: "6989344795",
    change: "replaced",
    runs: "yes",
    everRan: "yes",
    acknowledged: ["restart"],
    hidden: ["steps[1].subject"],
    lists: [
      { id: "430", name: "Healthcare operations", change: "same", people: 540, states: { finished: 310, excluded: 4 } },
      { id: "431", name: "Clinics, old", change: "removed", people: 77 },
    ],
    linkedinSeat: {},
    emailSeats: { before: ["21", "22"], after: ["22", "23"] },
    properties: [{ name: "language", before: "en-US", after: "en-GB" }],
    steps: [
      step("email", { day: 0, texts: [subject, text("How does [Company] plan its days?")] }),
      step("email", {
        day: 4,
        dayBefore: 3,
        change: "changed",
        mode: "ai",
        modeBefore: "same",
        texts: [],
        properties: [{ name: "delayAfterLastStep", before: "3", after: "4" }],
      }),
      step("email", {
        number: 3,
        dayBefore: 5,
        change: "removed",
        texts: [{ ...text("A last try."), after: undefined, sample: undefined }],
      }),
      step("email", {
        day: 9,
        change: "added",
        texts: [text("Goodbye, [FirstName]", { field: "subject" }), text(mail)],
      }),
    ],
  });
}
