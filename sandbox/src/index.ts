export { control } from "./control/client.js";
export type { Counts, ObjectDump, SandboxControl, State } from "./control/operations.js";
export type { DemoAccounts, DemoUser } from "./demo.js";
export { demoAccounts } from "./demo.js";
export type { ActiveFault, FaultKind, FaultRequest } from "./faults.js";
export type {
  Agent,
  AgentLog,
  Campaign,
  CampaignLog,
  CampaignStep,
  Contact,
  EmailSeat,
  LeadList,
  LinkedinSeat,
  Organization,
  StoredSignal,
  User,
} from "./objects.js";
export type { SandboxOptions } from "./options.js";
export type { LogFilter, LogPage, ObjectKind, RequestRecord } from "./requestLog.js";
export type { Sandbox } from "./sandbox.js";
export { startSandbox } from "./sandbox.js";
export type { Delivery } from "./webhook.js";
