import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

export const project = { id: 41, path: "example-team/outreach" } as const;

export interface Member {
  readonly id: number;
  readonly username: string;
  /** 30 for a developer, 40 for a maintainer; undefined for anyone who is not a member. */
  readonly access?: number;
  readonly bot?: boolean;
  readonly isBlocked?: boolean;
}

export interface Note {
  readonly id: number;
  readonly by: Member;
  body: string;
  readonly system?: boolean;
  readonly editedAt?: string;
  /** The editor, if different from the author. */
  readonly editedBy?: Member;
}

/** A commit of a merge request. Users are undefined for addresses that GitLab does not know. */
export interface RequestCommit {
  readonly author: Member | undefined;
  readonly committer: Member | undefined;
  readonly isMerge?: boolean;
}

/** A job in GitLab. */
export interface KnownJob {
  readonly id: number;
  readonly name: string;
  readonly pipeline: number;
  readonly isRunning?: boolean;
}

export interface MergeRequest {
  readonly iid: number;
  readonly author: Member;
  readonly branch: string;
  readonly fork: boolean;
  /** The target branch. Default: main. */
  readonly target?: string;
  mergedAs?: string;
  readonly notes: Note[];
  readonly commits: RequestCommit[];
}

/** The owner of the pipeline's token. */
export const robot: Member = { id: 900, username: "project_41_bot", access: 30, bot: true };
const token = "glpat-of-the-tests";

const bodyOfNote = z.strictObject({ body: z.string().max(1_000_000) });
const graphRequest = z.strictObject({
  query: z.string(),
  variables: z.strictObject({ path: z.string(), number: z.string(), after: z.string().nullable() }),
});
/** The words that a query may contain: fields and arguments in GitLab's schema. */
const known = new Set([
  ...["query", "path", "number", "after", "ID", "String", "project", "fullPath", "mergeRequest", "iid", "author"],
  ...["username", "pageInfo", "hasNextPage", "endCursor", "committers", "commitsWithoutMergeCommits"],
  ...["notes", "first", "nodes", "system", "body", "createdAt", "lastEditedAt", "lastEditedBy", "id", "bot"],
]);

interface Route {
  readonly method: string;
  readonly path: RegExp;
  answer(parts: readonly string[], body: unknown, query: URLSearchParams): unknown;
}

