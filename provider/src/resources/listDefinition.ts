import { argumentProblems } from "../lifecycle/argumentProblems";
import type { Definition } from "../lifecycle/definition";
import { everyResource, idleCodes } from "./acknowledgement";
import { strict, text } from "./fields";
import {
  bodyOf,
  canonicalOf,
  changesOf,
  observedOf,
  type Properties,
  plainFields,
  sameIn,
  textProperty,
} from "./properties";

export const listSchema = strict("a list", {
  name: text({ what: "the name of the list", most: 255 }),
  ...everyResource,
});

const properties: Properties = { name: textProperty("rename") };
const names = Object.keys(properties);

export const listDefinition: Definition = {
  kind: "List",
  noun: "list",
  deletesFirst: false,
  properties: names,
  problems: (inputs) => argumentProblems(listSchema, inputs),
  warnings: (inputs) => idleCodes(inputs, () => false),
  canonical: (inputs) => canonicalOf(properties, inputs),
  observed: (answer, declared) => observedOf(properties, answer, declared),
  // Not `campaignId`: it moves whenever a campaign takes the list.
  readOnly: (answer) => plainFields(answer, ["userId", "createdAt"]),
  changes: (olds, news) => changesOf(properties, olds, news),
  same: (property, left, right) => sameIn(properties, property, left, right),
  createBody: (inputs) => bodyOf(names, inputs),
  // The service has no operation that renames a list.
  updateBody: () => ({}),
};
