import { z } from "zod";

/** The version of the schema below, raised when a release removes or renames a field or changes its meaning. */
export const reviewVersion = 1;

const change = z.enum(["created", "updated", "replaced", "deleted", "unchanged"]);
export type ChangeWord = z.infer<typeof change>;

/** `unknown`: the value is neither in the state nor in the program. */
const yesNo = z.enum(["yes", "no", "unknown"]);
export type YesNo = z.infer<typeof yesNo>;

const part = z.object({ kind: z.enum(["same", "added", "removed"]), text: z.string() });
/** Consecutive words that are in both texts or only in one. */
export type DiffPart = z.infer<typeof part>;

const textChange = z.object({
  /** `message`, `subject` or `note`. */
  field: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
  /** A diff by words, whose parts make up both texts. Empty if one of the texts is secret or not known yet. */
  diff: z.array(part),
  /** The text after the change with the variables of a made-up contact. */
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
  /** From 1: the position after the change, or the former position of a removed step. */
  number: z.number(),
  change: z.enum(["same", "added", "removed", "changed"]),
  /** The type in the program: `invitationNote`. */
  type: z.string(),
  /** For people: `Connection request with a note`. */
  label: z.string(),
  /** The earliest day after a contact enters the campaign: 0 for the first step. Missing if not known yet. */
  day: z.number().optional(),
  /** The day before the change, if it was different. */
  dayBefore: z.number().optional(),
  /** `ai`: the service's AI writes the text for each contact. Missing for steps without a text. */
  mode: z.string().optional(),
  modeBefore: z.string().optional(),
  texts: z.array(textChange),
  /** Other fields of the step: its delay, the address of a recording, the number of posts. */
  properties: z.array(propertyChange),
});
export type ReviewedStep = z.infer<typeof step>;

/** The fields of every reviewed resource. */
const resource = {
  stack: z.string(),
  urn: z.string(),
  /** The name in the program. */
  resource: z.string(),
  /** The name in the service. */
  name: z.string().optional(),
  nameBefore: z.string().optional(),
  /** The id in the service; missing if the object does not exist yet. */
  id: z.string().optional(),
  /** The id of the replaced object. */
  idBefore: z.string().optional(),
  change,
  /** True if `retainOnDelete`, `droppedWith` or `onlyRead` keeps the object when it is deleted or replaced. */
  retained: z.boolean(),
  /** Set if the program now only reads the object, by the option `id`, so that it leaves the state without a delete. */
  onlyRead: z.boolean().optional(),
  /** The URN of the resource with which this one leaves the state without a delete, by the option `deletedWith`. */
  droppedWith: z.string().optional(),
  /** Set if an existing object is adopted, which writes nothing to it: its id, or `twin` for an equal object, if any. */
  adopts: z.string().optional(),
  /** Changed properties, except those that have a separate field here. */
  properties: z.array(propertyChange),
  /** Acknowledgement codes that this change adds. */
  acknowledged: z.array(z.string()),
  /** Properties that are wholly or partly secret or known only after the update. */
  hidden: z.array(z.string()),
};

const usedList = z.object({
  /** The list's id; missing if the same change creates the list, or if it is unknown. */
  id: z.string().optional(),
  /**
   * Set for a list without an id that is not certainly new. `twin`: an equal list of the account is adopted with its
   * people, if there is one. `hidden`: the list is secret or known only after the update.
   */
  uncertain: z.enum(["twin", "hidden"]).optional(),
  /** The URN of the list, if the same change creates it. */
  urn: z.string().optional(),
  /** The list's name, if it is known. */
  name: z.string().optional(),
  change: z.enum(["same", "added", "removed"]),
  /** True for a list that stays, but that an earlier change without an outcome may have removed from the object. */
  mayBeRemoved: z.boolean().optional(),
  /** Only with `--live`: how many contacts it has, and how many are in each state (`finished`, `excluded`). */
  people: z.number().optional(),
  states: z.record(z.string(), z.number()).optional(),
});
export type UsedList = z.infer<typeof usedList>;

const campaign = z.object({
  ...resource,
  /** Whether it was sending when the state was last written, and whether it sends after the change. */
  running: yesNo,
  runs: yesNo,
  /** Whether it was ever seen sending. */
  everRan: yesNo,
  /** Set if a campaign that it has replaced, or it itself before it gave them up, has contacted the people of its lists. */
  predecessorRan: z.boolean().optional(),
  /** Set if a refresh has found that it no longer exists, and that it had contacted people. */
  gone: z.boolean().optional(),
  lists: z.array(usedList),
  linkedinSeat: z.object({ before: z.string().optional(), after: z.string().optional() }),
  emailSeats: z.object({
    before: z.array(z.string()),
    after: z.array(z.string()),
    /** The seats' addresses by id. Only with `--live`. */
    addresses: z.record(z.string(), z.string()).optional(),
  }),
  steps: z.array(step),
});
export type ReviewedCampaign = z.infer<typeof campaign>;

