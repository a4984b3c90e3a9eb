import { truncatedName } from "../../../page/texts";
import { grouped } from "../../../text/groups";
import type { Finding, Review } from "../../model";
import { sectionsOf, stepOf } from "../layout";
import { nouns } from "./words";

/** A part of the page that shows one resource. */
export interface Place {
  /** Its id in the page. */
  readonly anchor: string;
  /** `Campaign`, `Source agent`, `List`. */
  readonly noun: string;
  /** The name in the service, or else in the program. */
  readonly name: string;
  /** The steps to which findings can refer, in order. */
  readonly steps: number;
}

/** Data about the whole review that several parts of the page need. */
export class Places {
  /** By the URN. */
  private readonly places = new Map<string, Place>();
  private readonly about: ReadonlyMap<string | undefined, readonly Finding[]>;
  private readonly stackNumbers: ReadonlyMap<string, number>;
  /** The distinct names of the stacks. */
  readonly stacks: readonly string[];

  constructor(review: Review) {
    const sections = sectionsOf(review);
    const found = [review.stacks, review.findings, sections.map(({ resource }) => resource)].flat();
    this.stacks = [...new Set(found.map(({ stack }) => stack))];
    this.stackNumbers = new Map(this.stacks.map((stack, index) => [stack, index]));
    for (const [noun, its] of grouped(sections, (section) => section.noun)) {
      for (const [index, { resource, steps = [] }] of its.entries()) {
        const name = truncatedName(resource.name ?? resource.nameBefore ?? resource.resource);
        const staying = steps.filter(({ change }) => change !== "removed").length;
        this.places.set(resource.urn, { anchor: `${nouns[noun].word}-${index + 1}`, noun, name, steps: staying });
      }
    }
    this.about = grouped(review.findings, ({ urn }) => urn);
  }

  /** The part that shows a resource, if the page has one. */
  of(urn: string | undefined): Place | undefined {
    return urn === undefined ? undefined : this.places.get(urn);
  }

  /** The findings about a resource, dangers first. */
  findings(urn: string): readonly Finding[] {
    return this.about.get(urn) ?? [];
  }

  /** A stack's number in the filter. Names cannot be used everywhere. */
  stackNumber(stack: string): number {
    return this.stackNumbers.get(stack) ?? 0;
  }
}

/** The id of a step on the page. Removed steps are numbered separately. */
export function stepAnchor(place: Place, step: { readonly number: number; readonly change: string }): string {
  return `${place.anchor}-${step.change === "removed" ? "removed" : "step"}-${step.number}`;
}

/** The id of the part that a finding is about. */
export function anchorOf(place: Place, finding: Finding): string {
  const step = stepOf(finding);
  return step === undefined || step > place.steps ? place.anchor : `${place.anchor}-step-${step}`;
}
