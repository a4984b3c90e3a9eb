import { explicitSetting, secretSettings } from "../../host/settings";
import { providerType } from "../../host/token";
import { sameValue } from "../../kind/comparing";
import { nameOf } from "../../lifecycle/about";
import type { Values } from "../../lifecycle/kind";
import type { Plan, PlannedResource } from "../input/plan";
import { isHidden, shown } from "../input/values";
import type { Finding } from "../model";
import { isExplicit } from "../owner";
import { codesIn, identity, meaningOf, withHiddenCode } from "./program";
import { about, listedUpTo, notShown, quote, type Teller, tellerOf } from "./sentences";

const whose = "for whom, or at which service, its resources act.";

/** Findings about explicit providers whose resources now act as a different user, or without their former guards. */
export function providerFindings(plan: Plan): Finding[] {
  const found = plan.resources.flatMap((provider) => {
    const { type, change, urn } = provider;
    if (type !== providerType || change === "deleted") return [];
    const teller = tellerOf(plan.about, "provider", { stack: plan.stack, urn, resource: provider.resource });
    const isUsed = plan.resources.some((each) => each.provider === urn && each.change !== "unchanged");
    return [...(change === "unchanged" ? [] : changed(teller, provider)), ...liftedFindings(teller, provider, isUsed)];
  });
  return [...found, ...missing(plan)];
}

function changed(teller: Teller, { change, before, after }: PlannedResource): Finding[] {
  return [
    ...(change === "created" ? [] : members(teller, before, after)),
    ...hiddenMember(teller, after),
    ...(change === "created" ? [] : keys(teller, before, after)),
    ...unknowns(teller, change === "created" ? undefined : before, after),
  ];
}

/**
 * Providers of changed resources that the preview omits: unchanged ones, and those whose name begins with `default`, like
 * the engine's. It is unknown whether such a provider is new or has different settings.
 */
function missing({ about: when, stack, isStopped, areUnchangedShown, resources }: Plan): Finding[] {
  if (when !== "planned" || isStopped) return [];
  const used = resources.filter(({ kind, change }) => kind !== undefined && change !== "unchanged");
  const urns = new Set(used.flatMap(({ provider }) => provider ?? []));
  const left = [...urns].filter((urn) => resources.every((each) => each.urn !== urn));
  return left.map((urn) => {
    const isNeverShown = areUnchangedShown || nameOf(urn).startsWith("default");
    const [why, then] = isNeverShown
      ? [
          "which the CLI never prints if its name begins with “default”",
          "Give it another name, with the old one in its option aliases, or leave out the option version of its resources, by which the engine makes such a one.",
        ]
      : ["which does not change", "Make the preview with --show-sames."];
    const text = `The preview leaves out Provider ${quote(nameOf(urn))}, ${why}, so this review cannot tell ${whose} ${then}`;
    return about({ stack, urn }, "danger", "hidden-member", text);
  });
}

const settingOf = (name: string) => `outreach:${name}`;

function members({ tell }: Teller, before: Values | undefined, after: Values | undefined): Finding[] {
  const [other] = identity.map(settingOf).filter((name) => before?.[name] !== after?.[name]);
  const [left] = identity.filter((name) => isExplicit(before, name) && !isExplicit(after, name));
  if (other !== undefined) {
    const told = "acts for another member or at another service than before: its resources belong to the former one.";
    return [tell("danger", "other-member", told, other)];
  }
  if (left === undefined) return [];
  const told = `no longer sets ${settingOf(left)} itself: it has the value of the stack's config, unless the environment of the run says otherwise, which no preview shows.`;
  return [tell("danger", "other-member", told, settingOf(left))];
}

function hiddenMember({ tell }: Teller, after: Values | undefined): Finding[] {
  const [hidden] = identity.map(settingOf).filter((name) => isHidden(after?.[name]));
  if (hidden === undefined) return [];
  return [tell("danger", "hidden-member", `: ${hidden} ${notShown} ${whose} Make it plain.`, hidden)];
}

/** A preview does not show whether a secret changed, so each secret of a changed provider may be different. */
function keys({ tell }: Teller, before: Values | undefined, after: Values | undefined): Finding[] {
  const names = secretSettings
    .map(settingOf)
    .filter((name) => before?.[name] !== after?.[name] || isHidden(after?.[name]));
  if (names.length === 0) return [];
  const told = `changes, and ${listedUpTo(names)} may be another one than before (secrets cannot be compared here): with another key its resources act as another user or in another account, and with another database they do not know what earlier runs have recorded. No approval counts, because it would fit any of them: bring up this change by hand, or keep secrets in the environment of the run instead.`;
  return [{ ...tell("danger", "other-key", told, names[0]), uncovered: true }];
}

