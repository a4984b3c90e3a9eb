import type { Account, Answer } from "../api/account";
import { describe } from "./about";
import { acknowledgements } from "./acknowledge";
import { assertRules } from "./assertRules";
import { assertSameOwner } from "./belongs";
import { splitHints } from "./check";
import type { Change, Definition, Values } from "./definition";
import type { ResourceKind } from "./irregular";
import { declaredBy, outputsOf } from "./outputs";
import { isPendingId, type Recorded, readRecord } from "./record";
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
  await assertSameOwner(record, account, acknowledged, `updating ${about}`);
  const { urn } = run.memory.hintsFor(news);
  const changes = definition.changes(olds, news);
  const replacing = changes.filter((change) => change.effect !== "update");
  if (replacing.length > 0) {
    throw new Refusal(
      `Updating ${about}: ${paths(replacing)} cannot change on an existing ${definition.noun}; nothing was sent.`,
      "Run `pulumi preview` again: it plans a replacement.",
    );
  }
  await kind.irregular.beforeUpdate?.({ run, about, acknowledged, urn, account, id, olds, news, record, changes });
  const next: Recorded = {
    ...record,
    origin: settings.origin,
    declared: declaredBy(definition, news),
    ...(urn === undefined ? {} : { urn }),
  };
  if (changes.length === 0) return carryOver(definition, olds, news, next);

  const answer = await send(definition, account, id, olds, news, changes, about);
  return carryOver(definition, { ...olds, ...outputsOf(definition, answer, news, next) }, news, next);
}

async function send(
  definition: Definition,
  account: Account,
  id: string,
  olds: Values,
  news: Values,
  changes: readonly Change[],
  about: string,
): Promise<Answer> {
  const finding = await account.find(definition.kind, id, `reading ${about} before its update`, { fresh: true });
  if (finding.status === "gone") {
    throw new Refusal(
      `Updating ${about}: it is gone at the service, so nothing was sent.`,
      "Run `pulumi up --refresh`: it is then created anew.",
    );
  }
  if (finding.status === "unreadable") throw cannotChange(definition, about, changes);
  assertUnchanged(definition, finding.answer, olds, changes, about);
  const body = definition.updateBody(changes, news, finding.answer);
  const answered = await account.update(definition.kind, id, body, `updating ${about}`);
  const after = answered ?? (await readAgain(definition, account, id, about));
  const observed = definition.observed(after, news);
  const undone = changes.filter(
    ({ property }) => property in observed && !definition.same(property, news[property], observed[property]),
  );
  if (undone.length > 0) {
    throw new Refusal(
      `Updating ${about}: the service accepted the change and left ${paths(undone)} as before.`,
      "Run `pulumi refresh` to record what it holds. Only a new object can have this: `pulumi up --replace <urn>`.",
    );
  }
  return after;
}

async function readAgain(definition: Definition, account: Account, id: string, about: string): Promise<Answer> {
  const finding = await account.find(definition.kind, id, `reading ${about} after its update`, { fresh: true });
  if (finding.status === "found") return finding.answer;
  throw new Refusal(
    `Updating ${about}: the change was sent, and the object could not be read back.`,
    "Run `pulumi refresh` to see what the service holds.",
  );
}

/** Refuses where somebody changed what this update would overwrite, or switched the object on or off. */
function assertUnchanged(
  definition: Definition,
  answer: Answer,
  olds: Values,
  changes: readonly Change[],
  about: string,
): void {
  const observed = definition.observed(answer, olds);
  const looked = new Set(["active", ...changes.map((change) => change.property)]);
  const moved = [...looked].filter(
    (property) =>
      property in observed &&
      olds[property] !== undefined &&
      !definition.same(property, olds[property], observed[property]),
  );
  if (moved.length > 0) {
    throw new Refusal(
      `Updating ${about}: ${moved.join(", ")} changed at the service since the last run; nothing was sent.`,
      "Run `pulumi refresh` to see what is there now, then decide.",
    );
  }
}

function cannotChange(definition: Definition, about: string, changes: readonly Change[]): Refusal {
  return new Refusal(
    `Updating ${about}: this service has no operation that changes ${paths(changes)}; nothing was sent.`,
    `Change it in the app, or make a new ${definition.noun} in its place: \`pulumi up --replace <urn>\`.`,
  );
}

function paths(changes: readonly Change[]): string {
  return changes.map((change) => change.path).join(", ");
}

/** Properties that the program does not declare keep the value that the state knows. */
function carryOver(definition: Definition, olds: Values, news: Values, record: Recorded): Record<string, unknown> {
  const outputs: Record<string, unknown> = { ...olds, recorded: record };
  for (const property of definition.properties) if (news[property] !== undefined) outputs[property] = news[property];
  for (const property of ["adopt", "acknowledge"]) {
    if (news[property] === undefined) delete outputs[property];
    else outputs[property] = news[property];
  }
  return outputs;
}
