import type { CustomResource } from "@pulumi/pulumi";
import { withoutUnknown } from "../host/mocks";
import { assertNothingBroken } from "../host/resolved";
import type { ProgramUnderTest } from "../host/underTest";
import { nearest } from "../kind/nearest";
import { didYouMean } from "../kind/validate";
import { type Kind, kinds } from "../kinds";
import { describe, quoted } from "../lifecycle/about";
import { Refusal } from "../lifecycle/refusal";
import { Campaign } from "../resources/campaign";
import { List } from "../resources/list";
import { SourceAgent } from "../resources/sourceAgent";
import type { KnownCampaignArgs, KnownListArgs, KnownSourceAgentArgs } from "./args";
import { type SentText, textsOf, type UsedList } from "./campaign";

/**
 * A resource that the program declares.
 *
 * @typeParam Args its arguments
 * @typeParam Resource its class
 */
export interface DeclaredResource<Args, Resource> {
  /** Its name in the program: the first argument of its constructor. */
  readonly name: string;
  /** Its URN, which also contains the stack, the project and the parents. */
  readonly urn: string;
  /**
   * Its id, a decimal string: the adopted object's id, otherwise a generated number, counted from 900001 in registration
   * order. Undefined in a preview.
   */
  readonly id: string | undefined;
  /** Its arguments in normal form. Values unknown in a preview are missing. */
  readonly args: Args;
  /** The resource itself, for its outputs. */
  readonly resource: Resource;
}

/** A declared list. */
export interface DeclaredList extends DeclaredResource<KnownListArgs, List> {}

/** A declared source agent. */
export interface DeclaredSourceAgent extends DeclaredResource<KnownSourceAgentArgs, SourceAgent> {}

/** A declared campaign. */
export interface DeclaredCampaign extends DeclaredResource<KnownCampaignArgs, Campaign> {
  /** The lists that it uses, in the order of `listIds`. */
  readonly lists: readonly UsedList[];
  /** The texts that it sends, in the order of its steps, including those that the service's AI writes. */
  readonly texts: readonly SentText[];
}

/** The result type of `declared` for each kind. */
export interface DeclaredKinds {
  /** A list. */
  readonly List: DeclaredList;
  /** A source agent. */
  readonly SourceAgent: DeclaredSourceAgent;
  /** A campaign. */
  readonly Campaign: DeclaredCampaign;
}

/** A declared resource of any kind. */
interface Found extends Omit<DeclaredResource<object, CustomResource>, "args"> {
  readonly inputs: object;
}

/** The names of lists returned by functions, by id. */
type ListNames = ReadonlyMap<string, string>;

/** All resources of a kind, in the order in which the program declares them. */
export async function allDeclared<K extends Kind>(
  program: ProgramUnderTest,
  kind: K,
  listNames: ListNames,
): Promise<DeclaredKinds[K][]> {
  assertKind(kind);
  await program.atRest();
  assertNothingBroken(program);
  const lists = await findDeclared(program, "List");
  const makers: { readonly [Each in Kind]: (found: Found) => DeclaredKinds[Each] } = {
    List: (found) => ({
      ...commonFields(found),
      args: declaredArgs<KnownListArgs>(found),
      resource: instanceOf(List, found),
    }),
    SourceAgent: (found) => ({
      ...{ ...commonFields(found), args: declaredArgs<KnownSourceAgentArgs>(found) },
      resource: instanceOf(SourceAgent, found),
    }),
    Campaign(found) {
      const args = declaredArgs<KnownCampaignArgs>(found);
      const used = args.listIds.map((id) => usedList(id, lists, listNames));
      return { ...commonFields(found), args, resource: instanceOf(Campaign, found), lists: used, texts: textsOf(args) };
    },
  };
  const make: (found: Found) => DeclaredKinds[K] = makers[kind];
  return (kind === "List" ? lists : await findDeclared(program, kind)).map(make);
}

/** Checked at run time because not all programs are compiled. */
function assertKind(kind: string): void {
  if (Object.hasOwn(kinds, kind)) return;
  const names = Object.keys(kinds);
  throw new Refusal(
    `there is no kind ${kind}: ${didYouMean(nearest(String(kind), names)) ?? `these are ${names.join(", ")}.`}`,
  );
}

/** The declared resource with this name. Throws an error that lists the existing names. */
export function named<T extends { readonly name: string }>(all: readonly T[], kind: Kind, name: string): T {
  const found = all.find((each) => each.name === name);
  if (found !== undefined) return found;
  const { noun } = kinds[kind];
  const names = all.map((each) => each.name);
  const meant = didYouMean(nearest(name, names));
  throw new Refusal(
    [
      `the program declares no ${noun} ${quoted(name)}${meant === undefined ? "." : `: ${meant}`}`,
      names.length === 0 ? `It declares no ${noun} at all.` : `It declares ${names.map(quoted).join(", ")}.`,
    ].join(" "),
  );
}

async function findDeclared({ declared, registered }: ProgramUnderTest, kind: Kind): Promise<Found[]> {
  const ofKind = declared.filter((each) => each.kind.name === kind);
  return Promise.all(
    ofKind.map(async ({ name, urn: late, resource }) => {
      const urn = await late;
      const known = registered.get(urn);
      if (known === undefined) {
        throw new Refusal(
          `${describe(kinds[kind].noun, name)} was not registered, because one of its values or of the resources that it depends on has failed.`,
        );
      }
      return { name, urn, resource, ...known };
    }),
  );
}

function commonFields({ name, urn, id }: Found): Pick<Found, "name" | "urn" | "id"> {
  return { name, urn, id };
}

/** The registered values break no rule of their kind, so their normal form has the type of its arguments. */
function declaredArgs<Args>(found: Found): Args;
function declaredArgs({ inputs }: Found): unknown {
  return withoutUnknown(inputs);
}

function instanceOf<T>(
  { isInstance }: { isInstance(value: unknown): value is T },
  { name, resource }: Pick<Found, "name" | "resource">,
): T {
  if (isInstance(resource)) return resource;
  throw new Error(`${name} is of another class`);
}

function usedList(id: number, lists: readonly Found[], names: ListNames): UsedList {
  const declared = lists.find((list) => list.id === String(id));
  const ofProgram: unknown = declared === undefined ? undefined : Reflect.get(declared.inputs, "name");
  const name = typeof ofProgram === "string" ? ofProgram : names.get(String(id));
  return {
    id,
    ...(name === undefined ? {} : { name }),
    ...(declared === undefined ? {} : { declaredAs: declared.name }),
  };
}
