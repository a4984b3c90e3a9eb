import { declarerOf } from "./about";
import { howToConfirm } from "./acknowledge";
import { decideAdopt } from "./adopt";
import type { Situation } from "./guards";
import { runningIn, runningPart, type Values } from "./kind";
import type { Recorded } from "./record";
import { Refusal } from "./refusal";
import { inTurn, say } from "./wayOut";
import { declare, inApp, undeclare } from "./ways";

interface Updating extends Omit<Situation, "urn"> {
  readonly id: string;
  readonly stored: Values;
  readonly news: Values;
  readonly known: Recorded;
}

/** Refuses the update of an object that ran unasked, until it is off or the program declares that it runs. */
export async function decideUnasked(update: Updating): Promise<{ readonly olds: Values; readonly record: Recorded }> {
  const { kind, run, about, id, stored, news, known, acknowledged, spent } = update;
  if (known.unasked !== true) return { olds: stored, record: known };
  const { unasked: _unasked, ...decided } = known;
  const finding = await run.account().find(kind.name, id, `updating ${about}`, { fresh: true });
  const running = String(kind.roles.running);
  const isOff =
    finding.status === "found" ? runningIn(kind, finding.answer) === false : acknowledged.has(`inactive:${id}`);
  if (isOff && runningIn(kind, news) === true) {
    throw new Refusal(
      `Updating ${about}: a run has failed because it was running, and it is off now. Nothing was sent.`,
      say`${undeclare(running, `Remove ${running}: true`)}; or ${inApp("switchOn", [id], "switch it on in the app")} and run \`pulumi up\` again.`,
    );
  }
  if (isOff) return { olds: { ...stored, ...runningPart(kind, false) }, record: decided };
  if (runningIn(kind, news) === true) {
    const parts = { kind, run, about, acknowledged, spent, account: run.account(), inputs: news };
    const { acceptRules } = kind.guards;
    if (acceptRules) await decideAdopt({ ...parts, declarer: declarerOf(known.urn) }, id, "id", acceptRules);
    return { olds: stored, record: decided };
  }
  throw new Refusal(
    `Updating ${about}: it is running, although the program did not ask for that. Nothing was sent.`,
    say`${inApp("switchOff", [id], "Switch it off in the app")} and run \`pulumi up\` again. Or write ${declare(running, true)} to accept that it runs.`,
    ...(finding.status === "found"
      ? []
      : [
          say`This service does not show whether it is off; ${inTurn`${inApp("switchOff", [id], "once it is")}: ${howToConfirm(update, `inactive:${id}`)}`}.`,
        ]),
  );
}
