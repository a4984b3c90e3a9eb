import { explicitSetting, secretSettings } from "../../host/settings";
import { providerType } from "../../host/token";
import { sameValue } from "../../kind/comparing";
import { nameOf } from "../../lifecycle/about";
import type { Plan, PlannedResource } from "../input/plan";
import { isHidden } from "../input/values";
import type { Finding } from "../model";
import { shown, textOf } from "../values";
import { meaningOf, withHiddenCode } from "./program";
import { about, enumeration, quote } from "./sentences";

/** Settings that decide on whose behalf, and at which service, resources act. */
export const identity = ["impersonateUserId", "impersonateEmail", "baseUrl"];

/** Explicit providers whose resources act as somebody else than before, or without guards that they had. */
export function providerFindings(plan: Plan): Finding[] {
  const found = plan.resources.flatMap((provider) => {
    if (provider.type !== providerType || provider.change === "deleted") return [];
    const changed =
      provider.change === "unchanged"
        ? []
        : [...members(plan, provider), ...keys(plan, provider), ...unknowns(plan, provider)];
    return [...changed, ...lifted(plan, provider)];
  });
  return [...found, ...missing(plan)];
}

/**
 * Providers through which something changes and that the preview leaves out: with those that do not change, and each whose
 * name begins with `default`, as those of the engine do. Nothing tells whether such a one is new or has other settings.
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
    const text = `The preview leaves out Provider ${quote(nameOf(urn))}, ${why}, so this review cannot tell for whom, or at which service, its resources act. ${then}`;
    return about({ stack, urn }, "danger", "hidden-member", text);
  });
}

const settingOf = (name: string) => `outreach:${name}`;

/** True if the program gives the provider this setting, which the environment then does not override. */
const isSet = (values: PlannedResource["before"], name: string) =>
  (textOf(values?.[explicitSetting]) ?? "").split(",").includes(name);

function members({ stack }: Plan, { urn, resource, change, before, after }: PlannedResource): Finding[] {
  const names = identity.map(settingOf);
  const [hidden] = names.filter((name) => isHidden(after?.[name]));
  const [changed] = change === "created" ? [] : names.filter((name) => before?.[name] !== after?.[name]);
  const [left] = change === "created" ? [] : identity.filter((name) => isSet(before, name) && !isSet(after, name));
  const findings: Finding[] = [];
  if (changed === undefined && left !== undefined) {
    const text = `Provider ${quote(resource)} no longer sets ${settingOf(left)} itself: it has the value of the stack's config, unless the environment of the run says otherwise, which no preview shows.`;
    findings.push(about({ stack, urn }, "danger", "other-member", text, settingOf(left)));
  }
  if (changed !== undefined) {
    const text = `Provider ${quote(resource)} acts for another member or at another service than before: its resources belong to the former one.`;
    findings.push(about({ stack, urn }, "danger", "other-member", text, changed));
  }
  if (hidden !== undefined) {
    const text = `Provider ${quote(resource)}: ${hidden} cannot be shown here (secret, or known only after the update), so this review cannot tell for whom, or at which service, its resources act. Make it plain.`;
    findings.push(about({ stack, urn }, "danger", "hidden-member", text, hidden));
  }
  return findings;
}

/** A preview shows no difference between two secrets: of a provider that changes, each of them may be another one. */
function keys({ stack }: Plan, { urn, resource, change, before, after }: PlannedResource): Finding[] {
  if (change === "created") return [];
  const names = secretSettings.map(settingOf).filter((name) => {
    const [old, next] = [before?.[name], after?.[name]];
    return old !== next || isHidden(next);
  });
  if (names.length === 0) return [];
  const text = `Provider ${quote(resource)} changes, and ${enumeration(names)} may be another one than before (secrets cannot be compared here): with another key its resources act as another user or in another account, and with another database they do not know what earlier runs have recorded. No approval counts, because it would fit any of them: bring up this change by hand, or keep secrets in the environment of the run instead.`;
  return [{ ...about({ stack, urn }, "danger", "other-key", text, names[0]), uncovered: true }];
}

/**
 * New providers with a key of their own, through which something dangerous is done: one approval would fit any key. One that
 * has the secrets of the stack's config is as the default provider, whose key no preview shows either.
 */
