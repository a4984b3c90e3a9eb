import { afterAll, beforeAll } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/src/index.js";

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

export interface Caller {
  apiKey?: string;
  /** The acting user: a member of the key owner's organization. */
  as?: number | string;
}

/** A sandbox for the tests of one file, with a manual clock and without a rate limit by default. */
export class Bench {
  private started: Sandbox | undefined;

  get sandbox(): Sandbox {
    if (!this.started) throw new Error("The sandbox of these tests is not started");
    return this.started;
  }

  async start(options: SandboxOptions): Promise<void> {
    this.started = await this.begin({ rateLimit: false, startTime: "2026-03-02T08:00:00Z", ...options });
  }

  protected begin(options: SandboxOptions): Promise<Sandbox> {
    return startSandbox(options);
  }

  async stop(): Promise<void> {
    await this.started?.close();
    this.started = undefined;
  }

  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    caller: Caller = {},
  ): Promise<Answer<T>> {
    return callService<T>(this.sandbox.url, method, path, body, caller);
  }

  /** Reads an object; throws unless the status is 200. */
  async get<T>(path: string, caller?: Caller): Promise<T> {
    const answer = await this.call<T>("GET", path, undefined, caller);
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Creates an object; throws unless the status is 201. */
  async create<T = { id: number } & Record<string, unknown>>(path: string, body: unknown, caller?: Caller): Promise<T> {
    const answer = await this.call<T>("POST", path, body, caller);
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Creates a list and returns its id. */
  async list(name = "Founders", caller?: Caller): Promise<number> {
    return (await this.create("/v1/list", { name }, caller)).id;
  }

  /** Creates an inactive campaign, on a new list unless the fields name one. */
  async campaign<T = { id: number } & Record<string, unknown>>(fields: Record<string, unknown> = {}): Promise<T> {
    return this.create<T>("/v1/campaign", {
      name: "First contact",
      active: false,
      listIds: fields.listIds ?? [await this.list()],
      linkedinSeatId: 7,
      steps: networkSteps,
      ...fields,
    });
  }
}

export function useSandbox(options: SandboxOptions = {}): Bench {
  const bench = new Bench();
  beforeAll(() => bench.start(options));
  afterAll(() => bench.stop());
  return bench;
}

export async function callService<T = Record<string, unknown>>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  { apiKey = "osk_demo_owner", as }: Caller = {},
): Promise<Answer<T>> {
  const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` };
  if (as !== undefined) headers["x-impersonate-user-id"] = String(as);
  if (body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(`${url}${path}`, {
    method,
    headers,
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === "" ? undefined : JSON.parse(text)) as T,
  };
}

/** The words of a text in alphabetical order, to compare with the names of an object's fields. */
export const namesIn = (text: string) => text.trim().split(/\s+/).sort();

let people = 0;
/** A contact that no other test creates. */
export const person = (fields: Record<string, unknown> = {}) => {
  people += 1;
  return {
    firstName: `Ada${people}`,
    lastName: "Byron",
    profileUrl: `https://network.example.com/in/ada-${people}`,
    ...fields,
  };
};

export const keyword = (text: string) => ({ type: "SEARCH_KEYWORD", value: `"${text}"` });

/** Valid signals, each different. */
export const signals = (count: number) => Array.from({ length: count }, (_, index) => keyword(`topic${index}`));

export const fourSignals = [
  keyword("open banking"),
  { type: "HIRING", value: "true" },
  { type: "TECHNOLOGY", value: "stripe" },
  { type: "COMPETITOR_PAGE_URL", value: "https://network.example.com/company/rival" },
];

export const networkSteps = [
  { type: "visitProfile" },
  { type: "invitation", delayAfterLastStep: 1 },
  { type: "message", message: "Hello [FirstName]" },
];

export const emailSteps = [{ type: "email", subject: "Hello [FirstName]", message: "From [SenderFirstName]" }];
