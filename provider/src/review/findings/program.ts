import { safeText } from "../../api/redact";
import { type Kind, kinds } from "../../kinds";
import type { Plan, PlannedResource } from "../input/plan";
import { kindOf } from "../input/resources";
import { isPlain } from "../input/values";
import type { Finding, Review, ReviewedAgent, ReviewedCampaign, ReviewedList } from "../model";
import { about, called, capital, quote } from "./sentences";

/** What each acknowledgement permits, for a person who approves it. */
const meanings: readonly (readonly [code: RegExp, meaning: string])[] = [
  [/^rename$/, "a new, empty list takes the place of the old one; the people stay in the old one"],
  [/^restart$/, "people who were in this campaign before start again at step 1"],
  [/^shared-list:/, "another active campaign uses the same list: its people can be contacted by both"],
  [
    /^twin:none/,
    "it is created although an earlier attempt got no answer: if that one arrived after all, the object exists twice",
  ],
  [/^twin:/, "an equal object exists already, and another one is created beside it"],
  [/^inactive:/, "the campaign is taken to be switched off, which the service cannot show"],
  [/^as-is:/, "a value that breaks a rule is sent as it is written"],
  [/^moved:/, "objects recorded for another address are treated as objects of this one"],
];

/** What an acknowledgement permits, for a person who approves it. */
export function meaningOf(code: string): string {
  if (!isPlain(code)) return "which refusal it overrules cannot be shown";
  return meanings.find(([pattern]) => pattern.test(code))?.[1] ?? "a refusal of this package is overruled";
}

/** What takes the place of the object: a new one, unless it takes another one over. */
export function successor({ adopts }: { readonly adopts?: string }, made: string): string {
  if (adopts === undefined) return made;
  return adopts === "twin" ? `an equal one, or ${made} if there is none` : `the one with id ${safeText(adopts, 40)}`;
}

/** Objects that are taken over: this package compares them with the program, and writes nothing to them. */
export function adoptedFinding(
  when: Review["about"],
  noun: string,
  resource: ReviewedCampaign | ReviewedAgent | ReviewedList,
): Finding[] {
  const { adopts } = resource;
  if (adopts === undefined) return [];
  const which =
    adopts === "twin" ? "the one equal object in the account" : `the object with id ${safeText(adopts, 40)}`;
  const verb = when === "planned" ? "takes over" : "took over";
  const otherwise = adopts === "twin" ? `, or ${when === "planned" ? "creates" : "created"} it if there is none` : "";
  const text = `${capital(called(noun, resource))} ${verb} ${which} as it is${otherwise}. Nothing is written to what is taken over; if it is running, it goes on.`;
  return [about(resource, "notice", "adopted", text, "adopt")];
}

/** One approval would fit any code that cannot be shown. */
export function withHiddenCode(code: string, finding: Finding): Finding {
  return isPlain(code) ? finding : { ...finding, uncovered: true };
}

/** Refusals that the change overrules from now on. */
export function acknowledgedFindings(
  noun: string,
  resource: ReviewedCampaign | ReviewedAgent | ReviewedList,
): Finding[] {
  return resource.acknowledged.map((code) => {
    const text = `${capital(called(noun, resource))} newly acknowledges ${quote(code)}: ${meaningOf(code)}.`;
    return withHiddenCode(code, about(resource, "danger", "acknowledged", text, "acknowledge"));
  });
}

/**
 * Whatever else changed outside of the program: nobody has reviewed it.
 *
 * @param isUndeclared what has changed from one state to another one is nothing that the program declares
 */
export function driftFinding(
  when: Review["about"],
  noun: string,
  resource: ReviewedCampaign | ReviewedAgent | ReviewedList,
  isUndeclared: boolean,
): Finding[] {
  if (resource.change !== "updated" || !(when === "drift" || (when === "compared" && isUndeclared))) return [];
  const text = `${capital(called(noun, resource))} was changed outside of the program.`;
  return [about(resource, "danger", "changed-outside", text)];
}

/** Changes of objects of this package that a review does not explain: what they mean for people, nobody has looked at. */
export function unexplainedKinds(
  { stack, resources }: Plan,
  isExplained: (kind: Kind | undefined) => boolean,
): Finding[] {
  return resources.flatMap(({ urn, kind, resource, change }) => {
    if (kind === undefined || isExplained(kind) || change === "unchanged") return [];
    const text = `${capital(kinds[kind].noun)} ${quote(resource)} is ${change}: a review does not explain what that means for people. Read the preview itself.`;
    return [about({ stack, urn }, "danger", "not-understood", text)];
  });
}

/** Resources whose type is of this package and whose code is not, or the other way around. */
export function otherCodes({ stack, resources }: Plan): Finding[] {
  return resources.flatMap(({ urn, kind, resource, change, hasOtherCode }) => {
    if (hasOtherCode !== true || change === "unchanged") return [];
    const what =
      kind === undefined
        ? `${quote(resource)} has another type than the resources of this package, and their code`
        : `${capital(kinds[kind].noun)} ${quote(resource)} has code that is not that of a ${kinds[kind].noun} of this package`;
    const then = kind === undefined ? "Declare it by the classes of this package." : "Read the program.";
    const text = `${what}: what it does to people is not explained here. ${then}`;
    return [about({ stack, urn }, "danger", "not-understood", text)];
  });
}

/**
 * Resources that get the state of one of another type by an alias: the engine asks for no delete of that one. The provider
 * refuses it if its state tells the former resource, and cannot know of it if the new one has other code.
 */
export function otherTypes({ stack, resources }: Plan): Finding[] {
  return resources.flatMap(({ urn, kind, resource, typeBefore, idBefore }) => {
    const before = kindOf(typeBefore ?? "");
    if (typeBefore === undefined || (kind === undefined && before === undefined)) return [];
    const lead = kind === undefined ? quote(resource) : `${capital(kinds[kind].noun)} ${quote(resource)}`;
    const noun = before === undefined ? "resource of another package" : kinds[before].noun;
    const text = `${lead} gets the state of a ${noun} by an alias: that object goes on, and nothing manages it any more. Remove the alias.`;
    return [
      { ...about({ stack, urn }, "danger", "not-understood", text), reaches: [`${noun} ${idBefore ?? typeBefore}`] },
    ];
  });
}

/** Operations that this release does not know, of a newer CLI. */
export function unknownOperations(stack: string, resources: readonly PlannedResource[]): Finding[] {
  return resources.flatMap(({ urn, resource, unknownOperation }) =>
    unknownOperation === undefined
      ? []
      : [
          about(
            { stack, urn },
            "danger",
            "not-understood",
            `${quote(resource)}: this release does not know the operation ${quote(unknownOperation)} of the Pulumi CLI, and shows it as an update. Upgrade pulumi-outreach, or read the preview itself.`,
          ),
        ],
  );
}
