import { z } from "zod";
import { providerType } from "../host/token";
import { kinds } from "../kinds";
import { nameOf } from "../lifecycle/about";
import { kindOf } from "../review/input/resources";

/** Objects referred to in a preview's output that must exist before the program is deployed. */
export interface NamedObjects {
  /** Members to act for, by id or e-mail address. */
  readonly members: readonly Member[];
  readonly linkedinSeats: readonly number[];
  readonly emailSeats: readonly number[];
  /** Lists that the program uses but does not declare. */
  readonly lists: readonly NamedList[];
}

/** A member that a provider acts for. At least one of the two is set. */
export interface Member {
  readonly userId?: string;
  readonly email?: string;
}

/** An existing list, and the member whose resources use it. Undefined for the key's owner. */
export interface NamedList {
  readonly id: number;
  readonly owner: Member | undefined;
}

/** A resource that a rehearsal cannot create. */
export interface Foreign {
  readonly what: "resource" | "stackReference" | "provider";
  /** The type of the resource, or the name of the provider's package. */
  readonly type: string;
  /** Its name in the program; undefined for a provider that could not start. */
  readonly name?: string;
}

/** Information about the program from a preview. */
export interface Previewed {
  readonly named: NamedObjects;
  readonly foreign: readonly Foreign[];
  /** Explicit providers with an address or key, which a rehearsal overrides, by provider name. */
  readonly overridden: readonly string[];
}

const values = z.record(z.string(), z.unknown()).nullish();
const previewSchema = z.looseObject({
  steps: z
    .array(
      z.looseObject({
        urn: z.string(),
        provider: z.string().nullish(),
        newState: z.looseObject({ type: z.string(), custom: z.boolean().nullish(), inputs: values }).nullish(),
      }),
    )
    .nullish(),
  diagnostics: z.array(z.looseObject({ message: z.string().nullish() })).nullish(),
});

/** Inputs of a resource that may refer to objects outside of the program. */
const namingSchema = z.looseObject({
  linkedinSeatId: z.unknown().optional(),
  emailSeatIds: z.array(z.unknown()).catch([]),
  variables: z
    .array(z.looseObject({ linkedinSeatId: z.unknown().optional() }).catch({ linkedinSeatId: undefined }))
    .catch([]),
});

/**
 * Parses the output of `pulumi preview --json`. Undefined if it is something else.
 *
 * @param member the member in the settings of the stack or the environment
 */
export function readPreview(text: string, member: Member | undefined): Previewed | undefined {
  const { data } = previewSchema.safeParse(jsonOf(text));
  if (data === undefined) return undefined;
  const steps = (data.steps ?? []).flatMap(({ urn, provider, newState }) =>
    newState ? [{ urn, provider: provider ?? undefined, ...newState, inputs: newState.inputs ?? {} }] : [],
  );
  const providers = steps.filter(({ type }) => type.startsWith("pulumi:providers:"));
  const memberOf = new Map(providers.map(({ urn, inputs }) => [urn, memberIn(inputs) ?? member]));
  const own = steps.flatMap(({ type, inputs, provider }) => {
    const kind = kindOf(type);
    if (kind === undefined) return [];
    const owner = memberOf.get(provider?.slice(0, provider.lastIndexOf("::")) ?? "") ?? member;
    const toLists = kinds[kind].references.filter(({ refersTo }) => refersTo === kinds.List.name);
    return [{ ...namingSchema.parse(inputs), lists: toLists.flatMap(({ property }) => inputs[property]), owner }];
  });
  const lists = own.flatMap((each) => idsIn(each.lists).map((id): NamedList => ({ id, owner: each.owner })));
  return {
    named: {
      members: uniqueMembers([...(member === undefined ? [] : [member]), ...memberOf.values()]),
      linkedinSeats: unique(
        own.flatMap(({ linkedinSeatId, variables }) =>
          idsIn([linkedinSeatId, ...variables.map((signal) => signal.linkedinSeatId)]),
        ),
      ),
      emailSeats: unique(own.flatMap(({ emailSeatIds }) => idsIn(emailSeatIds))),
      lists: [...new Map(lists.map((list) => [list.id, list])).values()],
    },
    foreign: [...foreignResources(steps), ...missingProviders(data.diagnostics ?? [])],
    overridden: providers
      .filter(({ inputs }) => ["outreach:apiKey", "outreach:baseUrl"].some((key) => isGivenByProgram(inputs, key)))
      .map(({ urn }) => nameOf(urn)),
  };
}

/** True if the program itself passes this setting to a provider, which also copies the stack's settings. */
function isGivenByProgram(inputs: Readonly<Record<string, unknown>>, key: string): boolean {
  const explicit = inputs["outreach:explicit"];
  return typeof explicit === "string" && explicit.split(",").includes(key.slice("outreach:".length));
}

interface Step {
  readonly urn: string;
  readonly type: string;
  readonly custom?: boolean | null;
}

function foreignResources(steps: readonly Step[]): Foreign[] {
  return steps.flatMap(({ urn, type, custom }): Foreign[] => {
    if (type === "pulumi:pulumi:StackReference") return [{ what: "stackReference", type, name: nameOf(urn) }];
    const isOurs = kindOf(type) !== undefined || type === "pulumi:pulumi:Stack";
    const isProvider = type === providerType || nameOf(urn).startsWith("default");
    if (isOurs || custom !== true || (type.startsWith("pulumi:providers:") && isProvider)) return [];
    return [{ what: "resource", type, name: nameOf(urn) }];
  });
}

/** The engine stops at the first provider without a plugin. */
function missingProviders(diagnostics: readonly { readonly message?: string | null }[]): Foreign[] {
  const names = diagnostics.flatMap(
    ({ message }) => /no resource plugin '(?:pulumi-resource-)?([\w-]+)'/.exec(message ?? "")?.[1] ?? [],
  );
  return unique(names).map((type) => ({ what: "provider", type }));
}

/** The member named in a stack's config or a provider's inputs. */
export function memberIn(config: Readonly<Record<string, unknown>>): Member | undefined {
  return memberOf(config["outreach:impersonateUserId"], config["outreach:impersonateEmail"]);
}

/** Combines the two settings. Undefined if neither is set. */
export function memberOf(userId: unknown, email: unknown): Member | undefined {
  const text = (value: unknown) =>
    typeof value === "string" || typeof value === "number" ? String(value).trim() : undefined;
  const [id, address] = [text(userId), text(email)?.toLowerCase()];
  if (id === undefined && address === undefined) return undefined;
  return { ...(id === undefined ? {} : { userId: id }), ...(address === undefined ? {} : { email: address }) };
}

/** Literal ids. Ids of objects in the same program are unknown until they are created. */
function idsIn(given: readonly unknown[]): number[] {
  return given.flatMap((value) => {
    const id = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
    return typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? [id] : [];
  });
}

function uniqueMembers(members: readonly (Member | undefined)[]): Member[] {
  const known = new Map(
    members.flatMap((member) => (member === undefined ? [] : [[`${member.userId} ${member.email}`, member]])),
  );
  return [...known.values()];
}

function unique<T>(all: readonly T[]): T[] {
  return [...new Set(all)];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
