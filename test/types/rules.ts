/** The rules that TypeScript can express: each line under `@ts-expect-error` must not compile. */
import * as pulumi from "@pulumi/pulumi";
import type { ProviderArgs } from "../../provider/src/host/explicitProvider";
import type { CampaignArgs } from "../../provider/src/resources/campaign/args";
import { type Step, step } from "../../provider/src/resources/campaign/step";
import type { List, ListArgs } from "../../provider/src/resources/list";
import type { SourceAgentArgs } from "../../provider/src/resources/sourceAgent/args";
import { type Signal, signal } from "../../provider/src/resources/sourceAgent/signal";

const text = pulumi.output("text");
const number = pulumi.output(4);

export const list: ListArgs = { name: text, adopt: "twin", acknowledge: ["rename", text] };
const id: number = 4;
export const acknowledging: ListArgs[] = [
  { name: "A", adopt: 12, acknowledge: ["restart", "twin:none", "twin:none:0a1b2c3d", "twin:4", `shared-list:${id}`] },
  {
    name: "A",
    adopt: "12",
    acknowledge: [`inactive:${id}`, "as-is:variables[2]", "moved:https://outreach.example.com"],
  },
  { name: "A", adopt: text, acknowledge: [pulumi.interpolate`inactive:${text}`, Promise.resolve("rename")] },
  { name: "A", adopt: Promise.resolve(4), acknowledge: pulumi.output(["rename"]) },
];
export const wrongCodes: ListArgs[] = [
  // @ts-expect-error no such code
  { name: "A", acknowledge: ["renam"] },
  // @ts-expect-error it names no campaign
  { name: "A", acknowledge: ["inactive"] },
  // @ts-expect-error a campaign has a number
  { name: "A", acknowledge: ["shared-list:fintech"] },
  // @ts-expect-error an Output in a template text is not its value
  { name: "A", acknowledge: [`inactive:${text}`] },
  // @ts-expect-error a list of codes
  { name: "A", acknowledge: "rename" },
  // @ts-expect-error no such word
  { name: "A", adopt: "twins" },
];
// @ts-expect-error a list has a name
export const unnamedList: ListArgs = {};
// @ts-expect-error a list is attached by its campaign
export const attachedList: ListArgs = { name: "A", campaignId: 4 };

export const campaign: CampaignArgs = {
  name: "A",
  listIds: [1, "2", number, text],
  linkedinSeatId: "7",
  steps: [step.visitProfile(), pulumi.output(step.message({ message: text })), { type: "invitation" }],
};
export const laterCampaign: CampaignArgs = {
  name: text,
  listIds: pulumi.output([1]),
  emailSeatIds: Promise.resolve([3]),
  active: pulumi.output(true),
  steps: pulumi.output([step.email({ subject: text, message: text })]),
};
const written = {
  name: "A",
  listIds: [1, "2"],
  emailSeatIds: [3],
  steps: [{ type: "invitation" }, { type: "message", messageMode: "ai" }],
  acknowledge: ["restart"],
} as const;
export const constantCampaign: CampaignArgs = written;
export const lateCampaign: CampaignArgs = { ...written, steps: pulumi.output(written.steps) };
declare const leads: List;
// @ts-expect-error the id of a list, not the list
export const resourceInList: CampaignArgs = { ...written, listIds: [leads] };
// @ts-expect-error the id of a seat, not a resource
export const resourceAsId: CampaignArgs = { ...written, linkedinSeatId: leads };
// @ts-expect-error a campaign has lists
export const listless: CampaignArgs = { name: "A", steps: [] };
// @ts-expect-error a list id is no flag
export const flagged: CampaignArgs = { name: "A", listIds: [true], steps: [] };
// @ts-expect-error goal is what the service says, not what a program says
export const aimed: CampaignArgs = { name: "A", listIds: [1], steps: [], goal: "demos" };

export const steps: Step[] = [
  { type: "visitProfile", delayAfterLastStep: number, stepNumber: 1 },
  { type: "invitationNote", note: text },
  { type: "message", message: "Hi" },
  { type: "message", messageMode: "same", message: text },
  { type: "message", messageMode: "ai" },
  { type: "voiceMessage", url: text },
  { type: "likePosts", numberOfPosts: 2 },
  { type: "email", subject: "A", message: "B" },
  { type: "email", messageMode: "ai" },
];

