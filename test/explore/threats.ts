import type { Outcome, WireRequest } from "../../provider/src/api/transport";
import type { Played } from "./player";
import type { Footprint, Way } from "./world";

/** What stands before the service may do beside losing requests and answers. Each counts as a fault. */
export type Threat =
  /** The answer to a create holds the object that existed before. */
  | "an older object is the answer"
  /** A gateway refuses a create because of a limit of its own, after passing it on. */
  | "a gateway refuses it because of a limit after passing it on"
  /** A gateway removes the header that names the member, from this request. */
  | "a gateway drops the acting user";

interface Parts {
  readonly played: Played;
  readonly request: WireRequest;
  readonly footprint: Footprint;
  /** Lets a request reach the service, and gives its answer. */
  arrive(request: WireRequest): Outcome;
  answer(outcome: Outcome): void;
}

export function waysOfThreats({ played, request, footprint, arrive, answer }: Parts): Way[] {
  const { threats, service } = played;
  if (request.method !== "POST") return [];
  const happens: Record<Threat, () => Outcome> = {
    "an older object is the answer": () => {
      const [older] = service.of(request.path.split("/")[2] ?? "");
      arrive(request);
      return older === undefined ? arrive(request) : answered(201, { id: older.id });
    },
    "a gateway refuses it because of a limit after passing it on": () => {
      arrive(request);
      return answered(429, "<html>too many requests</html>");
    },
    "a gateway drops the acting user": () => {
      const { "x-impersonate-user-id": _dropped, ...headers } = request.headers;
      return arrive({ ...request, headers });
    },
  };
  return threats.map((name) => ({ name, isFault: true, footprint, happen: () => answer(happens[name]()) }));
}

function answered(status: number, body: unknown): Outcome {
  return { what: "answered", status, headers: {}, text: typeof body === "string" ? body : JSON.stringify(body) };
}
