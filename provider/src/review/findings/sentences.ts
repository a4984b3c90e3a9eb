import { safeText } from "../../api/redact";
import { linkedinSeatName, seatsName } from "../../page/words";
import { codeOf, withHidden } from "../../text/characters";
import { counted, listed } from "../../text/words";
import type { Finding, Review, Reviewed, ReviewedCampaign, ReviewedStep, UsedList } from "../model";

/** Only this part of a name is processed, because a name may be megabytes long. */
const longestName = 20_000;

/**
 * Quotes a name for a sentence: on one line, truncated, and without quotes inside that could end it. Invisible characters
 * are named, because they could hide the text around them.
 */
export function quote(name: string): string {
  const plain = name.slice(0, longestName).replace(/\s+/g, " ").trim();
  const marked = withHidden(plain, (sign) => `⟨${codeOf(sign)}⟩`)
    .replace(/(?:⟨U\+[0-9A-F]+⟩){4,}/g, (run) => `⟨${run.split("⟨").length - 1} hidden characters⟩`)
    .replace(/["“”„‟″〝〞＂]/g, "'");
  return `“${safeText(name.length > longestName ? `${marked.slice(0, longestName)}…` : marked, 80)}”`;
}

/** `campaign “Fintech Q1”`: with its name in the service, otherwise with the one in the program. */
export function called(noun: string, { name, resource }: Pick<Reviewed, "name" | "resource">): string {
  return `${noun} ${quote(name ?? resource)}`;
}

/** The same for a campaign in another resource's finding, with its stack if that is different. */
export function calledFrom({ stack }: Pick<Reviewed, "stack">, campaign: ReviewedCampaign): string {
  const its = called("campaign", campaign);
  return campaign.stack === stack ? its : `${its} of stack ${quote(campaign.stack)}`;
}

export function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** `a`, `a and b`, `a, b and c`, `a, b and 5 more`. */
export function listedUpTo(items: readonly string[], most = 6): string {
  return listed(items.length > most ? [...items.slice(0, most - 1), `${items.length - most + 1} more`] : items);
}

/** `240 people now, 12 of them finished`. */
export function peopleWords(people: number, states: UsedList["states"] = {}): string {
  const parts = Object.entries(states).map(([state, count]) => `${count} of them ${safeText(state, 40)}`);
  return [`${counted(people, "person", "people")} now`, ...parts].join(", ");
}

/** `the list “Fintech founders” (240 people)`. */
function listWords(list: UsedList): string {
  const { name, id, uncertain, people, states } = list;
  const named =
    name === undefined ? (id === undefined ? namelessList(list) : `the list with id ${id}`) : `the list ${quote(name)}`;
  if (people !== undefined) return `${named} (${peopleWords(people, states)})`;
  if (name === undefined || id !== undefined || uncertain === "hidden") return named;
  return uncertain === "twin"
    ? `${named}, which is taken over with its people if it exists`
    : `the new ${named.slice(4)}`;
}

/** A phrase for a list whose name and id are unknown. */
export function namelessList({ uncertain }: Pick<UsedList, "uncertain">): string {
  return uncertain === "hidden" ? "a list that cannot be shown here" : "a new list";
}

export function listsWords(lists: readonly UsedList[]): string {
  return lists.length === 0 ? "lists that are not known yet" : listedUpTo(lists.map(listWords));
}

/** `LinkedIn seat 7`, `e-mail seats 3 and 4`. */
export function seatsWords(linkedin: string | undefined, emails: readonly string[]): string {
  const words = [
    ...(linkedin === undefined ? [] : [linkedinSeatName(linkedin)]),
    ...(emails.length === 0 ? [] : [`e-mail ${seatsName(emails, listedUpTo(emails))}`]),
  ];
  return words.length === 0 ? "no seat" : listedUpTo(words);
}

/** The place of a step, or of one of its fields: `steps[2].message`. */
export function place({ number }: ReviewedStep, field?: string): string {
  return field === undefined ? `steps[${number - 1}]` : `steps[${number - 1}].${field}`;
}

/** `step 3 (message)` */
export function stepWords({ number, label }: ReviewedStep): string {
  return `step ${number} (${label.toLowerCase()})`;
}

/** Why a review cannot show values. The caller adds the consequence. */
export const notShown = "cannot be shown here (secret, or known only after the update), so this review cannot tell";

/** The option that keeps an object when its resource is removed. */
export function keeper({ droppedWith, onlyRead }: Pick<Reviewed, "droppedWith" | "onlyRead">): string {
  if (onlyRead === true) return "the option id, with which it is only read,";
  return droppedWith === undefined ? "retainOnDelete" : "deletedWith";
}

/** Makes the findings about one resource. Each begins with the resource's name: `Campaign “Fintech Q1” stops sending.` */
export interface Teller {
  readonly tell: (level: Finding["level"], code: string, words: string, path?: string) => Finding;
  /** Chooses the wording for the kind of review. A comparison uses the past tense, like a completed update. */
  readonly inTense: (planned: string, done: string, drift?: string) => string;
}

export function tellerOf(
  when: Review["about"],
  noun: string,
  resource: Pick<Reviewed, "stack" | "urn" | "name" | "resource">,
): Teller {
  const its = capital(called(noun, resource));
  return {
    tell: (level, code, words, path) =>
      about(resource, level, code, `${its}${/^[,:]/.test(words) ? "" : " "}${words}`, path),
    inTense: (planned, done, drift = done) => (when === "planned" ? planned : when === "drift" ? drift : done),
  };
}

/** A finding about one resource, or about the whole stack. */
export function about(
  { stack, urn }: Pick<Finding, "stack" | "urn">,
  level: Finding["level"],
  code: string,
  text: string,
  path?: string,
): Finding {
  // Unknown types of steps are foreign strings, too.
  const its = { level, code, text: safeText(text, 2_000), stack, urn, path };
  return code.startsWith("hidden-") ? { ...its, uncovered: true } : its;
}
