import { z } from "zod";

/** The version of the schema below. A release that removes or renames a field, or changes its meaning, raises it. */
export const reviewVersion = 1;

const change = z.enum(["created", "updated", "replaced", "deleted", "unchanged"]);
/** What happens to a resource. */
export type ChangeWord = z.infer<typeof change>;

/** `unknown`: neither the state nor the program shows it. */
const yesNo = z.enum(["yes", "no", "unknown"]);
export type YesNo = z.infer<typeof yesNo>;

const part = z.object({ kind: z.enum(["same", "added", "removed"]), text: z.string() });
/** A run of words that both texts have, or one of them. */
export type DiffPart = z.infer<typeof part>;

const textChange = z.object({
  /** `message`, `subject` or `note`. */
  field: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
  /** Word by word; together they make up both texts. Empty if one of the texts is secret or not known yet. */
  diff: z.array(part),
  /** The text after the change, filled in for one made-up contact. */
  sample: z.string().optional(),
});
export type TextChange = z.infer<typeof textChange>;

const propertyChange = z.object({
  /** As in the program: `language`, `delayAfterLastStep`. */
  name: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
});
export type PropertyChange = z.infer<typeof propertyChange>;

const step = z.object({
  /** From 1: the position after the change, or the former one of a step that is removed. */
  number: z.number(),
  change: z.enum(["same", "added", "removed", "changed"]),
  /** As in the program: `invitationNote`. */
  type: z.string(),
  /** For people: `Connection request with a note`. */
  label: z.string(),
  /** Days after a contact enters the campaign, at the earliest: 0 for the first step. Absent if not known yet. */
  day: z.number().optional(),
  /** The day before the change, if it was another one. */
  dayBefore: z.number().optional(),
  /** `ai`: the service's AI writes the text for each contact. Absent for steps without a text. */
  mode: z.string().optional(),
  modeBefore: z.string().optional(),
  texts: z.array(textChange),
  /** Other fields of the step: its delay, the address of a recording, the number of posts. */
  properties: z.array(propertyChange),
});
export type ReviewedStep = z.infer<typeof step>;

/** What every reviewed resource has. */
const resource = {
  stack: z.string(),
  urn: z.string(),
  /** The name in the program. */
  resource: z.string(),
  /** The name in the service. */
  name: z.string().optional(),
  nameBefore: z.string().optional(),
  /** The id in the service; absent if the object does not exist yet. */
  id: z.string().optional(),
  /** The id of the object that a new one replaces. */
  idBefore: z.string().optional(),
  change,
  /** True if `retainOnDelete`, `droppedWith` or `onlyRead` keeps the object when it is deleted or replaced. */
  retained: z.boolean(),
  /** Set if the program only reads the object from now on, by the option `id`: it leaves the state without a delete. */
  onlyRead: z.boolean().optional(),
  /** Set if the resource leaves the state with this one (its URN), by the option `deletedWith`: its own delete is skipped. */
  droppedWith: z.string().optional(),
  /**
   * Set if an object that exists already is taken over instead of created: its id, or `twin` for the one equal object of
   * the account, which is created if there is none. Nothing is written to what is taken over.
   */
  adopts: z.string().optional(),
  /** Properties that change, apart from those that have a field of their own here. */
  properties: z.array(propertyChange),
  /** Acknowledgement codes that this change adds. */
  acknowledged: z.array(z.string()),
  /** Properties that are secret, or known only after the update, whole or in part. */
  hidden: z.array(z.string()),
};

