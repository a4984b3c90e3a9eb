import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

export const project = { id: 41, path: "example-team/outreach" } as const;

export interface Member {
  readonly id: number;
  readonly username: string;
  /** 30 a developer, 40 a maintainer; undefined for someone who is no member. */
  readonly access?: number;
  readonly bot?: boolean;
}

export interface Note {
  readonly id: number;
  readonly by: Member;
  body: string;
  readonly system?: boolean;
  readonly editedAt?: string;
}

export interface MergeRequest {
  readonly iid: number;
  readonly author: Member;
  readonly branch: string;
  readonly fork: boolean;
  mergedAs?: string;
  readonly notes: Note[];
}

/** Who the pipeline's token belongs to. */
export const robot: Member = { id: 900, username: "project_41_bot", access: 30, bot: true };
const token = "glpat-of-the-tests";

const bodyOfNote = z.strictObject({ body: z.string().max(1_000_000) });
const graphRequest = z.strictObject({
  query: z.string(),
  variables: z.strictObject({ path: z.literal(project.path), number: z.string() }),
});
/** Every word that a query may have: fields and arguments that GitLab's schema has. */
const known = new Set([
  ...["query", "path", "number", "ID", "String", "project", "fullPath", "mergeRequest", "iid", "author", "username"],
  ...["notes", "last", "nodes", "system", "body", "createdAt", "lastEditedAt", "id", "bot"],
]);

interface Route {
  readonly method: string;
  readonly path: RegExp;
  answer(parts: readonly string[], body: unknown, query: URLSearchParams): unknown;
}

/** GitLab's API on this machine, as far as the pipeline uses it. It refuses calls that it does not know. */
export class GitLabService {
  readonly requests: MergeRequest[] = [];
  readonly members: Member[] = [robot];
  /** What was refused, which no job should ever see. */
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

  open(given: Omit<MergeRequest, "iid" | "notes">): MergeRequest {
    const made = { ...given, iid: this.requests.length + 1, notes: [] };
    this.requests.push(made);
    return made;
  }

  /** Somebody writes a comment. */
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
      answer: ([commit]) =>
        this.requests
          .filter(({ mergedAs }) => mergedAs === commit)
          .map(({ iid }) => ({ iid, state: "merged", merge_commit_sha: commit, squash_commit_sha: null, sha: "" })),
    },
    {
      ...{ method: "GET", path: /^\/projects\/41\/members\/all$/ },
      answer: (_parts, _body, query) => {
        const wanted = query.getAll("user_ids[]").map(Number);
        const found = this.members.filter(({ id, access }) => access !== undefined && wanted.includes(id));
        return paged(
          query,
          found.map(({ id, username, access }) => ({ id, username, access_level: access })),
        );
      },
    },
    { method: "POST", path: /^\/graphql$/, answer: (_parts, body) => this.graph(body) },
  ];

  private graph(body: unknown): unknown {
    const { query, variables } = graphRequest.parse(body);
    const unknown = query.match(/[A-Za-z_]\w*/g)?.filter((word) => !known.has(word)) ?? [];
    if (unknown.length > 0) throw new Error(`this query is not known: ${unknown.join(", ")}`);
    const { author, notes } = this.request(variables.number);
    const nodes = notes.slice(-100).map(({ id, by, body: text, system, editedAt }) => ({
      system: system === true,
      body: text,
      // Ids rise with time.
      createdAt: new Date(Date.UTC(2026, 2, 1, 8, 0, id)).toISOString(),
      lastEditedAt: editedAt ?? null,
      author: { id: `gid://gitlab/User/${by.id}`, username: by.username, bot: by.bot === true },
    }));
    return { data: { project: { mergeRequest: { author: { username: author.username }, notes: { nodes } } } } };
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
      if (route === undefined) return refuse(404, "this call is not known");
      const body: unknown = text === "" ? undefined : JSON.parse(text);
      return { status: 200, body: route.answer(route.path.exec(path)?.slice(1) ?? [], body, searchParams) };
    } catch (error) {
      return refuse(400, error instanceof Error ? error.message : String(error));
    }
  }
}

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
