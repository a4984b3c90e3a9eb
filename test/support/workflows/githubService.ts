import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { graphAnswer } from "./githubGraph";
import {
  type Comment,
  type Issue,
  type OtherRun,
  type Permissions,
  type PullRequest,
  repositoryName,
  type Status,
} from "./githubTypes";

/** Who a workflow's token speaks for. */
const robot = "github-actions[bot]";

interface Call {
  readonly body: unknown;
  readonly query: URLSearchParams;
  readonly parts: readonly string[];
}
interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly needs: readonly [scope: string, level: "read" | "write"];
  answer(call: Call): unknown;
}

const bodyOfComment = z.strictObject({ body: z.string().max(65_536) });
const bodyOfStatus = z.strictObject({
  state: z.enum(["pending", "success", "failure"]),
  context: z.string(),
  description: z.string().max(140),
  target_url: z.url(),
});
const bodyOfIssue = z.strictObject({
  title: z.string().max(256).optional(),
  body: z.string().max(65_536).optional(),
  labels: z.array(z.string()).optional(),
  state: z.literal("closed").optional(),
  state_reason: z.literal("completed").optional(),
});

/**
 * GitHub's API on this machine, as far as the workflows use it. It keeps what it is told, and refuses calls that it does
 * not know or for which the token has no permission.
 */
