import { looksLikePage } from "./errors";
import { parseJson } from "./json";
import type { Operation } from "./operation";
import { safeText } from "./redact";
import { type ServiceWords, wordsFrom } from "./shapes";

/** The parsed body of a response. */
export interface ReadBody {
  readonly kind: "fine" | "broken" | "page";
  readonly json: unknown;
  readonly words: ServiceWords | undefined;
}

export function readBody(answer: { readonly status: number; readonly text: string }, operation: Operation): ReadBody {
  const { status, text } = answer;
  const isSuccess = status >= 200 && status < 300;
  if (text.trim() === "") {
    const isWanted = isSuccess && operation.answersObject && (operation.effect === "read" || status !== 204);
    return { kind: isWanted ? "broken" : "fine", json: undefined, words: undefined };
  }
  try {
    const json = parseJson(text);
    // Searching a long listing for a message would cost as much as parsing it.
    const words = isSuccess ? undefined : wordsFrom(json);
    return { kind: "fine", json, words };
  } catch {
    if (operation.isWordless === true && isSuccess && !looksLikePage(text)) {
      return { kind: "fine", json: safeText(text), words: undefined };
    }
    const kind = looksLikePage(text) ? "page" : "broken";
    // Some frameworks put their message about an unknown route into an HTML page.
    const route = /Cannot (?:GET|POST|PATCH|DELETE) \/[^\s<]*/.exec(text)?.[0];
    return { kind, json: undefined, words: route === undefined ? undefined : { message: route, field: "other" } };
  }
}
