import { kinds } from "../../kinds";
import { nameOf } from "../../lifecycle/about";
import { changesOwn, type Plan } from "../input/plan";
import { isPlain } from "../input/values";
import type { Finding } from "../model";
import { nameIn } from "../surroundings";
import { meaningOf, withHiddenCode } from "./program";
import { codesIn, identity } from "./providers";
import { about, called, capital, quote } from "./sentences";

/** Refusals that the stack's config overrules for all resources. A preview does not tell since when. */
export function settingsFindings(plan: Plan): Finding[] {
  const { stack, settings } = plan;
  if (plan.about !== "planned" || !changesOwn(plan)) return [];
  const secrets = identity.filter((name) => settings[name] !== undefined && !isPlain(settings[name]));
  const hidden = secrets.map((name) => ({
    ...({ level: "notice", code: "hidden-member", stack, path: `outreach:${name}`, uncovered: true } as const),
    text: `The config of stack ${quote(stack)} holds outreach:${name} as a secret, so this review cannot tell for whom, or at which service, the resources act. Make it plain.`,
  }));
  return [...hidden, ...acknowledgedForAll(plan)];
}

function acknowledgedForAll({ stack, settings }: Plan): Finding[] {
  if (settings.acknowledge === undefined) return [];
  return codesIn(settings.acknowledge).map((code) =>
    withHiddenCode(code, {
      ...({ level: "danger", code: "acknowledged", stack, path: "outreach:acknowledge" } as const),
      text: `The config of stack ${quote(stack)} acknowledges ${quote(code)} for every resource: ${meaningOf(code)}.`,
    }),
  );
}

/**
 * Resources that are from now on dropped without a delete. Neither the class nor the provider can see the option if a
 * resource inherits it or a transformation sets it.
 */
export function deletedWithFindings({ stack, about: when, resources }: Plan): Finding[] {
  if (when === "drift" || when === "done") return [];
  return resources.flatMap(({ urn, kind, resource, change, after, deletedWith }) => {
    const other = deletedWith?.after;
    if (kind === undefined || other === undefined || change === "deleted" || other === deletedWith?.before) return [];
    const what =
      kind === "Campaign"
        ? "a running campaign goes on sending"
        : kind === "SourceAgent"
          ? "it goes on finding people"
          : "the campaigns on it are not looked at";
    const its = capital(called(kinds[kind].noun, { name: nameIn(after), resource }));
    const text = `${its} leaves the state with ${quote(nameOf(other))} from now on (option deletedWith), without being asked: ${what}, and nothing manages it any more. Remove the option, which a parent or a transformation may have set.`;
    return [{ ...about({ stack, urn }, "danger", "deleted-with", text, "deletedWith"), reaches: [other] }];
  });
}
