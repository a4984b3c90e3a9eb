import { isObjectId } from "../../api/operation";
import { isSameName } from "../../api/texts";
import { describe, quoted } from "../../lifecycle/about";
import type { CampaignAnswer } from "../../reads/objectShapes";
import { orderedSteps } from "../status/progress";
import type { DeclaredCampaign } from "./promise";

/** One member's listed campaigns. */
export interface ListedCampaigns {
  readonly member: string;
  /** Undefined if the service cannot list them or they could not be read. */
  readonly campaigns?: readonly CampaignAnswer[];
  /** False if the listing is incomplete. */
  readonly isWhole: boolean;
}

/** A campaign as declared and as served; at least one of the two. */
export interface Matched {
  readonly id?: string;
  readonly member: string;
  readonly declared?: DeclaredCampaign;
  readonly served?: CampaignAnswer;
  /** True if all campaigns of the member are listed but not this one. */
  readonly isGone: boolean;
}

export interface Matching {
  readonly campaigns: readonly Matched[];
  /** Sentences about declared campaigns that were not compared. */
  readonly gaps: readonly string[];
}

/**
 * Matches each declared campaign with one in the account, by id, or by exact name if it has no id yet. All remaining ones
 * are undeclared.
 */
export function matchCampaigns(
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
  const takeServed = (each: DeclaredCampaign, id: string) => {
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
    if (takeServed(each, each.id ?? "")) continue;
    const owner = ownerOf(each, members);
    if (owner === undefined) {
      gaps.add(
        each.owner === undefined
          ? "whose owner is missing from the state"
          : `of user ${each.owner.actingUserId}, whose campaigns were not read: use --as ${each.owner.actingUserId} or --all-members`,
      );
    } else found.push({ id: each.id, member: owner.member, declared: each, isGone: isWhole(owner) });
  }
  // Campaigns with ids first, so that a name does not match a campaign that belongs to another resource.
  for (const each of here.filter((one) => !withId.includes(one))) {
    const named = [...left.values()].filter(({ served }) => isSameName(served.name, each.name));
    const [best] = named.sort((one, other) => similarity(each, other.served) - similarity(each, one.served));
    if (best !== undefined) takeServed(each, best.served.id);
    else if (each.name !== undefined && members.every(isWhole)) {
      found.push({ member: members[0]?.member ?? "", declared: each, isGone: true });
    } else gaps.add("the promise contains no id for it, and the account cannot be searched for its name");
  }
  const undeclared = [...left.values()].map((each): Matched => ({ id: each.served.id, ...each, isGone: false }));
  return { campaigns: [...found, ...undeclared], gaps: gaps.sentences };
}

function isWhole({ campaigns, isWhole: whole }: ListedCampaigns): boolean {
  return campaigns !== undefined && whole;
}

/**
 * The owner of a campaign that no listing contains. If the state does not contain the owner, a single member is assumed to
 * be the owner.
 */
function ownerOf({ owner }: DeclaredCampaign, members: readonly ListedCampaigns[]): ListedCampaigns | undefined {
  if (owner === undefined) return members.length === 1 ? members[0] : undefined;
  return members.find(({ member }) => member === owner.actingUserId);
}

/**
 * Of campaigns with the same name, prefer the one with the same steps, then the newest, which the latest update created.
 */
function similarity({ steps }: DeclaredCampaign, served: CampaignAnswer): number {
  const types = orderedSteps(served).map(({ type }) => type);
  const isSame = steps?.length === types.length && steps.every(({ type }, index) => type === types[index]);
  return (isSame ? 1e15 : 0) + (Date.parse(served.createdAt ?? "") || 0);
}

/** Sentences about unmatched campaigns, each with the number of campaigns concerned. */
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

/** The description of a campaign in a sentence. */
export function titleOf({ id, served, declared }: Pick<Matched, "id" | "served" | "declared">): string {
  const name = served?.name ?? declared?.name;
  if (id !== undefined) return describe("campaign", name, id);
  return `campaign ${quoted(name ?? declared?.resource ?? "")}`;
}