const usedList = z.object({
  /** The list's id; absent if it is created by the same change, or not known. */
  id: z.string().optional(),
  /**
   * Set for a list without an id that is not certainly a new one. `twin`: an equal list of the account is taken over, with
   * its people, if there is one. `hidden`: which list it is, is secret or known only after the update.
   */
  uncertain: z.enum(["twin", "hidden"]).optional(),
  /** The URN of the list, if the same change creates it. */
  urn: z.string().optional(),
  /** The list's name, if it is known. */
  name: z.string().optional(),
  change: z.enum(["same", "added", "removed"]),
  /** Its number of contacts. Only with `--live`. */
  people: z.number().optional(),
  /** How many of them are in which state (`finished`, `excluded`). Only with `--live`. */
  states: z.record(z.string(), z.number()).optional(),
});
export type UsedList = z.infer<typeof usedList>;

const campaign = z.object({
  ...resource,
  /** Whether it was sending when the state was last written. */
  running: yesNo,
  /** Whether it sends after the change. */
  runs: yesNo,
  /** Whether it was ever seen sending. */
  everRan: yesNo,
  lists: z.array(usedList),
  linkedinSeat: z.object({ before: z.string().optional(), after: z.string().optional() }),
  emailSeats: z.object({
    before: z.array(z.string()),
    after: z.array(z.string()),
    /** The addresses of the seats, by their ids. Only with `--live`. */
    addresses: z.record(z.string(), z.string()).optional(),
  }),
  steps: z.array(step),
});
export type ReviewedCampaign = z.infer<typeof campaign>;

