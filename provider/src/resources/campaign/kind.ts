import { defineKind, type FieldsOf } from "../../kind/defineKind";
import { flag, id, idSet, tag, text } from "../../kind/fields";
import type { CampaignArgs } from "./args";
import { looks } from "./looks";
import { beside, notes } from "./notes";
import { policy } from "./policy";
import { campaignProblems } from "./rules";
import { stepsField } from "./stepForm";
import type { CampaignValues } from "./values";
import { campaignWarnings, needsAsIs } from "./warnings";

/** Service specification: Limits. */
const mostEmailSeats = 100;

export const campaignFields = {
  name: text({ source: "P", changes: "update", required: true, role: "name", what: "the name of the campaign" }),
  listIds: idSet({
    ...{ source: "S", changes: "update", required: true, targets: "list", refersTo: "List" },
    ...{ what: "a list of list ids", some: "list" },
  }),
  steps: stepsField,
  linkedinSeatId: id({ source: "S", changes: "replace" }),
  emailSeatIds: idSet({
    ...{ source: "I", changes: "replace" },
    ...{ what: "a list of e-mail seat ids", most: { count: mostEmailSeats, of: "e-mail seats" } },
  }),
  language: tag({ source: "P", changes: "replace" }),
  // The service's default is not documented, and an active campaign sends messages, so every create includes the flag.
  active: flag({ source: "P", changes: "replace", role: "running", absent: false }),
} satisfies FieldsOf<CampaignArgs>;

export const campaignKind = defineKind<CampaignValues>({
  name: "Campaign",
  noun: "campaign",
  path: "/v1/campaign",
  operations: { list: "P", read: "P", create: "S", update: "P" },
  updateAdvice:
    "correct what the service names. It is not documented whether it takes listIds as numbers or as texts; they were sent as numbers",
  listQuery: { activeOnly: "false" },
  fields: campaignFields,
  readOnly: {
    userId: { source: "P" },
    createdAt: { source: "P" },
    excludeFirstDegreeFromCampaigns: { source: "P" },
    isManual: { source: "P" },
    skipInvitationAfterDays: { source: "P" },
    tone: { source: "P" },
    goal: { source: "P" },
    splitMessages: { source: "I" },
    updatedAt: { source: "P", hidden: true },
  },
  filledIn: ["language", "active"],
  rules: campaignProblems,
  warnings: campaignWarnings,
  needsAsIs,
  notes,
  beside,
  looks,
  policy,
});
