import { safeText } from "../api/redact";
import { isSameName } from "../api/texts";
import { kindNames } from "../everyKind";
import { nearest } from "../kind/nearest";
import { type Kind, kinds } from "../kinds";
import { Refusal } from "../lifecycle/refusal";
import { listed } from "../text/words";
import type { AccountContent, Identified } from "./model";
import { shortNoun } from "./names";

/** The words for a kind: `agents`, `agent`, `source-agents`, `source-agent`. */
function wordsOf(kind: Kind): readonly string[] {
  const nouns = new Set([shortNoun(kind), kinds[kind].noun.replaceAll(" ", "-")]);
  return [...nouns].flatMap((noun) => [`${noun}s`, noun]);
}

/**
 * Returns a predicate for the words of --only, which select all objects of a kind, by id or by name. Without words,
 * everything is selected. Throws a Refusal for a word that matches nothing.
 */
export function selectionOf(only: readonly string[], content: AccountContent): (object: Identified) => boolean {
  if (only.length === 0) return () => true;
  const objects = kindNames.flatMap((kind) => content.answers[kind].map(({ id, name }) => ({ kind, id, name })));
  for (const wanted of only) {
    if (kindOf(wanted) !== undefined || objects.some((object) => matches(wanted, object))) continue;
    const known = [
      ...objects.flatMap(({ name }) => (typeof name === "string" ? [name] : [])),
      ...kindNames.flatMap(wordsOf),
    ];
    const meant = nearest(wanted, known);
    const nouns = listed(
      kindNames.map((kind) => kinds[kind].noun),
      "or",
    );
    const all = listed(kindNames.map((kind) => `${shortNoun(kind)}s`));
    throw new Refusal(
      `--only ${safeText(wanted, 80)}: the account has no ${nouns} with this id or name.`,
      meant === undefined
        ? `\`pulumi-outreach export --list\` lists what there is. The words ${all} name all of a kind.`
        : `Did you mean ${safeText(meant, 80)}?`,
    );
  }
  return (object) => only.some((wanted) => kindOf(wanted) === object.kind || matches(wanted, object));
}

function kindOf(word: string): Kind | undefined {
  return kindNames.find((kind) => wordsOf(kind).includes(word.toLowerCase()));
}

function matches(wanted: string, { id, name }: { readonly id: string; readonly name: unknown }): boolean {
  return wanted === id || isSameName(name, wanted.trim());
}