export function newKeyFindings({ stack, resources }: Plan, found: readonly Finding[]): Finding[] {
  const dangerous = new Set(found.flatMap(({ level, urn }) => (level === "danger" && urn !== undefined ? [urn] : [])));
  return resources.flatMap(({ urn, type, change, resource, after }) => {
    if (type !== providerType || change !== "created") return [];
    if (!resources.some((each) => each.provider === urn && dangerous.has(each.urn))) return [];
    const explicit = (textOf(after?.[explicitSetting]) ?? "").split(",");
    const [name] = secretSettings.filter((each) => explicit.includes(each)).map(settingOf);
    if (name === undefined) return [];
    const text = `Provider ${quote(resource)} is new, and its ${name} cannot be shown here, so this review cannot tell as whom, or in which account, its resources act. Bring it up without them first, in a change of its own.`;
    return [about({ stack, urn }, "danger", "hidden-member", text, name)];
  });
}

/** Settings whose change reaches nobody: how fast requests are sent, and how long a note may be. */
const harmless = [
  ...["requestsPerMinute", "rateWindowSeconds", "requestTimeoutSeconds", "waitBudgetSeconds", "premiumSeats"],
];
/** Inputs of which other findings tell. */
const known: ReadonlySet<string> = new Set([
  ...[...harmless, ...identity, ...secretSettings, "acknowledge", "adopt", "launch", "checkSuppressed"].map(settingOf),
  explicitSetting,
]);

/** Whatever else changes, such as an option of the engine by which the provider's process reads other variables. */
function unknowns({ stack }: Plan, { urn, resource, change, before, after }: PlannedResource): Finding[] {
  const old = change === "created" ? undefined : before;
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !known.has(name) && (!sameValue(old?.[name], after?.[name]) || isHidden(after?.[name])),
  );
  const [path] = names.sort();
  if (path === undefined) return [];
  const text = `Provider ${quote(resource)}: this release does not know what ${enumeration(names.map(inputName))} ${names.length === 1 ? "decides" : "decide"}, which may be as whom, or where, its resources act. Read the program.`;
  return [about({ stack, urn }, "danger", "not-understood", text, path)];
}

/** The name of an input, which can be any text. */
const inputName = (name: string) => (/^[\w:.-]{1,80}$/.test(name) ? name : quote(name));

/** The codes of a setting. One that cannot be shown may hold any. */
export function codesIn(setting: string): string[] {
  if (isHidden(setting)) return [setting];
  return setting.split(/[\s,[\]"]+/).filter((code) => code !== "");
}

/** Refusals that a provider overrules for all of its resources, from now on or in a change of one of them. */
function lifted(plan: Plan, { urn, resource, change, before, after }: PlannedResource): Finding[] {
  const isUsed = plan.resources.some((each) => each.provider === urn && each.change !== "unchanged");
  const old = change === "created" ? undefined : before;
  const found = (name: string, what: string) =>
    about({ stack: plan.stack, urn }, "danger", "acknowledged", `Provider ${quote(resource)} ${what}.`, name);
  /** What the setting says now, if that is new or if it counts in this plan. */
  const said = (setting: string): string[] => {
    const name = settingOf(setting);
    const [olds, news] = [old, after].map((values) => codesIn(shown(values?.[name]) ?? ""));
    return (news ?? []).filter((code) => isUsed || isHidden(code) || olds?.includes(code) !== true);
  };
  const codes = said("acknowledge").map((code) =>
    withHiddenCode(
      code,
      found(settingOf("acknowledge"), `acknowledges ${quote(code)} for each of its resources: ${meaningOf(code)}`),
    ),
  );
  const adopts = said("adopt").map((word) =>
    found(
      settingOf("adopt"),
      `says adopt: ${quote(word)} for each of its resources: an equal object of the account is taken over, with all that it holds, instead of being refused`,
    ),
  );
  const launch = settingOf("launch");
  const wasNever = textOf(old?.[launch]) === "never" && after?.[launch] !== "never";
  const mayLaunch = wasNever || (change !== "unchanged" && isHidden(after?.[launch]));
  const checked = settingOf("checkSuppressed");
  const wasChecked = textOf(old?.[checked]) === "true" && after?.[checked] !== "true";
  const isUnchecked = wasChecked || (change !== "unchanged" && isHidden(after?.[checked]));
  return [
    ...codes,
    ...adopts,
    ...(mayLaunch ? [found(launch, "no longer refuses campaigns that are active (launch: never), or may not")] : []),
    ...(isUnchecked
      ? [found(checked, "no longer compares people with outreach.do-not-contact before a campaign starts, or may not")]
      : []),
  ];
}
