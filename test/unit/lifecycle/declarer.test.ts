import { expect, test } from "vitest";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import { RunMemory } from "../../../provider/src/lifecycle/memory";
import { robot } from "../kind/robot";

const own = "urn:pulumi:dev::project::outreach:List::one";
const elsewhere = "urn:pulumi:prod::project::outreach:List::two";

test("an object is recorded under the stack of its own URN, whatever the process has seen before", () => {
  expect(declarerOf(own, elsewhere)).toEqual(declarerOf(own));
  expect(declarerOf(own).stack).not.toBe(declarerOf(elsewhere).stack);
});

test("an object without a URN is recorded under the stack that the process has seen last", () => {
  const memory = new RunMemory();
  memory.remember(robot, { title: "first" }, { urn: elsewhere, retained: false });
  memory.remember(robot, { title: "second" }, { urn: own, retained: false });
  memory.remember(robot, { title: "third" }, { retained: false });
  expect(declarerOf(undefined, memory.urn)).toEqual({ stack: declarerOf(own).stack });
  expect(declarerOf(undefined)).toEqual({});
});
