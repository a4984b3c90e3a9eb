import type { Outcome, Transport, WireRequest } from "../../provider/src/api/transport";
import { actsOn } from "./acts";
import { nothing } from "./interference";
import type { Played } from "./player";
import type { Answered } from "./service";
import { waysOfThreats } from "./threats";
import type { Footprint, Way } from "./world";

/** Offers each request of a process with all ways in which it can end. */
export function transport(played: Played): Transport {
  const { world, actor } = played;
  return {
    send: (request) =>
      new Promise((resolve) => {
        const answer = (outcome: Outcome) => {
          world.learn(actor, JSON.stringify(outcome));
          resolve(outcome);
        };
        const { method, path, body } = request;
        if (method === "POST") noteOtherCreators(played, path);
        const ways = method === "GET" ? waysOfRead : waysOfWrite;
        world.offer(
          actor,
          `${method} ${path}`,
          () => [
            ...ways(played, request, answer),
            ...threats(played, request, answer),
            ...acts(played, request, answer),
          ],
          body,
        );
      }),
    isLocalService: () => false,
    close: async () => undefined,
  };
}

/** Notes creates of other processes that are on their way when this process sends its own. */
function noteOtherCreators({ world, actor, note }: Played, path: string): void {
  for (const { key, actor: other } of world.steps) {
    const isOther = other !== actor && !key.endsWith(` of ${actor} arrives`);
    if (isOther && key.includes(` POST ${path}`))
      note("one creator", `${actor} sends POST ${path} while ${key} is due`);
  }
}

type Answer = (outcome: Outcome) => void;

const lostBy = (cause: string): Outcome => ({ what: "lost", cause, hopeless: false });
const lost = lostBy("the connection broke before an answer arrived");

function waysOfRead(played: Played, request: WireRequest, answer: Answer): Way[] {
  return [
    { name: "", isFault: false, footprint: footprintOf(request), happen: () => answer(arrive(played, request)) },
    { name: "no response", isFault: true, footprint: nothing, happen: () => answer(lost) },
  ];
}

function waysOfWrite(played: Played, request: WireRequest, answer: Answer): Way[] {
  const { world, die } = played;
  const footprint = footprintOf(request);
  const later = () => arriveLater(played, request);
  const way = (name: string, its: Footprint, happen: () => void): Way => ({
    ...{ name, isFault: true, footprint: its, happen },
  });
  const after = (what: () => void) => () => {
    arrive(played, request);
    what();
  };
  return [
    { name: "", isFault: false, footprint, happen: () => answer(arrive(played, request)) },
    way(
      "the response is lost",
      footprint,
      after(() => answer(lost)),
    ),
    way("lost on its way", nothing, () => answer(lost)),
    way("it arrives late", nothing, () => {
      later();
      world.after(played.actor, played.requestTimeout, () =>
        answer(lostBy("no response in time (requestTimeoutSeconds)")),
      );
    }),
    way(
      "a gateway refuses it after forwarding it",
      footprint,
      after(() => answer(answered({ status: 403, body: "<html>denied</html>" }))),
    ),
    way("refused because of the limit", nothing, () =>
      answer(answered({ status: 429, body: { message: "Too Many Requests", statusCode: 429 } })),
    ),
    way("the process dies after it", footprint, after(die)),
    way("the process dies, and it arrives late", nothing, () => {
      later();
      die();
    }),
  ];
}

function threats(played: Played, request: WireRequest, answer: Answer): Way[] {
  const footprint = footprintOf(request);
  return waysOfThreats({ played, request, footprint, answer, arrive: (each) => arrive(played, each) });
}

/** Actions in the app right before the request arrives. Other moments are equivalent, as only requests reveal it. */
function acts(played: Played, request: WireRequest, answer: Answer): Way[] {
  const isUnseen = played.service.options.specOnly && request.method === "GET" && !request.path.endsWith("/logs");
  if (played.acts.length === 0 || isUnseen) return [];
  const { reads, writes } = footprintOf(request);
  const touched = [...reads, ...writes];
  return actsOn(played.service, played.acts)
    .filter(({ kind }) => touched.includes(kind))
    .map(({ kind, words, happen }) => ({
      name: `after ${words}`,
      isFault: true,
      footprint: { reads, writes: [...writes, kind] },
      happen: () => {
        happen();
        answer(arrive(played, request));
      },
    }));
}

/** The request reaches the service at any moment from now on, at the latest after twice its time-out. */
function arriveLater(played: Played, request: WireRequest): void {
  const { world, actor } = played;
  const key = `${request.method} ${request.path} of ${actor} arrives`;
  let isThere = false;
  const happen = () => {
    if (!isThere) arrive(played, request);
    isThere = true;
  };
  const ways = () => [{ name: "", isFault: false, footprint: footprintOf(request), happen }];
  world.offer("network", key, ways, request.body);
  world.after("network", 2 * played.requestTimeout - 1, () => {
    world.withdraw((step) => step.label === key);
    if (!isThere) world.log.push(`network: ${key} at last`);
    happen();
  });
}

function arrive({ service, actor, arrived }: Played, { method, path, headers, body }: WireRequest): Outcome {
  arrived();
  const as = Number(headers["x-impersonate-user-id"] ?? 0);
  return answered(service.answer({ by: actor, as, method, path, body: body === undefined ? {} : JSON.parse(body) }));
}

function answered({ status, body }: Answered): Outcome {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { what: "answered", status, headers: {}, text };
}

/** The objects of the service that a request reads or writes. */
function footprintOf({ method, path }: WireRequest): Footprint {
  const [, , noun = ""] = path.split("?")[0]?.split("/") ?? [];
  const touched = noun === "contact" ? ["list", "campaign"] : [noun];
  return method === "GET" ? { reads: touched, writes: [] } : { reads: [], writes: touched };
}
