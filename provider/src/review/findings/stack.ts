import { changesOwn, type Plan } from "../input/plan";
import type { Finding } from "../model";
import { meaningOf } from "./program";
import { about, quote } from "./sentences";

/** Refusals that the stack's config overrules for all resources. A preview does not tell since when. */
export function settingsFindings(plan: Plan): Finding[] {
  const { stack, settings } = plan;
  if (plan.about !== "planned" || !changesOwn(plan) || settings.acknowledge === undefined) return [];
  const codes = settings.acknowledge.split(/[\s,[\]"]+/).filter((code) => code !== "");
  return codes.map((code) => ({
    ...({ level: "danger", code: "acknowledged", stack, path: "outreach:acknowledge" } as const),
    text: `The config of stack ${quote(stack)} acknowledges ${quote(code)} for every resource: ${meaningOf(code)}.`,
  }));
}

/** Arguments of an explicit provider that decide on whose behalf, and at which service, its resources act. */
const identity = ["impersonateUserId", "impersonateEmail", "baseUrl"].map((name) => `outreach:${name}`);

/** Explicit providers whose resources act for another member than before, or at another service. */
export function providerFindings({ stack, resources }: Plan): Finding[] {
  return resources.flatMap(({ urn, type, resource, change, before, after }) => {
    const isOurs = type === "pulumi:providers:pulumi-nodejs" && (change === "updated" || change === "replaced");
    const changed = identity.filter((name) => before?.[name] !== after?.[name]);
    if (!isOurs || changed.length === 0) return [];
    const text = `Provider ${quote(resource)} acts for another member or at another service than before: its resources belong to the former one.`;
    return [about({ stack, urn }, "danger", "other-member", text, changed[0])];
  });
}
