import { safeText } from "../api/redact";
import { isSameName } from "../api/texts";
import { nearest } from "../kind/nearest";
import type { Kind } from "../kinds";
import { Refusal } from "../lifecycle/refusal";
import { kindOrder } from "./build";
import type { AccountContent, Identified } from "./model";

/** The words for a kind. */
const words: Readonly<Record<Kind, readonly string[]>> = {
  List: ["lists", "list"],
  SourceAgent: ["agents", "agent", "source-agents", "source-agent"],
  Campaign: ["campaigns", "campaign"],
};

/**
 * Which objects the words of --only name: all of a kind, those with an id, or those with a name. Everything if there is
 * no word. Throws a Refusal for a word that names nothing.
 */
export function selectionOf(only: readonly string[], content: AccountContent): (object: Identified) => boolean {
  if (only.length === 0) return () => true;
  const objects = kindOrder.flatMap((kind) => content.answers[kind].map(({ id, name }) => ({ kind, id, name })));
  for (const wanted of only) {
    if (kindOf(wanted) !== undefined || objects.some((object) => names(wanted, object))) continue;
    const known = [
      ...objects.flatMap(({ name }) => (typeof name === "string" ? [name] : [])),
      ...Object.values(words).flat(),
    ];
    const meant = nearest(wanted, known);
    throw new Refusal(
      `--only ${safeText(wanted, 80)}: the account has no list, source agent or campaign with this id or name.`,
      meant === undefined
        ? "`pulumi-outreach export --list` lists what there is. The words lists, agents and campaigns name all of a kind."
        : `Did you mean ${safeText(meant, 80)}?`,
    );
  }
  return (object) => only.some((wanted) => kindOf(wanted) === object.kind || names(wanted, object));
}

function kindOf(word: string): Kind | undefined {
  return kindOrder.find((kind) => words[kind].includes(word.toLowerCase()));
}

function names(wanted: string, { id, name }: { readonly id: string; readonly name: unknown }): boolean {
  return wanted === id || isSameName(name, wanted.trim());
}
