/**
 * Outreach as code: lists, source agents and campaigns of an outreach automation service.
 *
 * ```ts
 * import * as outreach from "pulumi-outreach";
 *
 * const leads = new outreach.List("fintech", { name: "Fintech founders" });
 * const finder = new outreach.SourceAgent("fintech", { name: "Fintech finder", listId: leads.id });
 * new outreach.Campaign(
 *   "fintech",
 *   { name: "Fintech Q1", listIds: [leads.id], linkedinSeatId: 7, steps: [outreach.step.visitProfile()] },
 *   { dependsOn: [finder] },
 * );
 * ```
 *
 * Arguments (`…Args`) are what a program declares; the properties of a class are its outputs. "Changed in place" means an
 * update; "replaces" means that a new object is created. "Service specification" refers to the section that a rule comes
 * from; "public description" refers to that of a service with the same interface, which covers what the specification
 * leaves open.
 *
 * Import webhooks from `pulumi-outreach/webhook` to avoid loading the Pulumi SDK.
 *
 * @module pulumi-outreach
 */
export type * from "./functions/args";
export * from "./functions/campaigns";
export * from "./functions/contacts";
export * from "./functions/lists";
export * from "./functions/logs";
export * from "./functions/people";
export * from "./functions/service";
export * from "./functions/sourceAgents";
export type { ProviderArgs } from "./host/explicitProvider";
export { Provider } from "./host/explicitProvider";
export type { FunctionOptions, FunctionOutputOptions, LateArgs } from "./host/functionOptions";
export type { Acknowledgement, Acknowledgements, Late } from "./kind/code";
export type { Id, IdInput, ResourceInsteadOfId } from "./kind/id";
export type * from "./reads/answers";
export type { CampaignAnswer, ListAnswer, SourceAgentAnswer } from "./reads/objectAnswers";
export { Campaign } from "./resources/campaign";
export type { CampaignArgs } from "./resources/campaign/args";
export type * from "./resources/campaign/step";
export { step } from "./resources/campaign/step";
export { stepTypes } from "./resources/campaign/stepTypes";
export type { FullCycleArgs } from "./resources/fullCycle";
export { FullCycle } from "./resources/fullCycle";
export type { ListArgs } from "./resources/list";
export { List } from "./resources/list";
export type { ProgramArgs } from "./resources/program";
export { SourceAgent } from "./resources/sourceAgent";
export type { AgentType, CompanySize, CompanyType, SourceAgentArgs } from "./resources/sourceAgent/args";
export type * from "./resources/sourceAgent/signal";
export { signal } from "./resources/sourceAgent/signal";
export type { UndocumentedSignalType } from "./resources/sourceAgent/signalTypes";
export { documentedTypes as signalTypes } from "./resources/sourceAgent/signalTypes";
export { agentTypes, companySizes, companyTypes } from "./resources/sourceAgent/words";
export * from "./webhook";
