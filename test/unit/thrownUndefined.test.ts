import { describe, expect, it } from "vitest";

describe("a thrown undefined value", () => {
  const throwing = () => {
    throw undefined;
  };

  it("does not match an error with a message", async () => {
    expect(() => expect(throwing).toThrow("refused")).toThrow("no error, but undefined");
    await expect(expect(Promise.reject(undefined)).rejects.toThrow(/refused/)).rejects.toThrow(
      "no error, but undefined",
    );
  });

  it("counts as thrown", () => {
    expect(throwing).toThrow();
    expect(() => expect(throwing).not.toThrow()).toThrow();
  });
});

it("an error is compared as usual", async () => {
  const throwing = () => {
    throw new Error("refused: it runs");
  };
  expect(throwing).toThrow("refused");
  expect(throwing).toThrow(/^refused: it runs$/);
  expect(throwing).not.toThrow("something else");
  expect(() => "nothing").not.toThrow();
  expect(() => expect(throwing).toThrow("something else")).toThrow("something else");
  expect(() => expect(() => "nothing").toThrow("refused")).toThrow();
  await expect(Promise.reject(new Error("refused"))).rejects.toThrow("refused");
});
