import { step } from "../../../provider/src/resources/campaign/step";

/** The declarations of the stack in test/fixtures/state-1.json, in order of creation. */
export const fixtureProgram = {
  leads: { kind: "List", args: { name: "Founders" } },
  finder: {
    kind: "SourceAgent",
    args: { name: "Visitors", listId: "$leads", agentType: "website-visitor", minLeadScore: 0.8 },
  },
  late: { kind: "SourceAgent", args: { name: "Late", listId: "$leads", agentType: "lookalike" }, after: ["finder"] },
  q1: {
    kind: "Campaign",
    args: {
      name: "Q1",
      listIds: ["$leads"],
      linkedinSeatId: 7,
      language: "en-US",
      steps: [step.visitProfile(), step.message({ message: "Hi [FirstName]" })],
    },
    after: ["late"],
  },
  running: {
    kind: "Campaign",
    args: {
      name: "Running",
      listIds: ["$leads"],
      emailSeatIds: [21],
      active: true,
      steps: [step.email({ subject: "A word", message: "Hi [FirstName]" })],
    },
    after: ["q1"],
  },
  lost: { kind: "List", args: { name: "Lost" }, after: ["running"] },
} as const;

/** The fixture's sandbox: the same objects get the same ids and the same creation time. */
export const fixtureFirstId = 5_000_000_000;
export const fixtureTime = "2026-11-21T10:54:28.753Z";
export const fixtureOrigin = "http://127.0.0.1:8700";
