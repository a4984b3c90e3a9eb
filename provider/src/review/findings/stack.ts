import { kinds } from "../../kinds";
import { nameOf } from "../../lifecycle/about";
import { changesOwn, type Plan } from "../input/plan";
import { isHidden, isPlain } from "../input/values";
import type { Finding } from "../model";
import { nameIn } from "../surroundings";
import { meaningOf } from "./program";
import { about, called, capital, quote } from "./sentences";

/** Refusals that the stack's config overrules for all resources. A preview does not tell since when. */
export function settingsFindings(plan: Plan): Finding[] {
  const { stack, settings } = plan;
  if (plan.about !== "planned" || !changesOwn(plan)) return [];
  const secrets = identity.filter((name) => settings[name] !== undefined && !isPlain(settings[name]));
  const hidden = secrets.map((name) => ({
    ...({ level: "notice", code: "hidden-member", stack, path: `outreach:${name}` } as const),
    text: `The config of stack ${quote(stack)} holds outreach:${name} as a secret, so this review cannot tell for whom, or at which service, the resources act. Make it plain.`,
  }));
  return [...hidden, ...acknowledgedForAll(plan)];
}

function acknowledgedForAll({ stack, settings }: Plan): Finding[] {
  if (settings.acknowledge === undefined) return [];
  const codes = settings.acknowledge.split(/[\s,[\]"]+/).filter((code) => code !== "");
  return codes.map((code) => ({
    ...({ level: "danger", code: "acknowledged", stack, path: "outreach:acknowledge" } as const),
    text: `The config of stack ${quote(stack)} acknowledges ${quote(code)} for every resource: ${meaningOf(code)}.`,
  }));
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

/** Arguments of an explicit provider that decide on whose behalf, and at which service, its resources act. */
const identity = ["impersonateUserId", "impersonateEmail", "baseUrl"];

/** Explicit providers whose resources act for another member than before, or at another service. */
export function providerFindings({ stack, resources }: Plan): Finding[] {
  return resources.flatMap(({ urn, type, resource, change, before, after }) => {
    if (type !== "pulumi:providers:pulumi-nodejs" || change === "unchanged" || change === "deleted") return [];
    const names = identity.map((name) => `outreach:${name}`);
    const [hidden] = names.filter((name) => isHidden(after?.[name]));
    const [changed] = change === "created" ? [] : names.filter((name) => before?.[name] !== after?.[name]);
    return [
      ...(changed === undefined
        ? []
        : [
            about(
              { stack, urn },
              "danger",
              "other-member",
              `Provider ${quote(resource)} acts for another member or at another service than before: its resources belong to the former one.`,
              changed,
            ),
          ]),
      ...(hidden === undefined
        ? []
        : [
            about(
              { stack, urn },
              "danger",
              "hidden-member",
              `Provider ${quote(resource)}: ${hidden} cannot be shown here (secret, or known only after the update), so this review cannot tell for whom, or at which service, its resources act. Make it plain.`,
              hidden,
            ),
          ]),
    ];
  });
}
