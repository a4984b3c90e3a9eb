import { grouped } from "../../text/groups";
import { counted } from "../../text/words";
import type { Finding, Review } from "../model";
import { ofLevel, sectionsOf } from "./layout";

/**
 * A finding of one or more stacks. Its text ends with the names of its people, if they may be shown, and with the number
 * of people reached, if they were counted.
 */
export interface MergedFinding {
  readonly finding: Finding;
  readonly stacks: readonly string[];
  /** The findings that were merged. */
  readonly all: readonly Finding[];
}

/** Findings of one level about one resource. */
export interface FindingGroup {
  /** The heading if there are several findings. */
  readonly about?: { readonly noun: string; readonly name: string };
  readonly rows: readonly MergedFinding[];
}

/**
 * Matches separate numbers: seats, ids, counts. Numbers in quotes are parts of names, and numbers with letters of words.
 */
const numbers = /“[^”]*”|(?<![\p{L}\d.:/-])\d+(?![\p{L}\d])/gu;
const isName = (found: string) => found.startsWith("“");

/**
 * Merges equal findings of several stacks, because members who share a program get the same ones. Findings about one
 * resource of the program may differ in numbers, such as the sending seat: the text contains each number, in the order of
 * the stacks.
 *
 * @param nameOf returns the resource's name in the program; without a name, only equal texts are merged
 */
export function mergeFindings(
  findings: readonly Finding[],
  nameOf: (finding: Finding) => string | undefined = () => undefined,
): MergedFinding[] {
  const rows = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const { level, code, text, path, source, stack } = finding;
    const name = nameOf(finding);
    const words = name === undefined ? text : text.replace(numbers, (found) => (isName(found) ? found : "#"));
    const key = JSON.stringify([level, code, words, path, source, name]);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, [finding]);
    else if (row.every((other) => other.stack !== stack)) row.push(finding);
    // Two resources of a stack may have the same name.
    else rows.set(JSON.stringify([key, rows.size]), [finding]);
  }
  return [...rows.values()].map((all) => ({
    finding: { ...all[0], text: mergedText(all) + whoWords(all) + reachWords(all) },
    stacks: all.map(({ stack }) => stack),
    all,
  }));
}

/** ` It reaches 240 people.`; empty if people were not counted. */
function reachWords(all: readonly Finding[]): string {
  const counts = all.flatMap(({ people }) => people ?? []);
  if (counts.length < all.length) return "";
  const people = counts.reduce((sum, count) => sum + count, 0);
  return ` It reaches ${counted(people, "person", "people")}.`;
}

/** The names of the affected people; empty if they are unknown or must not be shown. */
function whoWords(all: readonly Finding[]): string {
  const who = new Set(all.flatMap(({ who: its = [] }) => its));
  return who.size === 0 ? "" : ` The worst of them: ${[...who].slice(0, mostPeople).join("; ")}.`;
}

/** Maximum number of people whom a finding of several stacks names. */
const mostPeople = 10;

const mostNumbers = 6;

/** `from LinkedIn seat 7 / 8 / 9` */
function mergedText(all: readonly Finding[]): string {
  const [first = "", ...others] = all.map(({ text }) => text);
  if (others.every((text) => text === first)) return first;
  const found = all.map(({ text }) => text.match(numbers) ?? []);
  let at = 0;
  return first.replace(numbers, (number) => {
    const its = found.map((each) => each[at] ?? "");
    at += 1;
    const more = its.length > mostNumbers ? [`${its.length - mostNumbers} more`] : [];
    return new Set(its).size === 1 ? number : [...its.slice(0, mostNumbers), ...more].join(" / ");
  });
}

/** Groups the findings of one level by resource, in the review's order: the worst first. */
export function findingGroups(review: Review, level: Finding["level"]): FindingGroup[] {
  const shown = new Map(sectionsOf(review).map(({ noun, resource }) => [resource.urn, { noun, resource }]));
  const of = ({ urn }: Finding) => (urn === undefined ? undefined : shown.get(urn));
  const rows = mergeFindings(ofLevel(review.findings, level), (finding) => of(finding)?.resource.resource);
  // Merge resources of several stacks into one group only if all of their findings are the same.
  const keyOf = ({ finding, stacks }: MergedFinding) => {
    const about = of(finding);
    if (about === undefined) return "";
    const { name, resource } = about.resource;
    return JSON.stringify([about.noun, name ?? resource, resource, stacks]);
  };
  return [...grouped(rows, keyOf).values()].map((its) => {
    const about = its[0] && of(its[0].finding);
    if (about === undefined || its.length < 2) return { rows: its };
    return { about: { noun: about.noun, name: about.resource.name ?? about.resource.resource }, rows: its };
  });
}
