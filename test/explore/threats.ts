import type { Outcome, WireRequest } from "../../provider/src/api/transport";
import type { Played } from "./player";
import type { Footprint, Way } from "./world";

/** What a gateway may do beside losing requests and responses. Each counts as a fault. */
export type Threat =
  /** The response to a create contains an object that existed before. */
  | "the response contains an older object"
  /** A gateway refuses a create because of its own limit, after forwarding it. */
  | "a gateway refuses it because of a limit after forwarding it"
  /** A gateway removes the header that names the member from this request. */
  | "a gateway drops the acting user";

interface Parts {
  readonly played: Played;
  readonly request: WireRequest;
  readonly footprint: Footprint;
  /** Lets a request reach the service, and returns the outcome. */
  arrive(request: WireRequest): Outcome;
  answer(outcome: Outcome): void;
}

export function waysOfThreats({ played, request, footprint, arrive, answer }: Parts): Way[] {
  const { threats, service } = played;
  if (request.method !== "POST") return [];
  const happens: Record<Threat, () => Outcome> = {
    "the response contains an older object": () => {
      const [older] = service.of(request.path.split("/")[2] ?? "");
      arrive(request);
      return older === undefined ? arrive(request) : answered(201, { id: older.id });
    },
    "a gateway refuses it because of a limit after forwarding it": () => {
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