export const wrongSteps: Step[] = [
  // @ts-expect-error no such type
  { type: "visit" },
  // @ts-expect-error a visit has no note
  { type: "visitProfile", note: "A" },
  // @ts-expect-error an invitation has no note
  { type: "invitation", note: "A" },
  // @ts-expect-error a note is required
  { type: "invitationNote" },
  // @ts-expect-error same mode needs a text
  { type: "message", messageMode: "same" },
  // @ts-expect-error ai mode takes none
  { type: "message", messageMode: "ai", message: "Hi" },
  // @ts-expect-error a message without a text states that the AI writes it
  { type: "message" },
  // @ts-expect-error and so does an e-mail
  { type: "email" },
  // @ts-expect-error a misspelt text would become AI content
  { type: "message", mesage: "Hi" },
  // @ts-expect-error a message has no subject
  { type: "message", subject: "A", message: "Hi" },
  // @ts-expect-error no such mode
  { type: "message", messageMode: "auto" },
  // @ts-expect-error an e-mail of one's own has a subject
  { type: "email", message: "B" },
  // @ts-expect-error and a text
  { type: "email", subject: "A" },
  // @ts-expect-error ai mode takes none
  { type: "email", messageMode: "ai", subject: "A", message: "B" },
  // @ts-expect-error a recording is required
  { type: "voiceMessage" },
  // @ts-expect-error days are a number
  { type: "likePosts", delayAfterLastStep: "2" },
  // @ts-expect-error a text that may be missing is no text
  { type: "message", message: pulumi.output<string | undefined>(undefined) },
];

step.invitation();
step.invitationNote({ note: text, delayAfterLastStep: 1 });
step.message();
step.message({ delayAfterLastStep: 3 });
step.email({ messageMode: "ai" });
// @ts-expect-error an invitation has no note
step.invitation({ note: "A" });
// @ts-expect-error a note is required
step.invitationNote({});
// @ts-expect-error ai mode takes no text
step.message({ messageMode: "ai", message: "Hi" });
// @ts-expect-error an e-mail of one's own has a text
step.email({ subject: "A" });
// @ts-expect-error a recording is required
step.voiceMessage();

export const signals: Signal[] = [
  { type: "SEARCH_KEYWORD", value: '"psd2"' },
  { type: "HIRING", value: "true" },
  { type: "VISITED_PROFILE", value: "true", needsUserToken: true, linkedinSeatId: number },
  signal.searchKeyword(text),
  signal.event("SOMETHING_NEW"),
  signal.yourCompanyFollowers({ linkedinSeatId: 7 }),
];

export const wrongSignals: Signal[] = [
  // @ts-expect-error refused by the service
  { type: "LOOKALIKE", value: "9" },
  // @ts-expect-error refused by the service
  { type: "JOB_SEARCH", value: "cto" },
  // @ts-expect-error a type that nobody documented goes through signal.event
  { type: "HIRRING", value: "true" },
  // @ts-expect-error an event is true
  { type: "HIRING", value: "yes" },
  // @ts-expect-error an event is the text true
  { type: "HIRING", value: true },
  // @ts-expect-error a seat is required
  { type: "VISITED_PROFILE", value: "true", needsUserToken: true },
  // @ts-expect-error a token is required
  { type: "YOUR_COMPANY_FOLLOWERS", value: "true", needsUserToken: false, linkedinSeatId: 7 },
  // @ts-expect-error a value is required
  { type: "TECHNOLOGY" },
  // @ts-expect-error no such field
  { type: "TECHNOLOGY", value: "rust", strength: 4 },
];
// @ts-expect-error a seat is required
signal.visitedProfile({});

export const agent: SourceAgentArgs = {
  name: "A",
  listId: text,
  targetCompanySizes: ["11-50", pulumi.output<"10001+">("10001+")],
  targetCompanyTypes: ["Startup"],
  targetJobTitles: pulumi.output(["Founder"]),
  variables: [signal.hiring(), pulumi.output(signal.technology("rust"))],
  agentType: "website-visitor",
  maxCreditUsage: number,
};
const writtenAgent = {
  name: "A",
  listId: 1,
  targetJobTitles: ["Founder"],
  targetCompanySizes: ["2-10"],
  targetCompanyTypes: ["Startup"],
  variables: [{ type: "HIRING", value: "true" }],
  ignoredCompanies: ["Acme"],
} as const;
export const constantAgent: SourceAgentArgs = writtenAgent;
export const provider: ProviderArgs = { acknowledge: ["restart"] as const, premiumSeats: [7] as const };
// @ts-expect-error no such code
export const wrongProvider: ProviderArgs = { acknowledge: ["restrat"] };
// @ts-expect-error no such size
export const sized: SourceAgentArgs = { name: "A", listId: 1, targetCompanySizes: ["1-10"] };
// @ts-expect-error no such type of company
export const typed: SourceAgentArgs = { name: "A", listId: 1, targetCompanyTypes: ["startup"] };
// @ts-expect-error no such type of agent
export const piloted: SourceAgentArgs = { name: "A", listId: 1, agentType: "manual" };
// @ts-expect-error an agent fills a list
export const listlessAgent: SourceAgentArgs = { name: "A" };
// @ts-expect-error the service says whether the script is there
export const scripted: SourceAgentArgs = { name: "A", listId: 1, scriptInstalled: true };
