import type { Account, Answer } from "../api/account";
import { ServiceError } from "../api/errors";
import { command, describe } from "./about";
import { acknowledgements } from "./acknowledge";
import { assertRules } from "./assertRules";
import { assertSameOwner } from "./belongs";
import { splitHints } from "./check";
import type { Change, Definition, Values } from "./definition";
import type { ResourceKind, UpdateSituation } from "./irregular";
import { declaredBy, outputsOf, programOnly } from "./outputs";
import { isPendingId, type Recorded, readRecord, seen, writtenRecord } from "./record";
import { Refusal } from "./refusal";
import type { Run } from "./run";

/** Sends just what changed, after making sure that nobody changed it meanwhile, and compares what came of it. */
export async function update(kind: ResourceKind, run: Run, id: string, rawOlds: Values, rawNews: Values) {
  const { definition } = kind;
  const { inputs: olds } = splitHints(rawOlds);
  const { inputs: news } = splitHints(rawNews);
  const settings = run.settings();
  const about = describe(definition.noun, olds.name, id);
  const acknowledged = acknowledgements(news, settings);
  const record = readRecord(olds, about);
  if (isPendingId(id)) {
    throw new Refusal(
      `${describe(definition.noun, olds.name)}: its creation is still pending (its answer was lost), so it cannot be changed yet.`,
      "Run `pulumi up --refresh`, which settles it.",
    );
  }
  assertRules(definition, news, settings, acknowledged, String(news.name));
  const account = run.account();
  const owner = await assertSameOwner(record, account, acknowledged, `Updating ${about}`);
  const urn = run.memory.hintsFor(news).urn ?? record.urn;
  const all = definition.changes(olds, news);
  const changes = all.filter((change) => !isHeldBack(record, change));
  const situation = { run, about, acknowledged, urn, account, id, olds, news, record, changes };
  assertUpdates(definition, situation);

  const declared = declaredBy(definition, news);
  const next: Recorded = { ...record, ...owner, declared, ...(urn === undefined ? {} : { urn }) };
  const heldBack = all.filter((change) => !changes.includes(change));
  if (changes.length === 0) return updatedOutputs(definition, olds, news, next, heldBack);

  await kind.irregular.beforeUpdate?.(situation);
  const { answer, left, recorded } = await send(kind, situation);
  const outputs = outputsOf(definition, answer, news, next, olds);
  return updatedOutputs(definition, outputs, news, seen({ ...next, ...recorded }, answer), [...heldBack, ...left]);
}

/** The active agent limit has paused it, and no refresh has shown that yet: nobody asks for another try. */
function isHeldBack({ pausedByLimit, declared }: Recorded, { property }: Change): boolean {
  return pausedByLimit === true && property === "paused" && declared.includes(property);
}

function assertUpdates(definition: Definition, { about, changes }: UpdateSituation): void {
  const replacing = changes.filter((change) => change.effect !== "update");
  if (replacing.length === 0) return;
  throw new Refusal(
    `Updating ${about}: ${paths(replacing)} cannot change on an existing ${definition.noun}; nothing was sent.`,
    "Run `pulumi preview` again: it plans a replacement.",
  );
}

interface Sent {
  readonly answer: Answer;
  /** Changes that did not happen, which is no error. */
  readonly left: readonly Change[];
  readonly recorded?: Partial<Recorded>;
}

