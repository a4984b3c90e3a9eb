import { isRecord } from "../record.js";
import { badRequest, ServiceError } from "../serviceError.js";

/** Levels of objects and arrays in a body. Deeper ones could not be stored or returned. */
const DEEPEST = 100;
const MOST_NAMES_SHOWN = 3;
const LONGEST_NAME_SHOWN = 50;

/** Reads the JSON body of a request; throws the error response for one that cannot be accepted. */
export function parseBody(text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new ServiceError(400, error instanceof Error ? error.message : "The body is not valid JSON");
  }
  const tooDeep = pathBeyond(body);
  if (tooDeep) {
    const place = tooDeep
      .slice(0, MOST_NAMES_SHOWN)
      .map((name) => name.slice(0, LONGEST_NAME_SHOWN))
      .join(".");
    throw badRequest(`${place} must not be nested more than ${DEEPEST} levels deep in the body`);
  }
  return body;
}

interface Place {
  value: unknown;
  name: string;
  within: Place | undefined;
  depth: number;
}

/** The path to a value that is nested too deeply. Does not recurse, because the caller controls the depth. */
function pathBeyond(body: unknown): string[] | undefined {
  const open: Place[] = [{ value: body, name: "", within: undefined, depth: 0 }];
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, depth } = place;
    if (!isRecord(value) && !Array.isArray(value)) continue;
    if (depth === DEEPEST) return namesTo(place);
    for (const [name, inner] of Object.entries(value)) {
      open.push({ value: inner, name, within: place, depth: depth + 1 });
    }
  }
  return undefined;
}

function namesTo(place: Place): string[] {
  const names: string[] = [];
  for (let at: Place = place; at.within; at = at.within) names.unshift(at.name);
  return names;
}
