import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { repository } from "../../../tools/repository.mjs";
import { type Case, casesOf, type World, worlds } from "./worlds";

/** Deciding on every world takes seconds on an idle machine. */
const patience = 300_000;

/** The meaning of the exceptions in docs/spec-only.md. Only the page defines which of them apply to which row. */
const meanings: Readonly<Record<string, (world: World) => boolean>> = {
  "not-recorded-by-name": ({ record, isDeclared }) => !isDeclared && record?.sameName !== true,
  "recorded-on-other-lists": ({ record }) => record?.targets === "another",
  "not-recorded-as-running-on-the-list": ({ record, isDeclared }) =>
    !isDeclared && (record?.ran !== "running" || record.targets !== "this"),
  "not-recorded-as-run-on-the-list": ({ record, isDeclared }) =>
    !isDeclared && (record === undefined || record.ran === "never" || record.targets !== "this"),
};

const page = readFileSync(join(repository, "docs", "spec-only.md"), "utf8");
const listed = [...page.matchAll(/^\| `([a-z-]+)` \| `([a-z-]+)` \|/gm)].map(([, rule = "", exception = ""]) => ({
  rule,
  exception,
}));

/** Each case that a service with all operations refuses, and the first of those that the other kind of service sends. */
let hidden: readonly { readonly shown: Case; readonly sent: Case }[] = [];

const limit = Error.stackTraceLimit;
beforeAll(() => {
  Error.stackTraceLimit = 0;
  hidden = worlds
    .filter(({ listing }) => listing !== "unshown")
    .flatMap((world) => [...casesOf(world)])
    .flatMap((shown) => {
      const sent = shown.verdict.isRefused ? sentUnshown(shown.world) : undefined;
      return sent === undefined ? [] : [{ shown, sent }];
    });
}, patience);
afterAll(() => {
  Error.stackTraceLimit = limit;
  hidden = [];
});

/** The same account, without operations that list or read campaigns. Logs are in the specification. */
function sentUnshown(world: World): Case | undefined {
  const { log } = world.answers;
  const answers = log === undefined ? {} : { log };
  const unshown = { ...world, listing: "unshown", listed: undefined, isNamed: false, answers } as const;
  for (const each of casesOf(unshown)) {
    const { object = "unreadable", users = "hidden" } = each.world.answers;
    if (object === "unreadable" && users === "hidden" && !each.verdict.isRefused) return each;
  }
  return undefined;
}

const isListed = ({ shown }: { readonly shown: Case }) =>
  listed.some(({ rule, exception }) => rule === shown.verdict.rule && meanings[exception]?.(shown.world) === true);

it("docs/spec-only.md names exactly the exceptions that are known here", () => {
  expect([...new Set(listed.map(({ exception }) => exception))].sort()).toEqual(Object.keys(meanings).sort());
});

it("every create that only a service with all operations refuses is an exception of docs/spec-only.md", () => {
  expect(hidden.length).toBeGreaterThan(1000);
  const others = hidden.filter((each) => !isListed(each));
  expect(
    others.slice(0, 3).map(({ shown, sent }) => ({ rule: shown.verdict.rule, ...shown, sent: sent.world })),
  ).toEqual([]);
});

it.each(listed)("the exception of the row $rule occurs: $exception", ({ rule, exception }) => {
  const found = hidden.some(({ shown }) => shown.verdict.rule === rule && meanings[exception]?.(shown.world) === true);
  expect(found).toBe(true);
});
