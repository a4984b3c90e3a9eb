// @ts-check
// Approvals on GitLab: comments of maintainers on the merge request, which no job can write.
import { fingerprintIn, setting } from "./approval.mjs";
import { askAll, askGraph } from "./gitlabService.mjs";

/** Maintainers and owners. */
const leastAccess = 40;

const query = `query ($path: ID!, $number: String!) {
  project(fullPath: $path) {
    mergeRequest(iid: $number) {
      author { username }
      notes(last: 100) {
        nodes { system body createdAt lastEditedAt author { id username bot } }
      }
    }
  }
}`;

/**
 * The latest comment that names exactly one fingerprint, and who wrote it: a maintainer other than the author of the
 * merge request, and no bot, so that no job can approve. Nobody may have edited it: maintainers can edit the words of
 * others.
 * @param {number} number
 * @returns {Promise<{ fingerprint: string, by: string } | undefined>}
 */
export async function approvalOf(number) {
  const variables = { path: setting("CI_PROJECT_PATH"), number: String(number) };
  const { project } = await askGraph(query, variables);
  const { author, notes } = project.mergeRequest;
  for (const note of latestFirst(notes.nodes)) {
    const fingerprint = fingerprintIn(note.body);
    if (fingerprint === undefined || note.system || note.lastEditedAt !== null) continue;
    if (note.author.bot || note.author.username === author.username) continue;
    if ((await accessOf(note.author.id)) >= leastAccess) return { fingerprint, by: note.author.username };
  }
  return undefined;
}

/**
 * @typedef {object} Note
 * @property {boolean} system
 * @property {string} body
 * @property {string} createdAt
 * @property {string | null} lastEditedAt
 * @property {{ id: string, username: string, bot: boolean }} author
 */

/** @param {Note[]} notes */
function latestFirst(notes) {
  return notes.sort((left, right) => Date.parse(right.createdAt) - Date.parse(left.createdAt));
}

/**
 * @param {string} globalId `gid://gitlab/User/7`
 * @returns {Promise<number>} 0 for someone who is no member
 */
async function accessOf(globalId) {
  const user = Number(globalId.slice(globalId.lastIndexOf("/") + 1));
  const members = await askAll(`members/all?user_ids[]=${user}`);
  return Math.max(0, ...members.filter(({ id }) => id === user).map((member) => member.access_level));
}