/** GitLab's API on this machine, as far as the pipeline uses it. It refuses unknown calls. */
export class GitLabService {
  readonly requests: MergeRequest[] = [];
  readonly members: Member[] = [robot];
  readonly jobs: KnownJob[] = [];
  /** The head of the branch main. */
  main = "";
  processMode: "unordered" | "oldest_first" = "oldest_first";
  /** Refused calls, which no job should cause. */
  readonly refused: string[] = [];
  readonly token = token;
  private next = 1;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<GitLabService> {
    const server = createServer();
    const service = new GitLabService(server);
    server.on("request", async (request, response) => {
      const { status, body } = await service.answer(request);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
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

  open(given: Omit<MergeRequest, "iid" | "notes" | "commits">): MergeRequest {
    const commits = [{ author: given.author, committer: given.author }];
    const made = { ...given, iid: this.requests.length + 1, notes: [], commits };
    this.requests.push(made);
    return made;
  }

  /** Adds a comment. */
  say(request: MergeRequest, note: Omit<Note, "id">): void {
    this.next += 1;
    request.notes.push({ id: this.next, ...note });
  }

  private request(iid: string | undefined): MergeRequest {
    const found = this.requests.find((each) => each.iid === Number(iid));
    if (found === undefined) throw new Error(`there is no merge request ${iid}`);
    return found;
  }

  private readonly routes: readonly Route[] = [
    { method: "GET", path: /^\/user$/, answer: () => ({ id: robot.id, username: robot.username }) },
    {
      ...{ method: "GET", path: /^\/projects\/41\/merge_requests\/(\d+)\/notes$/ },
      answer: ([iid], _body, query) => paged(query, this.request(iid).notes.map(noteAnswer)),
    },
    {
      ...{ method: "POST", path: /^\/projects\/41\/merge_requests\/(\d+)\/notes$/ },
      answer: ([iid], body) => {
        this.say(this.request(iid), { by: robot, ...bodyOfNote.parse(body) });
        return {};
      },
    },
    {
      ...{ method: "PUT", path: /^\/projects\/41\/merge_requests\/(\d+)\/notes\/(\d+)$/ },
      answer: ([iid, id], body) => {
        const note = this.request(iid).notes.find((each) => each.id === Number(id));
        if (note === undefined) throw new Error("there is no such note");
        note.body = bodyOfNote.parse(body).body;
        return {};
      },
    },
    {
      ...{ method: "GET", path: /^\/projects\/41\/repository\/commits\/([0-9a-f]{40})\/merge_requests$/ },
      answer: ([commit], _body, query) =>
        paged(
          query,
          this.requests
            .filter(({ mergedAs }) => mergedAs === commit)
            .map(({ iid, target = "main" }) => ({
              ...{ iid, state: "merged", target_branch: target },
              ...{ merge_commit_sha: commit, squash_commit_sha: null, sha: "" },
            })),
        ),
    },
    {
      ...{ method: "GET", path: /^\/projects\/41\/repository\/branches\/main$/ },
      answer: () => ({ name: "main", commit: { id: this.main } }),
    },
    {
      ...{ method: "GET", path: /^\/projects\/41\/pipelines\/(\d+)\/jobs$/ },
      answer: ([pipeline], _body, query) => {
        if (query.get("include_retried") !== "true") throw new Error("retried jobs are omitted");
        return paged(
          query,
          this.jobs.filter((job) => job.pipeline === Number(pipeline)),
        );
      },
    },
    {
      ...{ method: "GET", path: /^\/projects\/41\/jobs$/ },
      answer: (_parts, _body, query) => {
        if (query.getAll("scope[]").join() !== "running") throw new Error("this scope is unknown");
        return paged(
          query,
          this.jobs.filter(({ isRunning }) => isRunning),
        );
      },
    },
    {
      ...{ method: "GET", path: /^\/projects\/41\/resource_groups\/([\w-]+)$/ },
      answer: ([key]) => ({ id: 3, key, process_mode: this.processMode }),
    },
    {
      ...{ method: "GET", path: /^\/projects\/41\/members\/all$/ },
      answer: (_parts, _body, query) => {
        const wanted = query.getAll("user_ids[]").map(Number);
        const found = this.members.filter(({ id, access }) => access !== undefined && wanted.includes(id));
        return paged(
          query,
          found.map(({ id, username, access, isBlocked }) => ({
            ...{ id, username, access_level: access, state: isBlocked === true ? "blocked" : "active" },
          })),
        );
      },
    },
    { method: "POST", path: /^\/graphql$/, answer: (_parts, body) => this.graph(body) },
  ];

  private graph(body: unknown): unknown {
    const { query, variables } = graphRequest.parse(body);
    const unknown = query.match(/[A-Za-z_]\w*/g)?.filter((word) => !known.has(word)) ?? [];
    if (unknown.length > 0) throw new Error(`this query is unknown: ${unknown.join(", ")}`);
    // GitLab responds in the same way for a project that the token may not see and for a missing one.
    if (variables.path !== project.path) return { data: { project: null } };
    const [, field, size] =
      /\b(notes|committers|commitsWithoutMergeCommits)\(first: (\d+), after: \$after\)/.exec(query) ?? [];
    if (Number(size) > 100) throw new Error("a page has at most 100 entries");
    const request = this.requests.find(({ iid }) => iid === Number(variables.number));
    if (request === undefined) return { data: { project: { mergeRequest: null } } };
    const { author, notes, commits } = request;
    const own = commits.filter(({ isMerge }) => isMerge !== true);
    const lists: Record<string, unknown[]> = {
      notes: notes.map(graphNote),
      committers: own.flatMap(({ committer }) => (committer === undefined ? [] : [{ username: committer.username }])),
      commitsWithoutMergeCommits: own.map((each) => ({
        author: each.author === undefined ? null : { username: each.author.username },
      })),
    };
    const all = lists[field ?? ""];
    if (field === undefined || all === undefined) throw new Error("this query requests no page");
    const from = Number(variables.after ?? 0);
    const end = from + Number(size);
    const page = { nodes: all.slice(from, end), pageInfo: { hasNextPage: end < all.length, endCursor: String(end) } };
    return { data: { project: { mergeRequest: { author: { username: author.username }, [field]: page } } } };
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const refuse = (status: number, message: string) => {
      this.refused.push(`${request.method} ${pathname}: ${message}`);
      return { status, body: { message } };
    };
    if (request.headers.authorization !== `Bearer ${token}`) return refuse(401, "401 Unauthorized");
    const text = await textOf(request);
    try {
      const path = pathname.replace(/^\/api\/v4/, "");
      const route = this.routes.find((each) => each.method === request.method && each.path.test(path));
      if (route === undefined) return refuse(404, "this call is unknown");
      const body: unknown = text === "" ? undefined : JSON.parse(text);
      return { status: 200, body: route.answer(route.path.exec(path)?.slice(1) ?? [], body, searchParams) };
    } catch (error) {
      return refuse(400, error instanceof Error ? error.message : String(error));
    }
  }
}

const graphNote = ({ id, by, body, system, editedAt, editedBy = by }: Note) => {
  // Ids rise with time.
  const createdAt = new Date(Date.UTC(2026, 2, 1, 8, 0, id)).toISOString();
  return {
    ...{ system: system === true, body, createdAt },
    // GitLab returns a time for unedited comments too: that of their last activity.
    lastEditedAt: editedAt ?? createdAt,
    lastEditedBy: editedAt === undefined ? null : { username: editedBy.username },
    author: { id: `gid://gitlab/User/${by.id}`, username: by.username, bot: by.bot === true },
  };
};

const noteAnswer = ({ id, by, body, system }: Note) => ({
  id,
  body,
  system: system === true,
  author: { id: by.id, username: by.username },
});

function paged<Entry>(query: URLSearchParams, entries: readonly Entry[]): Entry[] {
  const size = Number(query.get("per_page") ?? 20);
  const page = Number(query.get("page") ?? 1);
  return entries.slice((page - 1) * size, page * size);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
