import { isObjectId } from "../../api/operation";
import { isSameName } from "../../api/texts";
import { describe, quoted } from "../../lifecycle/about";
import type { CampaignAnswer } from "../../reads/objectShapes";
import { orderedSteps } from "../status/progress";
import type { DeclaredCampaign } from "./promise";

/** What the service lists of one member. */
export interface ListedCampaigns {
  readonly member: string;
  /** Undefined if the service lists none, or if they could not be read. */
  readonly campaigns?: readonly CampaignAnswer[];
  /** False if these are only a part. */
  readonly isWhole: boolean;
}

/** One campaign, as it is declared and as it is there: at least one of both. */
export interface Matched {
  readonly id?: string;
  readonly member: string;
  readonly declared?: DeclaredCampaign;
  readonly served?: CampaignAnswer;
  /** True if all campaigns of the member are listed, and this one is not among them. */
  readonly isGone: boolean;
}

export interface Matching {
  readonly campaigns: readonly Matched[];
  /** What is declared and was not compared, a sentence each. */
  readonly gaps: readonly string[];
}

/**
 * Which campaign of the account each declared one is: by its id, or by its exact name if it has none yet. All that are left
 * over are not declared.
 */
export function match(
  declared: readonly DeclaredCampaign[],
  members: readonly ListedCampaigns[],
  origin: string,
): Matching {
  const left = new Map(
    members.flatMap(({ member, campaigns = [] }) =>
      campaigns.map((served) => [served.id, { served, member }] as const),
    ),
  );
  const found: Matched[] = [];
  const gaps = new Gaps();
  const take = (each: DeclaredCampaign, id: string) => {
    const listed = left.get(id);
    if (listed === undefined) return false;
    left.delete(id);
    found.push({ id, ...listed, declared: each, isGone: false });
    return true;
  };
  const here = declared.filter(({ owner }) => {
    if (owner === undefined || owner.origin === origin) return true;
    gaps.add(`of the service at ${owner.origin}, which this run does not use`);
    return false;
  });
  const withId = here.filter(({ id }) => id !== undefined && isObjectId(id));
  for (const each of withId) {
    if (take(each, each.id ?? "")) continue;
    const owner = ownerOf(each, members);
    if (owner === undefined) {
      gaps.add(
        each.owner === undefined
          ? "whose owner the state does not tell"
          : `of user ${each.owner.actingUserId}, whose campaigns were not read: use --as ${each.owner.actingUserId} or --all-members`,
      );
    } else found.push({ id: each.id, member: owner.member, declared: each, isGone: isWhole(owner) });
  }
  // Only when those with ids are known: a name that two have is not that of a campaign which another resource has.
  for (const each of here.filter((one) => !withId.includes(one))) {
    const named = [...left.values()].filter(({ served }) => isSameName(served.name, each.name));
    const [best] = named.sort((one, other) => likeness(each, other.served) - likeness(each, one.served));
    if (best !== undefined) take(each, best.served.id);
    else if (each.name !== undefined && members.every(isWhole)) {
      found.push({ member: members[0]?.member ?? "", declared: each, isGone: true });
    } else gaps.add("the promise holds no id of it, and the account cannot be searched for its name");
  }
  const undeclared = [...left.values()].map((each): Matched => ({ id: each.served.id, ...each, isGone: false }));
  return { campaigns: [...found, ...undeclared], gaps: gaps.sentences };
}

function isWhole({ campaigns, isWhole: whole }: ListedCampaigns): boolean {
  return campaigns !== undefined && whole;
}

/** The member who owns what no listing holds. One member alone is meant if the state does not tell it. */
function ownerOf({ owner }: DeclaredCampaign, members: readonly ListedCampaigns[]): ListedCampaigns | undefined {
  if (owner === undefined) return members.length === 1 ? members[0] : undefined;
  return members.find(({ member }) => member === owner.actingUserId);
}

/** Of campaigns of one name, the one with the same steps, and then the newest: an update has created it last. */
function likeness({ steps }: DeclaredCampaign, served: CampaignAnswer): number {
  const types = orderedSteps(served).map(({ type }) => type);
  const isSame = steps?.length === types.length && steps.every(({ type }, index) => type === types[index]);
  return (isSame ? 1e15 : 0) + (Date.parse(served.createdAt ?? "") || 0);
}

/** Sentences of one kind, with how many campaigns each is about. */
class Gaps {
  private readonly counts = new Map<string, number>();

  add(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  get sentences(): string[] {
    return [...this.counts].map(
      ([what, count]) =>
        `${count === 1 ? "a declared campaign was" : `${count} declared campaigns were`} not compared: ${what}.`,
    );
  }
}

/** A campaign in a sentence. */
export function titleOf({ id, served, declared }: Pick<Matched, "id" | "served" | "declared">): string {
  const name = served?.name ?? declared?.name;
  if (id !== undefined) return describe("campaign", name, id);
  return `campaign ${quoted(name ?? declared?.resource ?? "")}`;
}
