import { argumentProblems } from "../lifecycle/argumentProblems";
import type { Definition } from "../lifecycle/definition";
import { campaignProblems } from "./campaignRules";
import { campaignSchema } from "./campaignSchema";
import { campaignWarnings } from "./campaignWarnings";
import {
  absentMeans,
  bodyOf,
  canonicalOf,
  changesOf,
  flagProperty,
  idProperty,
  idSetProperty,
  observedOf,
  type Properties,
  plainFields,
  sameIn,
  tagProperty,
  textProperty,
} from "./properties";
import { stepsProperty } from "./stepForm";

const properties: Properties = {
  name: textProperty("update"),
  listIds: idSetProperty("update"),
  steps: stepsProperty,
  linkedinSeatId: idProperty("replace"),
  emailSeatIds: idSetProperty("replace"),
  language: tagProperty("replace"),
  // Created without the flag, it was created inactive (see createBody).
  active: absentMeans(false, flagProperty("replace")),
};
const names = Object.keys(properties);

/** Documented fields of a campaign that no program can declare. */
export const readOnlyFields = [
  "userId",
  "createdAt",
  "excludeFirstDegreeFromCampaigns",
  "isManual",
  "skipInvitationAfterDays",
  "tone",
  "goal",
  "splitMessages",
];

export const campaignDefinition: Definition = {
  kind: "Campaign",
  noun: "campaign",
  deletesFirst: true,
  properties: names,
  problems: (inputs, context) => argumentProblems(campaignSchema, inputs, campaignProblems(inputs, context)),
  warnings: campaignWarnings,
  canonical: (inputs) => canonicalOf(properties, inputs),
  observed: (answer, declared) => observedOf(properties, answer, declared),
  readOnly: (answer) => plainFields(answer, readOnlyFields),
  changes: (olds, news) => changesOf(properties, olds, news),
  same: (property, left, right) => sameIn(properties, property, left, right),
  // The service's own default is not documented, and an active campaign sends: the flag is always said.
  createBody: (inputs) => ({ ...bodyOf(names, inputs), active: inputs.active ?? false }),
  updateBody: (changes, _olds, news) =>
    bodyOf(new Set(changes.filter(({ effect }) => effect === "update").map(({ property }) => property)), news),
};