async function send({ definition, irregular }: ResourceKind, situation: UpdateSituation): Promise<Sent> {
  const { account, id, olds, news, changes, about, urn } = situation;
  const finding = await account.find(definition.kind, id, `updating ${about}`, { fresh: true });
  if (finding.status === "gone") {
    throw new Refusal(
      `Updating ${about}: it is gone at the service, so nothing was sent.`,
      "Run `pulumi up --refresh`: it is then created anew.",
    );
  }
  const unread = finding.status === "unreadable";
  if (unread && irregular.sendsUnread?.(changes, news) !== true) throw cannotChange(definition, situation);
  const before: Answer = finding.status === "found" ? finding.answer : { id };
  const shown = definition.observed(before, olds);
  assertUnchanged(definition, shown, olds, changes, about, urn);

  const body = definition.updateBody(changes, olds, news, before);
  // What cannot be sent safely is left out of the body, and must not count as done.
  if (changes.some(({ property }) => !(property in body))) throw cannotChange(definition, situation);
  const answered = await account.update(definition.kind, id, body, `updating ${about}`).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.category !== "unknownOperation") throw error;
    throw cannotChange(definition, situation);
  });
  // An answer that leaves out what the object itself shows proves nothing.
  const told = answered === undefined ? {} : definition.observed(answered, news);
  const isTold = changes.every(({ property }) => property in told || !(property in shown));
  const again = async () => (unread ? { ...news, id } : await readAgain(definition, account, id, about));
  const answer = answered !== undefined && isTold ? answered : await again();
  const observed = definition.observed(answer, news);
  const differing = changes.filter(
    ({ property }) => property in observed && !definition.same(property, news[property], observed[property]),
  );
  const { undone, recorded } = irregular.afterUpdate?.(situation, differing) ?? { undone: differing };
  if (undone.length > 0) {
    throw new Refusal(
      `Updating ${about}: the service accepted the change and left ${paths(undone)} as before.`,
      `Run \`pulumi refresh\` to record what it holds now. Only a new ${definition.noun} can have this: ${command("pulumi up --replace", urn)}`,
    );
  }
  return { answer, left: differing, recorded };
}

async function readAgain(definition: Definition, account: Account, id: string, about: string): Promise<Answer> {
  const finding = await account.find(definition.kind, id, `updating ${about}`, { fresh: true });
  if (finding.status === "found") return finding.answer;
  throw new Refusal(
    `Updating ${about}: the change was sent, and the object could not be read back.`,
    "Run `pulumi refresh` to see what the service holds.",
  );
}

/** Refuses where somebody changed what this update would overwrite, or switched the object on or off. */
function assertUnchanged(
  definition: Definition,
  observed: Values,
  olds: Values,
  changes: readonly Change[],
  about: string,
  urn: string | undefined,
): void {
  const looked = new Set(["active", ...changes.map((change) => change.property)]);
  const moved = [...looked].filter(
    (property) =>
      property in observed &&
      olds[property] !== undefined &&
      !definition.same(property, olds[property], observed[property]),
  );
  if (moved.length === 0) return;
  throw new Refusal(
    `Updating ${about}: ${moved.join(", ")} changed outside since the last run, so nothing was sent.`,
    `See what is there now with ${command("pulumi refresh --target", urn)}, then decide and run \`pulumi up\` again.`,
  );
}

function cannotChange(definition: Definition, { about, changes, urn }: UpdateSituation): Refusal {
  return new Refusal(
    `Updating ${about}: this service has no operation that changes ${paths(changes)}; nothing was sent.`,
    `Make a new ${definition.noun} in its place: ${command("pulumi up --replace", urn)}. Or take the change back.`,
  );
}

function paths(changes: readonly Change[]): string {
  return changes.map((change) => change.path).join(", ");
}

/**
 * What the program declares, in its own form, and what is known of the rest. Properties that it does not declare keep
 * the value that the state knows, and so do those whose change did not happen.
 */
function updatedOutputs(
  definition: Definition,
  known: Values,
  news: Values,
  record: Recorded,
  left: readonly Change[],
): Record<string, unknown> {
  const outputs: Record<string, unknown> = { ...known, recorded: writtenRecord(record) };
  const kept = new Set(left.map(({ property }) => property));
  for (const property of definition.properties) {
    if (news[property] !== undefined && !kept.has(property)) outputs[property] = news[property];
  }
  for (const property of programOnly) {
    if (news[property] === undefined) delete outputs[property];
    else outputs[property] = news[property];
  }
  return outputs;
}
