import { describe, expect, it, vi } from "vitest";
import type { Answer } from "../../../provider/src/api/objects";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import type { Consequence } from "../../../provider/src/lifecycle/answerTable";
import type { Values } from "../../../provider/src/lifecycle/kind";
import type { KindWithPolicy } from "../../../provider/src/lifecycle/policy";
import { type Recorded, readRecord, writtenRecord } from "../../../provider/src/lifecycle/record";
import { PartialFailure } from "../../../provider/src/lifecycle/refusal";
import { update } from "../../../provider/src/lifecycle/update";
import { declared, robot } from "../kind/robot";
import { guarding, recordOf, urnOf } from "../resources/guarding";

const urn = urnOf("one", "Robot");

interface More {
  readonly kind?: KindWithPolicy;
  readonly olds?: Values;
  readonly news: Values;
  readonly record?: Partial<Recorded>;
  /** The response to the change, besides the sent values. */
  readonly answer?: Partial<Answer>;
}

/** Updates robot 5. Service and state are equal. */
function updating({ kind = robot, record, answer, ...more }: More) {
  const olds = { ...declared, on: false, asleep: false, ...more.olds };
  const { account, run, warnings } = guarding({ found: { "5": { status: "found", answer: { id: "5", ...olds } } } });
  const remember = vi.spyOn(account.records, "remember").mockResolvedValue();
  const send = vi.spyOn(account, "update");
  send.mockImplementation(async (_kind, _id, body) => ({ id: "5", ...olds, ...body, ...answer }));
  const recorded = writtenRecord(recordOf({ urn, ...record }));
  const work = () => update(kind, run, "5", { ...olds, recorded }, { ...olds, ...more.news });
  return { work, remember, send, warnings };
}

/** The error with which this update fails after it was sent. */
async function failureOf(more: More) {
  const failure = await updating(more)
    .work()
    .catch((error: unknown) => error);
  if (!(failure instanceof PartialFailure)) throw new Error("the update has not failed in part");
  return { message: failure.message, record: readRecord(failure.outputs, "it"), outputs: failure.outputs };
}

const news = { title: "R3" };
const updatingIt = 'Updating toy robot "R2" \\(id 5\\)';

describe("an update whose response names another owner", () => {
  const handBack =
    "Correct the gateway, look in the app as user 7 and switch it off there, then `pulumi state delete '.*'`\\. Or, if user 101 owns it by now: `pulumi refresh`\\.";

  it.each<[string, boolean, string]>([
    ["and that it runs", true, " It is running\\."],
    ["and that it is off", false, ""],
  ])("fails only because of that, %s", async (_, on, words) => {
    const { message, record, outputs } = await failureOf({ news, olds: { on }, answer: { userId: 7 } });
    const text = `^${updatingIt}: the service answered that toy robot 5 belongs to user 7, and this run acts as user 101: [^.]*\\.${words}\n${handBack}$`;
    expect(message).toMatch(new RegExp(text));
    expect(record).toMatchObject({ ownedBy: "7", actingUserId: "101" });
    expect(outputs.title).toBe("R3");
  });

  it("and keeps the sent value reports that too", async () => {
    const { message } = await failureOf({ news, answer: { userId: 7, title: "R2" } });
    expect(message).toMatch(
      new RegExp(`\n${updatingIt}: the service accepted the change and left title as before\\.\n`),
    );
  });
});

it("an update after which an object runs without being declared active fails only because of that, and records no other owner", async () => {
  const decide = (): Consequence[] => [{ record: { unasked: true } }, { fail: ["it runs unasked"] }];
  const policy = { answerRules: [{ name: "runs-unasked", decide }] };
  const { message, record } = await failureOf({ kind: { ...robot, policy }, news, answer: { on: true } });
  expect(message).toBe("it runs unasked");
  expect(record).toEqual({
    ...recordOf({ urn }),
    declared: expect.anything(),
    unasked: true,
    everActive: true,
    id: "5",
    actor: expect.anything(),
  });
});

it("an update records that an object of a kind without notes is off, if that is acknowledged, and sends nothing", async () => {
  const off = { news: { on: false, acknowledge: ["inactive:5"] }, olds: { on: true } } as const;
  const { work, remember, send, warnings } = updating({ ...off, record: { unseen: true } });
  expect(await work()).toMatchObject({ on: false });
  expect(remember).toHaveBeenCalledExactlyOnceWith("Robot", "5", "R2", declarerOf(urn));
  expect(send).not.toHaveBeenCalled();
  expect(warnings.map(([text]) => text)).toEqual([expect.stringContaining(": recorded as off because")]);
});

it("an update keeps the list of inferred values, except those that it sets", async () => {
  const outputs = await updating({ news, record: { concluded: ["title", "skills"] } }).work();
  expect(readRecord(outputs, "it").concluded).toEqual(["skills"]);
});
