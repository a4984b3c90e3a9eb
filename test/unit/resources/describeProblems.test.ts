import { expect, it } from "vitest";
import { describeProblems, type Problem, problemLine } from "../../../provider/src/lifecycle/problem";

it("writes a line for each problem", () => {
  const problems = [
    { path: "name", title: "is empty" },
    { path: "steps[2].note", title: "is missing" },
    { path: "", allowed: "must be a campaign" },
  ];
  expect(describeProblems("campaign", "fintech", problems)).toBe(
    '3 problems in campaign "fintech":\n  name: is empty\n  steps[2].note: is missing\n  must be a campaign',
  );
  expect(describeProblems("list", "a\nb", problems.slice(0, 1))).toBe('1 problem in list "a\\nb":\n  name: is empty');
});

it.each<[Omit<Problem, "path">, string]>([
  [{ title: "is empty" }, "is empty"],
  [{ allowed: "must be a text" }, "must be a text"],
  [{ title: "is missing", allowed: "must be a text" }, "is missing: it must be a text"],
  [{ title: "has 200 characters", allowed: "at most 180 are allowed" }, "has 200 characters; at most 180 are allowed"],
  [{ title: "is not a field", hint: "did you mean `name`?" }, "is not a field: did you mean `name`?"],
  [{ allowed: "must be one of `a`, `b`", hint: "did you mean `b`?" }, "must be one of `a`, `b`; did you mean `b`?"],
])("writes %j as one sentence", (problem, sentence) => {
  expect(problemLine({ path: "", ...problem })).toBe(sentence);
  expect(problemLine({ path: "steps[2].note", ...problem })).toBe(`steps[2].note: ${sentence}`);
});

it("stays short for any number", () => {
  const problems = Array.from({ length: 10_000 }, (_, index) => ({ path: `steps[${index}]`, title: "is wrong" }));
  const lines = describeProblems("campaign", "fintech", problems).split("\n");
  expect(lines).toHaveLength(52);
  expect(lines[0]).toBe('10,000 problems in campaign "fintech":');
  expect(lines[51]).toBe("  and 9,950 more");
});
