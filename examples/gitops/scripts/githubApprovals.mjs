// @ts-check
// Approvals on GitHub: reviews of people in the pull request, which no workflow can write.
import { fingerprintIn, setting } from "./approval.mjs";
import { askGraph } from "./githubService.mjs";

const query = `query ($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      author { login }
      headRefOid
      reviews(last: 100, states: APPROVED) {
        nodes {
          author { __typename login }
          authorCanPushToRepository
          body
          commit { oid }
          lastEditedAt
        }
      }
    }
  }
}`;

/**
 * The fingerprint of the latest approval of a pull request, and who gave it. An approval counts if it is
 * - a review that approves the latest commit,
 * - by a person other than the author, who may push to this repository (or is one of APPROVERS, if that is set),
 * - names exactly one fingerprint, and was not edited since: anyone who may push can edit the words of others.
 * @param {number} pullRequest
 * @returns {Promise<{ fingerprint: string, by: string } | undefined>}
 */
export async function approvalOf(pullRequest) {
  const [owner, name] = setting("GITHUB_REPOSITORY").split("/");
  const { repository } = await askGraph(query, { owner, name, number: pullRequest });
  const { author, headRefOid, reviews } = repository.pullRequest;
  const approvers = (process.env.APPROVERS ?? "").split(/[\s,]+/).filter((login) => login !== "");
  for (const review of reviews.nodes.reverse()) {
    const by = review.author?.login;
    const fingerprint = fingerprintIn(review.body);
    if (by === undefined || fingerprint === undefined) continue;
    if (review.author.__typename !== "User" || by === author?.login) continue;
    if (!review.authorCanPushToRepository || review.lastEditedAt !== null) continue;
    if (review.commit?.oid !== headRefOid) continue;
    if (approvers.length > 0 && !approvers.includes(by)) continue;
    return { fingerprint, by };
  }
  return undefined;
}