export class GitHubService {
  readonly pulls: PullRequest[] = [];
  readonly comments: Comment[] = [];
  /** The latest first, as GitHub lists them. */
  readonly statuses: Status[] = [];
  readonly issues: Issue[] = [];
  readonly otherRuns: OtherRun[] = [];
  /** What was refused, which no workflow should ever see. */
  readonly refused: string[] = [];
  /** The head of the branch main. */
  main = "";
  private readonly tokens = new Map<string, Permissions>();
  private next = 1;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<GitHubService> {
    const server = createServer();
    const service = new GitHubService(server);
    server.on("request", async (request, response) => {
      const { status, body, headers } = await service.answer(request);
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** A token for one job. */
  tokenFor(permissions: Permissions): string {
    const token = `ghs_${randomUUID()}`;
    this.tokens.set(token, permissions);
    return token;
  }

  open(pull: Omit<PullRequest, "number" | "reviews" | "commits">): PullRequest {
    const { login } = pull.author;
    const commit = { oid: pull.head, parents: [this.main], authors: [login], committer: login };
    const made = { ...pull, number: this.number(), reviews: [], commits: [commit] };
    this.pulls.push(made);
    return made;
  }

  pull(number: number): PullRequest {
    const found = this.pulls.find((each) => each.number === number);
    if (found === undefined) throw new Error(`there is no pull request ${number}`);
    return found;
  }

  /** The comments on a pull request or an issue, in their order. */
  commentsOn(number: number): string[] {
    return this.comments.filter((comment) => comment.number === number).map(({ body }) => body);
  }

  statusOf(commit: string): string | undefined {
    const found = this.statuses.find(({ sha }) => sha === commit);
    return found && `${found.state}: ${found.description}`;
  }

  /** Somebody else writes a comment. */
  say(number: number, by: string, body: string): void {
    this.comments.push({ id: this.number(), number, by, body });
  }

  private number(): number {
    this.next += 1;
    return this.next;
  }

  private readonly routes: readonly Route[] = [
    {
      ...{ method: "GET", path: /^issues\/(\d+)\/comments$/, needs: ["pull-requests", "read"] },
      answer: ({ parts, query }) =>
        paged(query, this.comments.filter(({ number }) => number === Number(parts[0])).map(commentAnswer)),
    },
    {
      ...{ method: "POST", path: /^issues\/(\d+)\/comments$/, needs: ["pull-requests", "write"] },
      answer: ({ parts, body }) => {
        const comment = { id: this.number(), number: Number(parts[0]), by: robot, ...bodyOfComment.parse(body) };
        this.comments.push(comment);
        return commentAnswer(comment);
      },
    },
    {
      ...{ method: "PATCH", path: /^issues\/comments\/(\d+)$/, needs: ["pull-requests", "write"] },
      answer: ({ parts, body }) => {
        const comment = this.comments.find(({ id }) => id === Number(parts[0]));
        if (comment === undefined) throw new Error("there is no such comment");
        comment.body = bodyOfComment.parse(body).body;
        return commentAnswer(comment);
      },
    },
    {
      ...{ method: "POST", path: /^statuses\/([0-9a-f]{40})$/, needs: ["statuses", "write"] },
      answer: ({ parts, body }) => {
        const { target_url: _run, ...status } = bodyOfStatus.parse(body);
        this.statuses.unshift({ sha: parts[0] ?? "", ...status });
        return status;
      },
    },
    {
      ...{ method: "GET", path: /^commits\/([0-9a-f]{40})\/statuses$/, needs: ["statuses", "read"] },
      answer: ({ parts, query }) =>
        paged(
          query,
          this.statuses.filter(({ sha }) => sha === parts[0]),
        ),
    },
    {
      ...{ method: "GET", path: /^commits\/([0-9a-f]{40})\/pulls$/, needs: ["pull-requests", "read"] },
      answer: ({ parts, query }) =>
        paged(
          query,
          this.pulls
            .filter(({ mergedAs, head }) => mergedAs === parts[0] || head === parts[0])
            .map(({ number, mergedAs, base = "main" }) => ({
              ...{ number, base: { ref: base } },
              merged_at: mergedAs === undefined ? null : "2026-03-01T08:00:00Z",
              merge_commit_sha: mergedAs ?? null,
            })),
        ),
    },
    {
      ...{ method: "GET", path: /^actions\/runs$/, needs: ["actions", "read"] },
      answer: ({ query }) => {
        if (query.get("status") !== "in_progress") throw new Error("this status is not known");
        return { total_count: this.otherRuns.length, workflow_runs: paged(query, this.otherRuns) };
      },
    },
    {
      ...{ method: "GET", path: /^branches\/main$/, needs: ["contents", "read"] },
      answer: () => ({ name: "main", commit: { sha: this.main } }),
    },
    {
      ...{ method: "GET", path: /^issues$/, needs: ["issues", "read"] },
      answer: ({ query }) =>
        paged(
          query,
          this.issues
            .filter(({ state, labels }) => state === query.get("state") && labels.includes(query.get("labels") ?? ""))
            .map(({ by, ...issue }) => ({ ...issue, user: { login: by } })),
        ),
    },
    {
      ...{ method: "POST", path: /^issues$/, needs: ["issues", "write"] },
      answer: ({ body }) => {
        const { title = "", body: text = "", labels = [] } = bodyOfIssue.parse(body);
        const issue = { number: this.number(), by: robot, title, body: text, labels, state: "open" };
        this.issues.push(issue);
        return issue;
      },
    },
    {
      ...{ method: "PATCH", path: /^issues\/(\d+)$/, needs: ["issues", "write"] },
      answer: ({ parts, body }) => {
        const issue = this.issues.find(({ number }) => number === Number(parts[0]));
        if (issue === undefined) throw new Error("there is no such issue");
        const { title = issue.title, body: text = issue.body, state = issue.state } = bodyOfIssue.parse(body);
        Object.assign(issue, { title, body: text, state });
        return issue;
      },
    },
  ];

  private async answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://localhost");
    const refuse = (status: number, message: string) => {
      this.refused.push(`${request.method} ${pathname}: ${message}`);
      return { status, body: { message } };
    };
    const lacking = (scope: string, level: string) => ({
      ...refuse(403, "Resource not accessible by integration"),
      headers: { "x-accepted-github-permissions": `${scope.replace("-", "_")}=${level}` },
    });
    const permissions = this.tokens.get(request.headers.authorization?.replace(/^Bearer /, "") ?? "");
    if (permissions === undefined) return refuse(401, "Bad credentials");
    const text = await textOf(request);
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    try {
      if (request.method === "POST" && pathname === "/graphql") {
        const mayRead = permissions["pull-requests"] !== undefined;
        return {
          status: 200,
          body: graphAnswer(body, mayRead, (number) => this.pulls.find((pull) => pull.number === number)),
        };
      }
      const below = `/repos/${repositoryName}/`;
      const path = pathname.startsWith(below) ? pathname.slice(below.length) : "";
      const route = this.routes.find((each) => each.method === request.method && each.path.test(path));
      if (route === undefined) return refuse(404, "this call is not known");
      const [scope, level] = this.scopeOf(route, path);
      const given = permissions[scope];
      if (given !== "write" && given !== level) return lacking(scope, level);
      return { status: 200, body: route.answer({ body, query, parts: route.path.exec(path)?.slice(1) ?? [] }) };
    } catch (error) {
      return refuse(422, error instanceof Error ? error.message : String(error));
    }
  }

  /** Comments on an issue need another permission than comments on a pull request. */
  private scopeOf({ needs }: Route, path: string): Route["needs"] {
    const [, number] = /^issues\/(\d+)\/comments$/.exec(path) ?? [];
    const isIssue = this.issues.some((issue) => issue.number === Number(number));
    return isIssue ? ["issues", needs[1]] : needs;
  }
}

const commentAnswer = ({ id, by, body }: Comment) => ({ id, body, user: { login: by } });

function paged<Entry>(query: URLSearchParams, entries: readonly Entry[]): Entry[] {
  const size = Number(query.get("per_page") ?? 30);
  const page = Number(query.get("page") ?? 1);
  return entries.slice((page - 1) * size, page * size);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
