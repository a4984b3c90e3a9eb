import { expect, it } from "vitest";
import { describeProblems } from "../../../provider/src/lifecycle/validate";

it("writes a line for each problem", () => {
  const problems = [
    { path: "name", text: "is empty" },
    { path: "steps[2].note", text: "is missing" },
    { path: "", text: "must be a campaign" },
  ];
  expect(describeProblems("campaign", "fintech", problems)).toBe(
    '3 problems in campaign "fintech":\n  name: is empty\n  steps[2].note: is missing\n  must be a campaign',
  );
  expect(describeProblems("list", "a\nb", problems.slice(0, 1))).toBe('1 problem in list "a\\nb":\n  name: is empty');
});

it("stays short however many there are", () => {
  const problems = Array.from({ length: 10_000 }, (_, index) => ({ path: `steps[${index}]`, text: "is wrong" }));
  const lines = describeProblems("campaign", "fintech", problems).split("\n");
  expect(lines).toHaveLength(52);
  expect(lines[0]).toBe('10,000 problems in campaign "fintech":');
  expect(lines[51]).toBe("  and 9,950 more");
});