const targeting = z.object({
  /** The property in the program: `targetJobTitles`. */
  property: z.string(),
  /** For people: `job titles`. */
  label: z.string(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  /** Whether the criterion has values before and after. Without values it restricts nothing. */
  restricts: z.object({ before: z.boolean(), after: z.boolean() }),
});
export type TargetingChange = z.infer<typeof targeting>;

const signal = z.object({
  /** The type in the program: `SEARCH_KEYWORD`. */
  type: z.string(),
  /** For people: `posts about a keyword`. */
  label: z.string(),
  value: z.string(),
  /** The LinkedIn seat that it uses, if it needs one. */
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
  /** `danger`: needs approval. `notice`: worth reading. */
  level: z.enum(["danger", "notice"]),
  /** Stable: `starts-sending`, `new-people`, … (docs/review.md lists all). */
  code: z.string(),
  /** One or two sentences for people who do not read code, on one line and without control characters. */
  text: z.string(),
  stack: z.string(),
  /** The affected resource. */
  urn: z.string().optional(),
  /** The place within the resource: `steps[2].message`. */
  path: z.string().optional(),
  /** The location of the resource's declaration: `index.ts:27`. Missing if the program no longer declares it. */
  source: z.string().optional(),
  /**
   * True if it is about a value that cannot be shown or compared. No fingerprint covers the value, so the plan cannot be
   * approved while it has such a finding. Set on each `hidden-…`, and on others whose approval would apply to any value.
   */
  uncovered: z.boolean().optional(),
  /** How many people are in the lists that a danger reaches, counted once for each list. Only with `--live`. */
  people: z.number().optional(),
  /** The names of the ten most affected people. Only with `--live`, and only where `namesOfPeople` allows it. */
  who: z.array(z.string()).optional(),
  /** The objects that a danger is about: `list 5`, `campaign 9`, `seat 7`, `e-mail seat 3`; a URN if there is no id yet. */
  reaches: z.array(z.string()).optional(),
});
export type Finding = z.infer<typeof finding>;

const others = z.object({
  stack: z.string(),
  /** The resources' type: `aws:s3/bucket:Bucket`. */
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
  /** The resource's name in the program; missing for messages about the whole stack. */
  resource: z.string().optional(),
  /** The resource's URN; missing for messages about the whole stack. */
  urn: z.string().optional(),
  /** One or more lines. This package's warnings about people end with the code of a finding: `[starts-sending]`. */
  text: z.string(),
});
export type ReviewedDiagnostic = z.infer<typeof diagnostic>;

const actor = z.object({
  /** The service's address. */
  service: z.string().optional(),
  /** The member. */
  userId: z.string().optional(),
  email: z.string().optional(),
});
/** The service of a stack's resources and the member for whom they act, as far as the settings show them. */
export type Actor = z.infer<typeof actor>;

const origin = z.object({
  commit: z.string().optional(),
  author: z.string().optional(),
  /** Number of the pull request or the merge request. */
  request: z.string().optional(),
  /** The forge's address of the project folder at this commit, for links to lines of the program. */
  files: z.string().optional(),
});
/** The reviewed program's origin, from a pipeline's environment. */
export type Origin = z.infer<typeof origin>;

const stack = z.object({
  project: z.string(),
  stack: z.string(),
  actor: actor.optional(),
  /** `stopped`: an error ended the preview or the update early; later steps are not in this review. */
  status: z.enum(["complete", "stopped"]),
  /** A hash of the planned changes. Missing if the preview stopped or if the changes were already made. */
  fingerprint: z.string().optional(),
  diagnostics: z.array(diagnostic),
  /** This package's settings in the stack's config, such as the address and the member. No secrets. */
  settings: z.record(z.string(), z.string()),
  /** How many of this package's resources have each change. */
  counts: z.record(change, z.number()),
});
export type ReviewedStack = z.infer<typeof stack>;

/**
 * A review of a change: the output of `pulumi-outreach review --json`. It shows secret values as `[secret]`, and values
 * that a preview cannot know as `(known after the update)`.
 */
export const reviewSchema = z.object({
  version: z.literal(reviewVersion),
  /**
   * `planned`: from a preview. `done`: from a completed update. `compared`: from two states. `drift`: changes outside of
   * the program.
   */
  about: z.enum(["planned", "done", "compared", "drift"]),
  /** `needs-approval`: there is at least one danger. `failed`: a preview or an update stopped early. */
  verdict: z.enum(["fine", "needs-approval", "failed"]),
  /** A hash of the planned changes of all stacks. Missing if one of them has none. */
  fingerprint: z.string().optional(),
  origin: origin.optional(),
  stacks: z.array(stack),
  /** Dangers first; findings about one resource are grouped, the worst first. */
  findings: z.array(finding),
  campaigns: z.array(campaign),
  agents: z.array(agent),
  lists: z.array(list),
  /** Changed resources that the review does not explain, because they belong to other packages. */
  others: z.array(others),
  /** Objects that stay in the account and that the program no longer manages. */
  leftBehind: z.array(leftBehind),
  unchanged: z.number(),
  /** Sentences about what this review could not know. */
  leftOut: z.array(z.string()),
});
export type Review = z.infer<typeof reviewSchema>;
