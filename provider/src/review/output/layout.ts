import type {
  ChangeWord,
  DiffPart,
  Finding,
  PropertyChange,
  Review,
  ReviewedAgent,
  ReviewedCampaign,
  ReviewedList,
  ReviewedSignal,
  TextChange,
  UsedList,
} from "../model";

/**
 * What a review shows of each resource, whatever prints it: terminal, Markdown or page. Values stay as the review has
 * them; each printer makes texts of others harmless in its own way.
 */

/** One thing to know of a resource. */
export type Fact =
  | { readonly kind: "lists"; readonly label: string; readonly lists: readonly UsedList[] }
  /** A value before and after the change. */
  | ({ readonly kind: "value"; readonly label: string } & Omit<PropertyChange, "name">)
  /** The same of a property, by its name in the program. */
  | ({ readonly kind: "property" } & PropertyChange)
  | {
      readonly kind: "set";
      readonly label: string;
      readonly before: readonly string[];
      readonly after: readonly string[];
    }
  | {
      readonly kind: "signals" | "targeting";
      readonly label: string;
      readonly added: readonly Criterion[];
      readonly removed: readonly Criterion[];
      /** The agent had values of this criterion, and has none any more. */
      readonly isOpened: boolean;
    }
  | { readonly kind: "sentence"; readonly text: string };

export type Criterion = string | ReviewedSignal;

/** Of a new object, nothing is marked as added; of one that goes, nothing as removed. */
export function isWhole({ change }: { readonly change: ChangeWord }): boolean {
  return change === "created" || change === "deleted";
}

export const propertyFacts = (properties: readonly PropertyChange[]): readonly Fact[] =>
  properties.map((property) => ({ kind: "property", ...property }));

export function campaignFacts({ lists, linkedinSeat, emailSeats, properties }: ReviewedCampaign): readonly Fact[] {
  const hasSeat = linkedinSeat.before !== undefined || linkedinSeat.after !== undefined;
  const hasEmail = emailSeats.before.length + emailSeats.after.length > 0;
  return [
    { kind: "lists", label: "Lists", lists },
    ...(hasSeat ? [{ kind: "value", label: "LinkedIn seat", ...linkedinSeat } as const] : []),
    ...(hasEmail ? [{ kind: "set", label: "E-mail seats", ...namedSeats(emailSeats) } as const] : []),
    ...propertyFacts(properties),
  ];
}

/** `3 (robin@example.com)`, as far as the service was asked. */
function namedSeats({ before, after, addresses }: ReviewedCampaign["emailSeats"]) {
  const named = (id: string) => (addresses?.[id] === undefined ? id : `${id} (${addresses[id]})`);
  return { before: before.map(named), after: after.map(named) };
}

export function agentFacts(agent: ReviewedAgent): readonly Fact[] {
  const { change, list, type, targeting, signals, properties } = agent;
  const runs = pausedWords(agent);
  return [
    ...(list === undefined ? [] : [{ kind: "lists", label: "Fills the list", lists: [list] } as const]),
    ...(type === undefined || change !== "created" ? [] : [{ kind: "value", label: "Type", after: type } as const]),
    ...(runs === undefined ? [] : [{ kind: "sentence", text: runs } as const]),
    ...targeting.map(
      ({ label, added, removed, restricts }) =>
        ({ kind: "targeting", label, added, removed, isOpened: !restricts.after && !isWhole(agent) }) as const,
    ),
    { kind: "signals", label: "signals", added: signals.added, removed: signals.removed, isOpened: false },
    ...propertyFacts(properties),
  ];
}

/** What becomes of the agent's runs; undefined if that does not change. */
function pausedWords({ change, paused: { before, after } }: ReviewedAgent): string | undefined {
  if (change !== "updated" || before === after) return undefined;
  if (after === "unknown") return "Whether it is paused is known only after the update";
  return after === "yes" ? "Is paused" : "Is started again";
}

/** A text before and after a change: word by word, or each as a whole if that cannot be told or read. */
export type Wording =
  | { readonly kind: "difference"; readonly parts: readonly DiffPart[] }
  | {
      readonly kind: "texts";
      readonly texts: readonly { readonly label?: "Before" | "After"; readonly text: string }[];
    };

/** @param longest characters of a text; a difference that is cut would show a change that was not made */
export function wordingOf({ before, after, diff }: TextChange, longest = Number.POSITIVE_INFINITY): Wording {
  const isLong = (before?.length ?? 0) > longest || (after?.length ?? 0) > longest;
  if (before === undefined || (before === after && (isLong || diff.length === 0)))
    return { kind: "texts", texts: [{ text: after ?? "" }] };
  if (!isLong && diff.length > 0) return { kind: "difference", parts: diff };
  const texts = [{ label: "Before", text: before } as const];
  return { kind: "texts", texts: after === undefined ? texts : [...texts, { label: "After", text: after }] };
}

/** A part of a review about one resource. */
export type Section =
  | {
      readonly noun: "Campaign";
      readonly resource: ReviewedCampaign;
      readonly facts: readonly Fact[];
      readonly starts: boolean;
    }
  | { readonly noun: "Source agent"; readonly resource: ReviewedAgent; readonly facts: readonly Fact[] }
  | { readonly noun: "List"; readonly resource: ReviewedList; readonly facts: readonly Fact[] };

/** Campaigns that start sending, by their URNs. All of their texts are read before that, changed or not. */
export function startingCampaigns({ findings }: Pick<Review, "findings">): ReadonlySet<string> {
  return new Set(findings.flatMap(({ code, urn }) => (code === "starts-sending" ? (urn ?? []) : [])));
}

/** The resources that a reader has to see: not the campaigns that are among them only because they run. */
export function sectionsOf(review: Review): readonly Section[] {
  const starting = startingCampaigns(review);
  return [
    ...review.campaigns
      .filter(({ change, urn }) => change !== "unchanged" || starting.has(urn))
      .map(
        (resource) =>
          ({ noun: "Campaign", resource, facts: campaignFacts(resource), starts: starting.has(resource.urn) }) as const,
      ),
    ...review.agents.map((resource) => ({ noun: "Source agent", resource, facts: agentFacts(resource) }) as const),
    ...review.lists.map((resource) => ({ noun: "List", resource, facts: [] }) as const),
  ];
}

/** What a review tells beside its resources: a heading and its items. */
export interface Block {
  readonly heading: string;
  readonly items: readonly string[];
  /** Read on demand. */
  readonly isFolded: boolean;
}

const pinned: ReadonlySet<string> = new Set(["changed-outside", "content:unknown-variable"]);

/** True for a finding that no reader may miss: it is never folded away. */
export const isPinned = (code: string): boolean => pinned.has(code);

/** The line with which a person approves a plan; `none` if no approval of it counts. */
export function approvalOf({ about, verdict, fingerprint, findings }: Review): string | "none" | undefined {
  if (about !== "planned" || verdict !== "needs-approval" || fingerprint === undefined) return undefined;
  return findings.some(({ uncovered }) => uncovered === true) ? "none" : `approve ${fingerprint}`;
}

export interface Stop {
  readonly stack: Review["stacks"][number];
  readonly errors: Review["stacks"][number]["diagnostics"];
}

/** The stacks whose preview or update ended early, and why. */
export function stopsOf({ stacks }: Review): readonly Stop[] {
  return stacks
    .filter(({ status }) => status === "stopped")
    .map((stack) => ({ stack, errors: stack.diagnostics.filter(({ severity }) => severity === "error") }));
}

export function ofLevel(findings: readonly Finding[], level: Finding["level"]): Finding[] {
  return findings.filter((finding) => finding.level === level);
}
