import { z } from "zod";
import { type Route, route } from "./githubDescription";
import type { Comment, GitHubState, Issue } from "./githubTypes";

/** The account that a workflow's token acts for. */
const robot = "github-actions[bot]";

const commit = z.string().regex(/^[0-9a-f]{40}$/);
const count = z.coerce.number<string>().pipe(z.int().positive());
const text = z.string().max(65_536);
const title = z.string().max(256);

const anIssue = z.strictObject({ issue_number: count });
const aComment = z.strictObject({ comment_id: count });
const paging = z.strictObject({ page: count.optional(), per_page: count.optional() });
const onlyText = z.strictObject({ body: text });
const none: z.ZodType<Record<never, unknown>> = z.strictObject({});
const noBody = z.undefined();

/** The operations that the workflows use. */
export function routesOf(github: GitHubState): readonly Route[] {
  return [
    route("get", "/repos/{owner}/{repo}/issues/{issue_number}/comments", {
      needs: ["pull-requests", "read"],
      takes: { at: anIssue, query: paging, body: noBody },
      status: 200,
      answer: (at, query) =>
        paged(query, github.comments.filter(({ number }) => number === at.issue_number).map(commentAnswer)),
    }),
    route("post", "/repos/{owner}/{repo}/issues/{issue_number}/comments", {
      needs: ["pull-requests", "write"],
      takes: { at: anIssue, query: none, body: onlyText },
      status: 201,
      answer: (at, _, { body }) => {
        const comment = { id: github.number(), number: at.issue_number, by: robot, body };
        github.comments.push(comment);
        return commentAnswer(comment);
      },
    }),
    route("patch", "/repos/{owner}/{repo}/issues/comments/{comment_id}", {
      needs: ["pull-requests", "write"],
      takes: { at: aComment, query: none, body: onlyText },
      status: 200,
      answer: (at, _, { body }) => {
        const comment = github.comments.find(({ id }) => id === at.comment_id);
        if (comment === undefined) throw new Error("there is no such comment");
        comment.body = body;
        return commentAnswer(comment);
      },
    }),
    route("post", "/repos/{owner}/{repo}/statuses/{sha}", {
      needs: ["statuses", "write"],
      takes: {
        at: z.strictObject({ sha: commit }),
        query: none,
        body: z.strictObject({
          state: z.enum(["pending", "success", "failure"]),
          context: z.string(),
          description: z.string().max(140),
          target_url: z.url(),
        }),
      },
      status: 201,
      answer: ({ sha }, _, { target_url: _run, ...status }) => {
        const made = { id: github.statuses.length + 1, sha, ...status };
        github.statuses.unshift(made);
        return { id: made.id, ...status };
      },
    }),
    route("get", "/repos/{owner}/{repo}/commits/{ref}/statuses", {
      needs: ["statuses", "read"],
      takes: { at: z.strictObject({ ref: commit }), query: paging, body: noBody },
      status: 200,
      answer: ({ ref }, query) => {
        const all = github.statuses.filter(({ sha }) => sha === ref);
        return paged(query, all).map(({ sha: _, ...status }) => status);
      },
    }),
    route("get", "/repos/{owner}/{repo}/commits/{commit_sha}/pulls", {
      needs: ["pull-requests", "read"],
      takes: { at: z.strictObject({ commit_sha: commit }), query: paging, body: noBody },
      status: 200,
      answer: (at, query) => {
        const all = github.pulls.filter(({ mergedAs, head }) => mergedAs === at.commit_sha || head === at.commit_sha);
        return paged(query, all).map(({ number, mergedAs, base = "main" }) => ({
          number,
          base: { ref: base },
          merged_at: mergedAs === undefined ? null : "2026-03-01T08:00:00Z",
          merge_commit_sha: mergedAs ?? null,
        }));
      },
    }),
    route("get", "/repos/{owner}/{repo}/actions/runs", {
      needs: ["actions", "read"],
      takes: { at: none, query: paging.extend({ status: z.literal("in_progress") }), body: noBody },
      status: 200,
      answer: (_, query) => ({
        total_count: github.otherRuns.length,
        workflow_runs: paged(query, github.otherRuns),
      }),
    }),
    route("get", "/repos/{owner}/{repo}/branches/{branch}", {
      needs: ["contents", "read"],
      takes: { at: z.strictObject({ branch: z.literal("main") }), query: none, body: noBody },
      status: 200,
      answer: () => ({ name: "main", commit: { sha: github.main } }),
    }),
    route("get", "/repos/{owner}/{repo}/issues", {
      needs: ["issues", "read"],
      takes: { at: none, query: paging.extend({ state: z.literal("open"), labels: z.string() }), body: noBody },
      status: 200,
      answer: (_, query) => {
        const all = github.issues.filter(({ state, labels }) => state === query.state && labels.includes(query.labels));
        return paged(query, all).map(issueAnswer);
      },
    }),
    route("post", "/repos/{owner}/{repo}/issues", {
      needs: ["issues", "write"],
      takes: { at: none, query: none, body: z.strictObject({ title, body: text, labels: z.array(z.string()) }) },
      status: 201,
      answer: (_at, _query, given) => {
        const issue = { number: github.number(), by: robot, ...given, state: "open" };
        github.issues.push(issue);
        return issueAnswer(issue);
      },
    }),
    route("patch", "/repos/{owner}/{repo}/issues/{issue_number}", {
      needs: ["issues", "write"],
      takes: {
        at: anIssue,
        query: none,
        body: z.strictObject({
          title: title.optional(),
          body: text.optional(),
          state: z.literal("closed").optional(),
          state_reason: z.literal("completed").optional(),
        }),
      },
      status: 200,
      answer: (at, _, given) => {
        const issue = github.issues.find(({ number }) => number === at.issue_number);
        if (issue === undefined) throw new Error("there is no such issue");
        const { title: newTitle = issue.title, body = issue.body, state = issue.state } = given;
        return issueAnswer(Object.assign(issue, { title: newTitle, body, state }));
      },
    }),
  ];
}

const commentAnswer = ({ id, by, body }: Comment) => ({ id, body, user: { login: by } });

const issueAnswer = ({ number, by, title: called, body, state, labels }: Issue) => ({
  ...{ number, title: called, body, state },
  labels: [...labels],
  user: { login: by },
});

function paged<Entry>({ page = 1, per_page = 30 }: z.infer<typeof paging>, entries: readonly Entry[]): Entry[] {
  return entries.slice((page - 1) * per_page, page * per_page);
}
