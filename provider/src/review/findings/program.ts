import { safeText } from "../../api/redact";
import { type Kind, kinds } from "../../kinds";
import { nameOf } from "../../lifecycle/about";
import { changesOwn, type Plan, type PlannedResource } from "../input/plan";
import { kindOf } from "../input/resources";
import { isHidden, isPlain } from "../input/values";
import type { Finding, Reviewed } from "../model";
import { nameIn } from "../surroundings";
import { about, capital, quote, type Teller, tellerOf } from "./sentences";

/** The meaning of each acknowledgement code, for the person who approves it. */
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

/** The meaning of an acknowledgement code, for the person who approves it. */
export function meaningOf(code: string): string {
  if (!isPlain(code)) return "which refusal it overrules cannot be shown";
  return meanings.find(([pattern]) => pattern.test(code))?.[1] ?? "a refusal of this package is overruled";
}

/** The codes in a setting. A hidden setting may contain any code. */
export function codesIn(setting: string): string[] {
  if (isHidden(setting)) return [setting];
  return setting.split(/[\s,[\]"]+/).filter((code) => code !== "");
}

/** Marks a finding as open if a code is hidden, because one approval would apply to any code. */
export function withHiddenCode(code: string, finding: Finding): Finding {
  return isPlain(code) ? finding : { ...finding, uncovered: true };
}

/** The object's successor: a new object, or an adopted one. */
export function successor({ adopts }: { readonly adopts?: string }, made: string): string {
  if (adopts === undefined) return made;
  return adopts === "twin" ? `an equal one, or ${made} if there is none` : `the one with id ${safeText(adopts, 40)}`;
}

/**
 * Findings that apply to resources of every kind.
 *
 * @param isOutside true if it was changed outside of the program and no other finding describes the change
 */
export function commonFindings(teller: Teller, { adopts, acknowledged }: Reviewed, isOutside: boolean): Finding[] {
  const { tell } = teller;
  return [
    ...(adopts === undefined ? [] : [adopted(teller, adopts)]),
    // Refusals that are overruled from this change on.
    ...acknowledged.map((code) => {
      const told = `newly acknowledges ${quote(code)}: ${meaningOf(code)}.`;
      return withHiddenCode(code, tell("danger", "acknowledged", told, "acknowledge"));
    }),
    ...(isOutside ? [tell("danger", "changed-outside", "was changed outside of the program.")] : []),
  ];
}

/** An adopted object: this package compares it with the program and writes nothing to it. */
function adopted({ tell, inTense }: Teller, adopts: string): Finding {
  const isTwin = adopts === "twin";
  const which = `${isTwin ? "the one equal object in the account" : `the object with id ${safeText(adopts, 40)}`} as it is`;
  const otherwise = isTwin ? `, or ${inTense("creates", "created")} it if there is none` : "";
  const told = `${inTense("takes", "took")} over ${which}${otherwise}. Nothing is written to what is taken over; if it is running, it goes on.`;
  return tell("notice", "adopted", told, "adopt");
}

/** Findings about parts of the plan that this release does not understand. */
export function notUnderstood(plan: Plan, isExplained: (kind: Kind | undefined) => boolean): Finding[] {
  const { stack, resources } = plan;
  return [unknownOperation, unexplainedKind(isExplained), otherCode, otherType].flatMap((find) =>
    resources.flatMap((resource) => {
      const { text, reaches } = find(resource) ?? {};
      if (text === undefined) return [];
      return { ...about({ stack, urn: resource.urn }, "danger", "not-understood", text), reaches };
    }),
  );
}

type NotUnderstood = { readonly text: string; readonly reaches?: string[] } | undefined;

/** `Campaign “q1”`; for a resource of another package only its name. */
const named = ({ kind, resource }: PlannedResource) =>
  kind === undefined ? quote(resource) : `${capital(kinds[kind].noun)} ${quote(resource)}`;

/** An operation of a newer CLI that this release does not know. */
function unknownOperation({ resource, unknownOperation: operation }: PlannedResource): NotUnderstood {
  if (operation === undefined) return undefined;
  return {
    text: `${quote(resource)}: this release does not know the operation ${quote(operation)} of the Pulumi CLI, and shows it as an update. Upgrade pulumi-outreach, or read the preview itself.`,
  };
}

/** A change of a kind that reviews do not explain, so that its effect on people is not checked. */
function unexplainedKind(isExplained: (kind: Kind | undefined) => boolean) {
  return (resource: PlannedResource): NotUnderstood => {
    const { kind, change } = resource;
    if (kind === undefined || isExplained(kind) || change === "unchanged") return undefined;
    return {
      text: `${named(resource)} is ${change}: a review does not explain what that means for people. Read the preview itself.`,
    };
  };
}

/** A resource with this package's type and other code, or the other way around. */
function otherCode(resource: PlannedResource): NotUnderstood {
  const { kind, change, hasOtherCode } = resource;
  if (hasOtherCode !== true || change === "unchanged") return undefined;
  const [what, then] =
    kind === undefined
      ? [
          "has another type than the resources of this package, and their code",
          "Declare it by the classes of this package.",
        ]
      : [`has code that is not that of a ${kinds[kind].noun} of this package`, "Read the program."];
  return { text: `${named(resource)} ${what}: what it does to people is not explained here. ${then}` };
}

/**
 * A resource that takes over the state of a resource of another type through an alias, so that the engine does not delete
 * the former object. The provider refuses this if it can see the former state, which it cannot if the code differs.
 */
function otherType(resource: PlannedResource): NotUnderstood {
  const { kind, typeBefore, idBefore } = resource;
  const before = kindOf(typeBefore ?? "");
  if (typeBefore === undefined || (kind === undefined && before === undefined)) return undefined;
  const noun = before === undefined ? "resource of another package" : kinds[before].noun;
  return {
    text: `${named(resource)} gets the state of a ${noun} by an alias: that object goes on, and nothing manages it any more. Remove the alias.`,
    reaches: [`${noun} ${idBefore ?? typeBefore}`],
  };
}

/** Settings that determine the acting user and the service. */
export const identity = ["impersonateUserId", "impersonateEmail", "baseUrl"];

/** Findings about the stack's config, which applies to all resources. A preview does not show when a setting changed. */
export function settingsFindings(plan: Plan): Finding[] {
  const { stack, settings, about: when } = plan;
  if (when !== "planned" || !changesOwn(plan)) return [];
  const its = `The config of stack ${quote(stack)}`;
  const secrets = identity.filter((name) => settings[name] !== undefined && !isPlain(settings[name]));
  const codes = settings.acknowledge === undefined ? [] : codesIn(settings.acknowledge);
  return [
    ...secrets.map((name) => {
      const text = `${its} holds outreach:${name} as a secret, so this review cannot tell for whom, or at which service, the resources act. Make it plain.`;
      return about({ stack }, "notice", "hidden-member", text, `outreach:${name}`);
    }),
    ...codes.map((code) => {
      const text = `${its} acknowledges ${quote(code)} for every resource: ${meaningOf(code)}.`;
      return withHiddenCode(code, about({ stack }, "danger", "acknowledged", text, "outreach:acknowledge"));
    }),
  ];
}

const goesOn: Readonly<Partial<Record<Kind, string>>> = {
  Campaign: "a running campaign goes on sending",
  SourceAgent: "it goes on finding people",
};

/**
 * Resources that will be dropped without a delete. Neither the class nor the provider can see the option if a resource
 * inherits it or a transformation sets it.
 */
export function deletedWithFindings({ stack, about: when, resources }: Plan): Finding[] {
  if (when === "drift" || when === "done") return [];
  return resources.flatMap(({ urn, kind, resource, change, after, deletedWith }) => {
    const other = deletedWith?.after;
    if (kind === undefined || other === undefined || change === "deleted" || other === deletedWith?.before) return [];
    const { tell } = tellerOf(when, kinds[kind].noun, { stack, urn, name: nameIn(after), resource });
    const told = `leaves the state with ${quote(nameOf(other))} from now on (option deletedWith), without being asked: ${goesOn[kind] ?? "the campaigns on it are not looked at"}, and nothing manages it any more. Remove the option, which a parent or a transformation may have set.`;
    return { ...tell("danger", "deleted-with", told, "deletedWith"), reaches: [other] };
  });
}
