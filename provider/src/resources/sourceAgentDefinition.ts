import type { Answer } from "../api/account";
import { argumentProblems } from "../lifecycle/argumentProblems";
import type { Change, Definition, Values } from "../lifecycle/definition";
import {
  bodyOf,
  canonicalOf,
  changesOf,
  flagProperty,
  idProperty,
  numberProperty,
  observedOf,
  type Properties,
  plainFields,
  sameIn,
  textProperty,
  textSetProperty,
  withDefault,
  wordProperty,
} from "./properties";
import { signalsBody, signalsProperty } from "./signalForm";
import { sourceAgentProblems } from "./sourceAgentRules";
import { defaultAgentType, sourceAgentSchema } from "./sourceAgentSchema";
import { sourceAgentWarnings } from "./sourceAgentWarnings";

const properties: Properties = {
  name: textProperty("update"),
  listId: idProperty("update"),
  targetJobTitles: textSetProperty("update"),
  targetIndustries: textSetProperty("update"),
  targetLocations: textSetProperty("update"),
  targetCompanySizes: textSetProperty("update"),
  targetCompanyTypes: textSetProperty("update"),
  agentType: withDefault(defaultAgentType, wordProperty("replace")),
  variables: signalsProperty,
  ignoredCompanies: textSetProperty("update"),
  mandatoryKeywords: textSetProperty("update"),
  additionalCriteria: textProperty("update"),
  excludeServiceProviders: flagProperty("update"),
  skipIcpFilter: flagProperty("update"),
  includeOpenToWorkProfiles: flagProperty("update"),
  leadWaterfall: flagProperty("update"),
  paused: flagProperty("update"),
  minLeadScore: numberProperty("update"),
  maxCreditUsage: numberProperty("update"),
};
const names = Object.keys(properties);

function updateBody(changes: readonly Change[], olds: Values, news: Values, answer: Answer): Record<string, unknown> {
  const changed = new Set(changes.filter(({ effect }) => effect === "update").map(({ property }) => property));
  const body = bodyOf(changed, news);
  if (body.variables === undefined) return body;
  const { variables, ...rest } = body;
  const signals = signalsBody(olds, news, answer);
  // Signals served as texts cannot be carried back: sending others would drop what the service keeps in them.
  return signals === undefined ? rest : { ...rest, variables: signals };
}

export const sourceAgentDefinition: Definition = {
  kind: "SourceAgent",
  noun: "source agent",
  deletesFirst: true,
  properties: names,
  problems: (inputs, context) => argumentProblems(sourceAgentSchema, inputs, sourceAgentProblems(inputs, context)),
  warnings: sourceAgentWarnings,
  canonical: (inputs) => canonicalOf(properties, inputs),
  observed: (answer, declared) => observedOf(properties, answer, declared),
  readOnly: (answer) => plainFields(answer, ["userId", "createdAt", "scriptId"]),
  changes: (olds, news) => changesOf(properties, olds, news),
  same: (property, left, right) => sameIn(properties, property, left, right),
  createBody: (inputs) => bodyOf(names, inputs),
  updateBody,
};
