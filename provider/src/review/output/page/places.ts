import { grouped } from "../../../page/groups";
import { plainName } from "../../../page/texts";
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
  /** The steps that a finding can be about, from the first. */
  readonly steps: number;
}

/** What several parts of the page need to know about the whole review. */
export class Places {
  /** By the URN. */
  private readonly places = new Map<string, Place>();
  private readonly about: ReadonlyMap<string | undefined, readonly Finding[]>;
  private readonly stackNumbers: ReadonlyMap<string, number>;
  /** The names of the stacks, each once. */
  readonly stacks: readonly string[];

  constructor(review: Review) {
    const sections = sectionsOf(review);
    const found = [review.stacks, review.findings, sections.map(({ resource }) => resource)].flat();
    this.stacks = [...new Set(found.map(({ stack }) => stack))];
    this.stackNumbers = new Map(this.stacks.map((stack, index) => [stack, index]));
    for (const [noun, its] of grouped(sections, (section) => section.noun)) {
      for (const [index, { resource, steps = [] }] of its.entries()) {
        const name = plainName(resource.name ?? resource.nameBefore ?? resource.resource);
        const staying = steps.filter(({ change }) => change !== "removed").length;
        this.places.set(resource.urn, { anchor: `${nouns[noun].word}-${index + 1}`, noun, name, steps: staying });
      }
    }
    this.about = grouped(review.findings, ({ urn }) => urn);
  }

  /** The place of a resource, if the review shows it. */
  of(urn: string | undefined): Place | undefined {
    return urn === undefined ? undefined : this.places.get(urn);
  }

  /** The findings about a resource, dangers first. */
  findings(urn: string): readonly Finding[] {
    return this.about.get(urn) ?? [];
  }

  /** A stack as the filter knows it: names are not fit for every place. */
  stackNumber(stack: string): number {
    return this.stackNumbers.get(stack) ?? 0;
  }
}

/** The id of a step in the page. Those that are removed have numbers of their own. */
export function stepAnchor(place: Place, step: { readonly number: number; readonly change: string }): string {
  return `${place.anchor}-${step.change === "removed" ? "removed" : "step"}-${step.number}`;
}

/** The id of the part of the page that a finding is about. */
export function anchorOf(place: Place, finding: Finding): string {
  const step = stepOf(finding);
  return step === undefined || step > place.steps ? place.anchor : `${place.anchor}-step-${step}`;
}