/**
 * New providers with their own key that make a dangerous change: one approval would apply to any key. A provider with the
 * secrets of the stack's config is treated like the default provider, whose key no preview shows either.
 */
export function newKeyFindings({ about: when, stack, resources }: Plan, found: readonly Finding[]): Finding[] {
  const dangerous = new Set(found.flatMap(({ level, urn }) => (level === "danger" && urn !== undefined ? [urn] : [])));
  return resources.flatMap(({ urn, type, change, resource, after }) => {
    if (type !== providerType || change !== "created") return [];
    if (!resources.some((each) => each.provider === urn && dangerous.has(each.urn))) return [];
    const [name] = secretSettings.filter((each) => isExplicit(after, each)).map(settingOf);
    if (name === undefined) return [];
    const told = `is new, and its ${name} cannot be shown here, so this review cannot tell as whom, or in which account, its resources act. Bring it up without them first, in a change of its own.`;
    return tellerOf(when, "provider", { stack, urn, resource }).tell("danger", "hidden-member", told, name);
  });
}

/** Settings that do not affect people: how fast requests are sent, and how long a note may be. */
const harmless = [
  ...["requestsPerMinute", "rateWindowSeconds", "requestTimeoutSeconds", "waitBudgetSeconds", "premiumSeats"],
];
/** Inputs that other findings describe. */
const known: ReadonlySet<string> = new Set([
  ...[...harmless, ...identity, ...secretSettings, "acknowledge", "adopt", "launch", "checkSuppressed"].map(settingOf),
  explicitSetting,
]);

/** All other changes, such as an engine option that makes the provider's process read other variables. */
function unknowns({ tell }: Teller, before: Values | undefined, after: Values | undefined): Finding[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !known.has(name) && (!sameValue(before?.[name], after?.[name]) || isHidden(after?.[name])),
  );
  const [path] = names.sort();
  if (path === undefined) return [];
  const told = `: this release does not know what ${listedUpTo(names.map(inputName))} ${names.length === 1 ? "decides" : "decide"}, which may be as whom, or where, its resources act. Read the program.`;
  return [tell("danger", "not-understood", told, path)];
}

/** The name of an input, which can be any string. */
const inputName = (name: string) => (/^[\w:.-]{1,80}$/.test(name) ? name : quote(name));

/**
 * Refusals that a provider overrules for all of its resources, if that is new or if one of the resources changes.
 *
 * @param isUsed true if one of its resources changes
 */
function liftedFindings({ tell }: Teller, { change, before, after }: PlannedResource, isUsed: boolean): Finding[] {
  const old = change === "created" ? undefined : before;
  const found = (name: string, told: string) => tell("danger", "acknowledged", `${told}.`, settingOf(name));
  /** The setting's new codes, or all of its codes if one of the resources changes. */
  const newCodes = (name: string): string[] => {
    const [olds = [], news = []] = [old, after].map((values) => codesIn(shown(values?.[settingOf(name)]) ?? ""));
    return news.filter((code) => isUsed || isHidden(code) || !olds.includes(code));
  };
  /** True if a guard was on and is now off, or may be. */
  const isOff = (name: string, on: string) => {
    const [was, is] = [old?.[settingOf(name)], after?.[settingOf(name)]];
    return (was === on && is !== on) || (change !== "unchanged" && isHidden(is));
  };
  return [
    ...newCodes("acknowledge").map((code) => {
      const told = `acknowledges ${quote(code)} for each of its resources: ${meaningOf(code)}`;
      return withHiddenCode(code, found("acknowledge", told));
    }),
    ...newCodes("adopt").map((word) =>
      found(
        "adopt",
        `says adopt: ${quote(word)} for each of its resources: an equal object of the account is taken over, with all that it holds, instead of being refused`,
      ),
    ),
    ...(isOff("launch", "never")
      ? [found("launch", "no longer refuses campaigns that are active (launch: never), or may not")]
      : []),
    ...(isOff("checkSuppressed", "true")
      ? [
          found(
            "checkSuppressed",
            "no longer compares people with outreach.do-not-contact before a campaign starts, or may not",
          ),
        ]
      : []),
  ];
}
