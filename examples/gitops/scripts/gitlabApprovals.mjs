// @ts-check
// Approvals on GitLab: maintainers' comments on the merge request, which no job can write.
import { askAll, askMergeRequest } from "./gitlabService.mjs";
import { approvalsIn, linesOf } from "./opinions.mjs";

/**
 * GitLab's author for the comments of deleted accounts. Their former permissions are unknown, so it can only revoke.
 */
const deleted = "ghost";

/** Maintainers and owners. */
const leastAccess = 40;

const notesQuery = `query ($path: ID!, $number: String!, $after: String) {
  project(fullPath: $path) {
    mergeRequest(iid: $number) {
      author { username }
      notes(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { system body createdAt lastEditedAt lastEditedBy { username } author { id username bot } }
      }
    }
  }
}`;

// GitLab omits merge commits from both lists: a merge from the target branch makes nobody a committer.
const committersQuery = `query ($path: ID!, $number: String!, $after: String) {
  project(fullPath: $path) {
    mergeRequest(iid: $number) {
      committers(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { username }
      }
    }
  }
}`;
const authorsQuery = `query ($path: ID!, $number: String!, $after: String) {
  project(fullPath: $path) {
    mergeRequest(iid: $number) {
      commitsWithoutMergeCommits(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { author { username } }
      }
    }
  }
}`;

/**
 * The valid approvals of a merge request, or of several that one commit has merged: then nobody who has opened one of
 * them or made its commits can approve any, and every opinion counts for all of them. An approval counts if it is
 * - a line `approve sha256:…` in a comment,
 * - by a maintainer who has neither opened the merge request nor made any of its commits, and who is not a bot: no job
 *   can approve,
 * - not edited since: maintainers can edit other people's comments,
 * - and not followed by the same person's approval of another plan, by a line that revokes it, or by a person's edit of
 *   another person's comment.
 * @param {readonly number[]} numbers
 * @returns {Promise<import("./opinions.mjs").Approvals>}
 */
export async function approvalsOf(...numbers) {
  const openers = new Set();
  /** @type {Note[]} */
  const notes = [];
  for (const number of numbers) {
    const { request, nodes } = await everyPage(notesQuery, number, "notes");
    openers.add(request.author?.username.toLowerCase());
    notes.push(...nodes.filter((note) => !note.system && note.author !== null));
  }
  const written = notes.filter((note) => {
    const { approved, revoked, isNamed } = linesOf(note.body);
    // The review comment names the plan as well, and is not an opinion.
    return ((isNamed || isByOther(note)) && !note.author.bot) || approved.length + revoked.length > 0;
  });
  const makers = written.length > 0 ? await makersOf(numbers) : new Set();
  const opinions = [];
  for (const note of written.sort((left, right) => timeOf(left) - timeOf(right))) {
    const { author: by, body } = note;
    const login = by.username.toLowerCase();
    let nobody;
    if (login === deleted) nobody = "the account was deleted";
    else if (by.bot) nobody = "is not a person";
    else if ((await accessOf(by.id)) < leastAccess) nobody = "is not a maintainer";
    let flaw = nobody;
    if (openers.has(login)) flaw = "has opened this merge request";
    else if (makers.has(login)) flaw = "has made commits of this merge request";
    else if (isEdited(note)) flaw ??= "the comment was edited after it was written";
    const mayRevoke = nobody === undefined || openers.has(login) || login === deleted;
    opinions.push({ by: by.username, text: body, approves: true, mayRevoke, isByOther: isByOther(note), flaw });
  }
  return approvalsIn(opinions);
}

/**
 * @typedef {object} Note
 * @property {boolean} system
 * @property {string} body
 * @property {string} createdAt
 * @property {string | null} lastEditedAt
 * @property {{ username: string } | null} lastEditedBy
 * @property {{ id: string, username: string, bot: boolean }} author
 */

/**
 * True if a note was edited. The time of its last edit does not show that: for an unedited note, GitLab returns the time
 * of any activity.
 * @param {Note} note
 */
function isEdited({ lastEditedBy }) {
  return lastEditedBy !== null;
}

/** @param {Note} note */
function isByOther({ author, lastEditedBy }) {
  return lastEditedBy !== null && lastEditedBy.username.toLowerCase() !== author.username.toLowerCase();
}

/** @param {Note} note */
function timeOf(note) {
  return Date.parse((isEdited(note) ? note.lastEditedAt : undefined) ?? note.createdAt);
}

/**
 * The names of the makers of the merge requests' commits, in lower case, if GitLab knows their addresses.
 * @param {readonly number[]} numbers
 */
async function makersOf(numbers) {
  const users = [];
  for (const number of numbers) {
    const committers = await everyPage(committersQuery, number, "committers");
    const commits = await everyPage(authorsQuery, number, "commitsWithoutMergeCommits");
    users.push(...committers.nodes, ...commits.nodes.map(({ author }) => author));
  }
  return new Set(users.filter((user) => user !== null).map(({ username }) => username.toLowerCase()));
}

/**
 * @param {string} query
 * @param {number} number
 * @param {"notes" | "committers" | "commitsWithoutMergeCommits"} field
 * @returns {Promise<{ request: any, nodes: any[] }>}
 */
async function everyPage(query, number, field) {
  const nodes = [];
  let after = null;
  for (;;) {
    const request = await askMergeRequest(query, { number: String(number), after });
    const { nodes: some = [], pageInfo } = request[field] ?? {};
    nodes.push(...some);
    if (!pageInfo?.hasNextPage) return { request, nodes };
    after = pageInfo.endCursor;
  }
}

/**
 * @param {string} globalId `gid://gitlab/User/7`
 * @returns {Promise<number>} 0 for someone who is not a member, or whose account is blocked
 */
async function accessOf(globalId) {
  const user = Number(globalId.slice(globalId.lastIndexOf("/") + 1));
  const members = await askAll(`members/all?user_ids[]=${user}`);
  const own = members.filter(({ id, state }) => id === user && state === "active");
  return Math.max(0, ...own.map((member) => member.access_level));
}
