import type { ContentRules } from "./content/rules";
import type { Review } from "./model";

/** The same review for its reader: with the names of people, and without them. */
export interface ForReaders {
  /** For a terminal, and for the page that its maker hands on. */
  readonly inPrivate: Review;
  /** For comments, documents and logs of pipelines. */
  readonly inPublic: Review;
}

/** A review for each place where it is read, as the team allows it. */
export function forReaders(review: Review, { namesOfPeople }: Pick<ContentRules, "namesOfPeople">): ForReaders {
  const unnamed = { ...review, findings: review.findings.map(({ who: _, ...finding }) => finding) };
  return {
    inPrivate: namesOfPeople === "nowhere" ? unnamed : review,
    inPublic: namesOfPeople === "everywhere" ? review : unnamed,
  };
}