const targeting = z.object({
  /** As in the program: `targetJobTitles`. */
  property: z.string(),
  /** For people: `job titles`. */
  label: z.string(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  /** Whether the criterion has a value before and after: one without values restricts nothing. */
  restricts: z.object({ before: z.boolean(), after: z.boolean() }),
});
export type TargetingChange = z.infer<typeof targeting>;

const signal = z.object({
  /** As in the program: `SEARCH_KEYWORD`. */
  type: z.string(),
  /** For people: `posts about a keyword`. */
  label: z.string(),
  value: z.string(),
  /** The LinkedIn seat that it works through, if it needs one. */
  seat: z.string().optional(),
});
export type ReviewedSignal = z.infer<typeof signal>;

const agent = z.object({
  ...resource,
  /** `autopilot`, `lookalike` or `website-visitor`. */
  type: z.string().optional(),
  list: usedList.optional(),
  paused: z.object({ before: yesNo, after: yesNo }),
  targeting: z.array(targeting),
  signals: z.object({ added: z.array(signal), removed: z.array(signal), unchanged: z.number() }),
});
export type ReviewedAgent = z.infer<typeof agent>;

const list = z.object({ ...resource, people: z.number().optional() });
export type ReviewedList = z.infer<typeof list>;
/** A resource that a review explains. */
export type Reviewed = ReviewedCampaign | ReviewedAgent | ReviewedList;

const finding = z.object({
  /** `danger`: needs a person's approval. `notice`: worth reading. */
  level: z.enum(["danger", "notice"]),
  /** Stable: `starts-sending`, `new-people`, … (docs/review.md lists all). */
  code: z.string(),
  /** One sentence or two for a person who does not read code. One line, without control characters. */
  text: z.string(),
  stack: z.string(),
  /** The resource that it is about. */
  urn: z.string().optional(),
  /** The place within the resource: `steps[2].message`. */
  path: z.string().optional(),
  /** Where the program declares the resource: `index.ts:27`. Absent if it is not in the program any more. */
  source: z.string().optional(),
  /**
   * True if it is about a value that cannot be shown or compared: no fingerprint covers that, so no approval of the plan
   * counts as long as the plan has one. Set on each `hidden-…`, and on others of which one approval would fit any value.
   */
  uncovered: z.boolean().optional(),
  /** How many people are in the lists that a danger reaches; somebody may be in several. Only with `--live`. */
  people: z.number().optional(),
  /** The worst ten of its people by name. Only with `--live`, and only where `namesOfPeople` allows it. */
  who: z.array(z.string()).optional(),
  /** Whom a danger is about: `list 5`, `campaign 9`, `seat 7`, `e-mail seat 3`; the URN of what has no id yet. */
  reaches: z.array(z.string()).optional(),
});
export type Finding = z.infer<typeof finding>;

const others = z.object({
  stack: z.string(),
  /** The type of the resources: `aws:s3/bucket:Bucket`. */
  type: z.string(),
  change,
  count: z.number(),
  /** Their names in the program, the first twenty. */
  names: z.array(z.string()),
});
export type OtherResources = z.infer<typeof others>;

const leftBehind = z.object({
  stack: z.string(),
  urn: z.string(),
  /** `list`, `source agent`, `campaign`. */
  noun: z.string(),
  name: z.string().optional(),
  id: z.string().optional(),
  text: z.string(),
});
export type LeftBehind = z.infer<typeof leftBehind>;

const diagnostic = z.object({
  severity: z.enum(["error", "warning", "info"]),
  /** The name of the resource in the program; absent for those of the whole stack. */
  resource: z.string().optional(),
  /** The resource; absent for those of the whole stack. */
  urn: z.string().optional(),
  /** One or more lines. A warning of this package about people ends with the code of a finding: `[starts-sending]`. */
  text: z.string(),
});
export type ReviewedDiagnostic = z.infer<typeof diagnostic>;

const actor = z.object({
  /** The address of the service. */
  service: z.string().optional(),
  /** The member. */
  userId: z.string().optional(),
  email: z.string().optional(),
});
/** At which service, and for which member, the resources of a stack act, as far as the settings tell. */
export type Actor = z.infer<typeof actor>;

const origin = z.object({
  commit: z.string().optional(),
  author: z.string().optional(),
  /** Number of the pull request or the merge request. */
  request: z.string().optional(),
  /** Where the forge shows the files of the project at this commit: lines of the program are below it. */
  files: z.string().optional(),
});
/** Where the reviewed program comes from, as the environment of a pipeline tells. */
export type Origin = z.infer<typeof origin>;

const stack = z.object({
  project: z.string(),
  stack: z.string(),
  actor: actor.optional(),
  /** `stopped`: an error ended the preview or the update early; what came after it is not in this review. */
  status: z.enum(["complete", "stopped"]),
  /** Hash of the planned changes alone. Absent if the preview stopped, or if the changes are made already. */
  fingerprint: z.string().optional(),
  diagnostics: z.array(diagnostic),
  /** Settings of this package in the stack's config: its address, the member that it acts for. No secrets. */
  settings: z.record(z.string(), z.string()),
  /** Resources of this package by what happens to them. */
  counts: z.record(change, z.number()),
});
export type ReviewedStack = z.infer<typeof stack>;

/**
 * A review of what a change does: the output of `pulumi-outreach review --json`. Secret values stand in it as
 * `[secret]`, values that a preview cannot know as `(known after the update)`.
 */
export const reviewSchema = z.object({
  version: z.literal(reviewVersion),
  /**
   * `planned`: from a preview. `done`: from an update that has run. `compared`: from two states. `drift`: what was
   * changed outside the program.
   */
  about: z.enum(["planned", "done", "compared", "drift"]),
  /** `needs-approval`: there is at least one danger. `failed`: a preview or an update stopped early. */
  verdict: z.enum(["fine", "needs-approval", "failed"]),
  /** Hash of the planned changes of all stacks. Absent if one of them has none. */
  fingerprint: z.string().optional(),
  origin: origin.optional(),
  stacks: z.array(stack),
  /** Dangers first; those about one resource stand together, the worst first. */
  findings: z.array(finding),
  campaigns: z.array(campaign),
  agents: z.array(agent),
  lists: z.array(list),
  /** Changed resources that the review does not explain: those of other packages. */
  others: z.array(others),
  /** Objects that stay in the account and that the program manages no more. */
  leftBehind: z.array(leftBehind),
  unchanged: z.number(),
  /** Facts that this review could not know, as sentences. */
  leftOut: z.array(z.string()),
});
export type Review = z.infer<typeof reviewSchema>;
