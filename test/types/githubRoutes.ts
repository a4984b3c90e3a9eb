import { z } from "zod";
import { route } from "../support/workflows/githubDescription";

// What the stand-in for GitHub takes and answers is held against GitHub's own description of its API.
const none: z.ZodType<Record<never, unknown>> = z.strictObject({});
const [noBody, text] = [z.undefined(), z.strictObject({ body: z.string() })];
const at = z.strictObject({ issue_number: z.coerce.number() });
const needs = ["issues", "write"] as const;
const comments = "/repos/{owner}/{repo}/issues/{issue_number}/comments";
const answer = () => ({});

route("post", comments, { needs, takes: { at, query: none, body: text }, status: 201, answer });
// @ts-expect-error There is no such path.
route("post", `${comments}s`, { needs, takes: { at, query: none, body: text }, status: 201, answer });
// @ts-expect-error Comments are not put.
route("put", comments, { needs, takes: { at, query: none, body: text }, status: 201, answer });
// @ts-expect-error It answers 201.
route("post", comments, { needs, takes: { at, query: none, body: text }, status: 200, answer });

const more = text.extend({ title: z.string() });
// @ts-expect-error A comment has no title.
route("post", comments, { needs, takes: { at, query: none, body: more }, status: 201, answer });
// @ts-expect-error A comment has a text,
route("post", comments, { needs, takes: { at, query: none, body: noBody }, status: 201, answer });
// @ts-expect-error always,
route("post", comments, { needs, takes: { at, query: none, body: text.partial() }, status: 201, answer });
const other = z.strictObject({ body: z.number() });
// @ts-expect-error which is a string.
route("post", comments, { needs, takes: { at, query: none, body: other }, status: 201, answer });

const place = z.strictObject({ number: z.coerce.number() });
// @ts-expect-error The number is called issue_number.
route("post", comments, { needs, takes: { at: place, query: none, body: text }, status: 201, answer });
const query = z.strictObject({ pages: z.coerce.number() });
const list = () => [{ id: 1 }];
route("get", comments, { needs, takes: { at, query: none, body: noBody }, status: 200, answer: list });
// @ts-expect-error There is no parameter `pages`.
route("get", comments, { needs, takes: { at, query, body: noBody }, status: 200, answer: list });
const texts = () => [{ id: "1" }];
// @ts-expect-error Ids are numbers.
route("get", comments, { needs, takes: { at, query: none, body: noBody }, status: 200, answer: texts });
