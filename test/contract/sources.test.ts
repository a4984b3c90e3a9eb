import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Operation } from "../../provider/src/api/operation";
import type { ResourceKind, Values } from "../../provider/src/lifecycle/kind";
import { testedKinds } from "../support/testedKinds";
import { subjects } from "./rows/everyKind/subjects";
import { modes, openStage, Stage, type StageService } from "./rows/stage";

interface Attempt {
  readonly what: string;
  /** As documented by the provider; undefined if the service has no such operation. */
  readonly operation: Operation | undefined;
  readonly method: Operation["method"];
  readonly body?: Values;
  /** Whether it concerns one object. */
  readonly isOne: boolean;
}

/** Every operation that a service might have for a kind, the delete last. */
function attemptsOf(
  { operations, roles, changeOperation, createBody, canonical }: ResourceKind,
  args: Values,
): Attempt[] {
  const { list, read, create, update, delete: remove } = operations;
  const renamed = { [roles.name]: "Changed" };
  const paused = roles.paused === undefined ? undefined : { [roles.paused]: true };
  return [
    { what: "list", operation: list, method: "GET", isOne: false },
    { what: "read", operation: read, method: "GET", isOne: true },
    { what: "create", operation: create, method: "POST", isOne: false, body: createBody(canonical(args)) },
    ...(paused === undefined
      ? []
      : [{ what: "pause", operation: changeOperation(paused), method: "PATCH", isOne: true, body: paused } as const]),
    { what: "update", operation: update, method: "PATCH", isOne: true, body: renamed },
    { what: "delete", operation: remove, method: "DELETE", isOne: true },
  ];
}

describe.each(modes)("the documented source of each operation, %s", (mode) => {
  let sandbox: StageService;
  let stage: Stage;
  let listId: number;

  beforeAll(async () => {
    sandbox = await openStage(mode);
    stage = new Stage(sandbox, mode);
    listId = await stage.madeList();
  });
  afterAll(async () => {
    await sandbox.close();
  });

  const send = async (method: string, path: string, body?: Values) => {
    const response = await fetch(new URL(path, stage.settings.origin), {
      method,
      headers: { authorization: `Bearer ${stage.settings.apiKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { isOffered: response.ok, text: await response.text() };
  };

  it.each(subjects)("lists the operations that this service offers for a $noun", async ({ kind, path, wanted }) => {
    const attempts = attemptsOf(testedKinds[kind], wanted(stage, listId).args);
    const made = await send("POST", path, attempts.find(({ what }) => what === "create")?.body);
    const { id } = z.object({ id: z.number() }).parse(JSON.parse(made.text));
    const offered: string[] = [];
    for (const { what, method, body, isOne } of attempts) {
      const { isOffered } = await send(method, isOne ? `${path}/${id}` : path, body);
      if (isOffered) offered.push(what);
    }
    const documented = attempts
      .filter(({ operation }) => (mode === "full" ? operation !== undefined : operation?.source === "S"))
      .map(({ what }) => what);
    expect(offered).toEqual(documented);
  });
});
