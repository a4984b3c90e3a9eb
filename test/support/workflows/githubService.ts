import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { belowRepository, type Route } from "./githubDescription";
import { graphAnswer } from "./githubGraph";
import { routesOf } from "./githubRoutes";
import {
  type Comment,
  type GitHubState,
  type Issue,
  type OtherRun,
  type Permissions,
  type PullRequest,
  repositoryName,
  type Status,
} from "./githubTypes";

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * GitHub's API on this machine, as far as the workflows use it. It keeps what it receives, and refuses unknown calls
 * and those for which the token has no permission.
 */
export class GitHubService implements GitHubState {
  readonly pulls: PullRequest[] = [];
  readonly comments: Comment[] = [];
  /** The latest first, as GitHub lists them. */
  readonly statuses: Status[] = [];
  readonly issues: Issue[] = [];
  readonly otherRuns: OtherRun[] = [];
  /** Refused calls, which no workflow should cause. */
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

  /** Another account writes a comment. */
  say(number: number, by: string, body: string): void {
    this.comments.push({ id: this.number(), number, by, body });
  }

  /** The number of the next comment, issue or pull request. */
  number(): number {
    this.next += 1;
    return this.next;
  }

  private readonly routes = routesOf(this);

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
          body: await graphAnswer(body, mayRead, (number) => this.pulls.find((pull) => pull.number === number)),
        };
      }
      const below = belowRepository.replace("{owner}/{repo}", repositoryName);
      const path = pathname.startsWith(below) ? pathname.slice(below.length) : "";
      const route = this.routes.find((each) => each.method === request.method && each.path.test(path));
      if (route === undefined) return refuse(404, "this call is unknown");
      const [scope, level] = this.scopeOf(route, path);
      const given = permissions[scope];
      if (given !== "write" && given !== level) return lacking(scope, level);
      return { status: route.status, body: route.answer({ path, query, body }) };
    } catch (error) {
      return refuse(422, error instanceof Error ? error.message : String(error));
    }
  }

  /** Comments on an issue need a different permission from comments on a pull request. */
  private scopeOf({ needs }: Route, path: string): Route["needs"] {
    const [, number] = /^issues\/(\d+)\/comments$/.exec(path) ?? [];
    const isIssue = this.issues.some((issue) => issue.number === Number(number));
    return isIssue ? ["issues", needs[1]] : needs;
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
