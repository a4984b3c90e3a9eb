import type { paths } from "@octokit/openapi-types";
import type { z } from "zod";

// The operations in GitHub's own description of its REST API, as types: a route below that is not in it, or whose body
// or response differs, does not compile.
type Path = keyof paths & `/repos/{owner}/{repo}/${string}`;
type PathOf<Operation> = Operation extends { parameters: { path: infer Names } }
  ? Omit<Names, "owner" | "repo">
  : unknown;
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Names } } ? NonNullable<Names> : unknown;
type BodyOf<Operation> = Operation extends { requestBody?: { content: { "application/json": infer Body } } }
  ? Body
  : unknown;
type StatusOf<Operation> = Operation extends { responses: infer Responses } ? keyof Responses & (200 | 201) : never;
type AnswerOf<Operation, Status extends PropertyKey> = Operation extends {
  responses: Record<Status, { content: { "application/json": infer Answer } }>;
}
  ? Answer
  : never;
/** A response may omit what no workflow reads. */
type Part<Whole> = Whole extends readonly (infer Entry)[]
  ? Part<Entry>[]
  : Whole extends object
    ? { [Name in keyof Whole]?: Part<Whole[Name]> }
    : Whole;

/** A check may pass only what the operation accepts, without unknown properties. */
type NoOther<Known, Given> = Exclude<keyof Given, keyof Known> extends never ? unknown : never;

export type Scope = readonly [scope: string, level: "read" | "write"];

interface Call {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly needs: Scope;
  readonly status: number;
  /** Throws for a request that the operation does not accept. */
  answer(call: Call): unknown;
}

/** The beginning of the paths of all operations on a repository. */
export const belowRepository = "/repos/{owner}/{repo}/";

export function route<
  At extends Path,
  Method extends keyof paths[At] & string,
  Status extends StatusOf<paths[At][Method]>,
  Place extends PathOf<paths[At][Method]>,
  Query extends QueryOf<paths[At][Method]>,
  Body extends BodyOf<paths[At][Method]>,
>(
  method: Method,
  template: At,
  given: {
    readonly needs: Scope;
    readonly takes: {
      readonly at: z.ZodType<Place> & NoOther<PathOf<paths[At][Method]>, Place>;
      readonly query: z.ZodType<Query> & NoOther<QueryOf<paths[At][Method]>, Query>;
      readonly body: z.ZodType<Body> & NoOther<BodyOf<paths[At][Method]>, Body>;
    };
    readonly status: Status;
    answer(at: Place, query: Query, body: Body): Part<AnswerOf<paths[At][Method], Status>>;
  },
): Route {
  const below = template.slice(belowRepository.length);
  const path = new RegExp(`^${below.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
  return {
    ...{ method: method.toUpperCase(), path, needs: given.needs, status: given.status },
    answer: (call) =>
      given.answer(
        given.takes.at.parse({ ...path.exec(call.path)?.groups }),
        given.takes.query.parse(Object.fromEntries(call.query)),
        given.takes.body.parse(call.body),
      ),
  };
}
