import { DAY } from "../clock.js";
import type { Campaign } from "../objects/campaign.js";

/** A campaign's demand for a shared quota. */
export interface Claim {
  campaignId: number;
  wanted: number;
  /** The campaign's use of the quota today. */
  had: number;
}

/**
 * Divides an amount so that the campaigns end the day with equal parts of it, limited by each one's demand. Each unit
 * goes to the campaign that has used the fewest, or to the first of several.
 *
 * @returns the parts by campaign id
 */
export function divide(amount: number, claims: readonly Claim[]): Map<number, number> {
  if (claims.reduce((sum, { wanted }) => sum + wanted, 0) <= amount) {
    return new Map(claims.map(({ campaignId, wanted }) => [campaignId, wanted]));
  }
  const parts = new Map(claims.map(({ campaignId }) => [campaignId, 0]));
  for (let left = amount; left > 0; left -= 1) {
    let fewest: Claim | undefined;
    let level = Number.POSITIVE_INFINITY;
    for (const claim of claims) {
      const part = parts.get(claim.campaignId) ?? 0;
      if (part >= claim.wanted || claim.had + part >= level) continue;
      fewest = claim;
      level = claim.had + part;
    }
    if (!fewest) break;
    parts.set(fewest.campaignId, (parts.get(fewest.campaignId) ?? 0) + 1);
  }
  return parts;
}

/**
 * Divides an amount equally among all campaigns, regardless of their demand. A remainder goes to campaigns that want
 * more than an equal part, one unit each.
 */
export function divideEqually(amount: number, claims: readonly Claim[]): Map<number, number> {
  const equal = Math.floor(amount / Math.max(1, claims.length));
  const parts = new Map(claims.map(({ campaignId }) => [campaignId, equal]));
  const hungry = claims
    .filter(({ wanted }) => wanted > equal)
    .sort((first, second) => first.had - second.had)
    .slice(0, amount - equal * claims.length);
  for (const { campaignId } of hungry) parts.set(campaignId, equal + 1);
  return parts;
}

/** The campaigns, rotated daily so that a remainder does not always go to the same campaign. */
export function inTurn(campaigns: readonly Campaign[], instant: number): Campaign[] {
  const sorted = [...campaigns].sort((first, second) => first.id - second.id);
  const first = sorted.length === 0 ? 0 : Math.floor(instant / DAY) % sorted.length;
  return [...sorted.slice(first), ...sorted.slice(0, first)];
}
