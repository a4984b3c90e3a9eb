import {
  type DiffPart,
  type Finding,
  type Review,
  type ReviewedAgent,
  type ReviewedCampaign,
  type ReviewedList,
  type ReviewedStack,
  type ReviewedStep,
  reviewSchema,
  type TextChange,
} from "../../../provider/src/review/model";

/** Values of the model, of which a test states only the relevant parts. */
export const urnOf = (type: string, resource: string, stack = "production") =>
  `urn:pulumi:${stack}::outreach-campaigns::pulumi-nodejs:dynamic/outreach:${type}::${resource}`;

/** A diff by words: the common beginning and end of both texts, and what differs between them. */
export function diffOf(before: string, after: string): DiffPart[] {
  const [left, right] = [before, after].map((text) => text.split(/(?<=\s)/)) as [string[], string[]];
  let head = 0;
  while (head < Math.min(left.length, right.length) && left[head] === right[head]) head += 1;
  let tail = 0;
  const longest = Math.min(left.length, right.length) - head;
  while (tail < longest && left.at(-1 - tail) === right.at(-1 - tail)) tail += 1;
  const parts: DiffPart[] = [
    { kind: "same", text: left.slice(0, head).join("") },
    { kind: "removed", text: left.slice(head, left.length - tail).join("") },
    { kind: "added", text: right.slice(head, right.length - tail).join("") },
    { kind: "same", text: left.slice(left.length - tail).join("") },
  ];
  return parts.filter(({ text }) => text !== "");
}

const filled: readonly (readonly [string, string])[] = [
  ["[FirstName]", "Maria"],
  ["[Company]", "Northwind Payments"],
  ["[JobTitle]", "Head of Payments"],
  ["[SenderFullName]", "Olivia Hart"],
  ["[SenderCompany]", "Fernhill"],
];
const sampleOf = (text: string) => filled.reduce((result, [tag, word]) => result.replaceAll(tag, word), text);

/** An unchanged or changed text. */
export function text(after: string, { field = "message", before = after }: Partial<TextChange> = {}): TextChange {
  return { field, before, after, diff: diffOf(before, after), sample: sampleOf(after) };
}

const labels: Record<string, string> = {
  visitProfile: "Visit of the profile",
  invitation: "Connection request",
  invitationNote: "Connection request with a note",
  message: "Message",
  voiceMessage: "Voice message",
  likePosts: "Likes of posts",
  email: "E-mail",
};

export function step(type: string, rest: Partial<ReviewedStep> = {}): ReviewedStep {
  const isText = type === "message" || type === "email";
  const own = { number: 0, change: "same", type, label: labels[type] ?? type, texts: [], properties: [] } as const;
  return { ...own, texts: [], properties: [], ...(isText ? { mode: "same" } : {}), ...rest };
}

/** Numbers the steps; removed ones keep their numbers. */
function numbered(steps: readonly ReviewedStep[]): ReviewedStep[] {
  let number = 0;
  return steps.map((each, index) => {
    if (each.change === "removed") return { ...each, number: each.number || index + 1 };
    number += 1;
    return { ...each, number };
  });
}

export function campaign(resource: string, rest: Partial<ReviewedCampaign> = {}): ReviewedCampaign {
  const stack = rest.stack ?? "production";
  const own: ReviewedCampaign = {
    stack,
    urn: urnOf("Campaign", resource, stack),
    resource,
    change: "updated",
    properties: [],
    acknowledged: [],
    hidden: [],
    retained: false,
    running: "no",
    runs: "no",
    everRan: "no",
    lists: [],
    linkedinSeat: { before: "7", after: "7" },
    emailSeats: { before: [], after: [] },
    steps: [],
  };
  return { ...own, ...rest, steps: numbered(rest.steps ?? []) };
}

export function agent(resource: string, rest: Partial<ReviewedAgent> = {}): ReviewedAgent {
  const stack = rest.stack ?? "production";
  const own: ReviewedAgent = {
    stack,
    urn: urnOf("SourceAgent", resource, stack),
    resource,
    change: "updated",
    properties: [],
    acknowledged: [],
    hidden: [],
    retained: false,
    type: "autopilot",
    paused: { before: "no", after: "no" },
    targeting: [],
    signals: { added: [], removed: [], unchanged: 0 },
  };
  return { ...own, ...rest };
}

export function list(resource: string, rest: Partial<ReviewedList> = {}): ReviewedList {
  const stack = rest.stack ?? "production";
  const own: ReviewedList = {
    stack,
    urn: urnOf("List", resource, stack),
    resource,
    change: "created",
    properties: [],
    acknowledged: [],
    hidden: [],
    retained: false,
  };
  return { ...own, ...rest };
}

export function finding(level: Finding["level"], code: string, words: string, rest: Partial<Finding> = {}): Finding {
  return { level, code, text: words, stack: "production", ...rest };
}

export function stack(counts: Partial<ReviewedStack["counts"]>, rest: Partial<ReviewedStack> = {}): ReviewedStack {
  const all = { created: 0, updated: 0, replaced: 0, deleted: 0, unchanged: 0, ...counts };
  return {
    project: "outreach-campaigns",
    stack: "production",
    status: "complete",
    diagnostics: [],
    counts: all,
    settings: {},
    fingerprint: "sha256:9f2c61f0a4d84f10b7d2d9b0c0aa5ce18e1b7a3f6a6e4a0c93a1f6f0f6f4c2d1",
    ...rest,
  };
}

/** A review that is valid by the schema, so that samples cannot differ from real ones. */
export function review(rest: Partial<Review>): Review {
  const findings = rest.findings ?? [];
  const isDangerous = findings.some(({ level }) => level === "danger");
  return reviewSchema.parse({
    version: 1,
    about: "planned",
    verdict: isDangerous ? "needs-approval" : "fine",
    fingerprint: "sha256:9f2c61f0a4d84f10b7d2d9b0c0aa5ce18e1b7a3f6a6e4a0c93a1f6f0f6f4c2d1",
    stacks: [stack({})],
    campaigns: [],
    agents: [],
    lists: [],
    others: [],
    leftBehind: [],
    unchanged: 0,
    leftOut: [],
    ...rest,
    findings,
  });
}
