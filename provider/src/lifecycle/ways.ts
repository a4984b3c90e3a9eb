import type { ServiceKind } from "../api/serviceKind";
import { nameOf, printable, quotedUrn } from "./about";
import type { Recorded } from "./record";
import { type Advice, type InApp, inTurn, say, way } from "./wayOut";

/** A command, ready to be copied. */
export function commandLine(command: string): Advice {
  return way(`\`${command}\``, { do: "run", command });
}

/** A command about one resource, ready to be copied. */
export function command(words: string, urn: string | undefined): Advice {
  return way(`\`${words} ${quotedUrn(urn)}\``, { do: "run", command: words, ...(urn === undefined ? {} : { urn }) });
}

/** How to stop managing an object. The whole instruction is safe to follow. */
export function letGo(urn: string | undefined): Advice {
  return way(
    `${command("pulumi state delete", urn)} stops managing it: remove it from the program as well, or the next \`pulumi up\` creates another one`,
    { do: "letGo", urn },
  );
}

/**
 * The option that keeps an object with its resource when the resource is renamed in the program, or moved to another
 * parent. Only a URN covers both.
 */
export const howToRename = way(
  'aliases: ["<its old URN>"] in the resource\'s options (`pulumi stack --show-urns` prints it)',
  { do: "alias" },
);

/** Like `howToRename`, if the former name is known. Both are names in the program. */
export function howToRenameFrom(old: string, resource: string): Advice {
  const shown = printable(old);
  const alias = way(`aliases: [{ name: "${shown}" }] in its options`, { do: "alias", resource, old });
  return say`If ${printable(resource)} is ${shown} under a new name: ${alias}.`;
}

/** Like `howToRename`, by URN. An alias by name does not match if the old resource has another parent. */
export function howToKeep(old: string, urn: string): Advice {
  // A state may have no URN, only an id.
  if (!old.startsWith("urn:")) return say`If it is the same under a new name or parent: ${howToRename}.`;
  const placeOf = (each: string) => each.slice(0, each.lastIndexOf("::"));
  const [before, resource] = [nameOf(old), nameOf(urn)];
  if (placeOf(old) === placeOf(urn)) return howToRenameFrom(before, resource);
  const alias = way(`aliases: ["${printable(old)}"] in its options`, { do: "alias", resource, old: before });
  return say`If ${printable(resource)} is ${printable(before)} under another parent: ${alias}.`;
}

/** For example `adopt: 5` or `adopt: one of 5, 6`. */
export function adoptOne(ids: readonly string[]): Advice {
  return way(`adopt: ${ids.length === 1 ? ids[0] : `one of ${ids.join(", ")}`}`, { do: "adopt", ids });
}

/**
 * How to keep an object that the program declares otherwise than the state, and that the engine does not update, as after a
 * failed replacement. Another resource that adopts it gets what the state knows of it; `pulumi state delete` drops that.
 */
export function howToKeepOld({ kind, urn, id, record }: Kept): Advice {
  const known = [record.ranOn, record.replaced, record.mayUse];
  const hasFound = Object.values(record.foundOn ?? {}).some(({ ids }) => ids.length > 0);
  // Without its name in the program, an object that the service can delete is deleted.
  const isKept = kind?.operations.delete === undefined;
  return !isKept || (known.every((each) => each === undefined) && !hasFound)
    ? inTurn`${command("pulumi state delete", urn)}, then ${adoptOne([id])}`
    : inTurn`${anotherName}, with ${adoptOne([id])}`;
}

/** A new resource gets what the state knows of the one in whose place it is declared. */
export const anotherName = way("give the resource another name without an alias", { do: "undeclareResource" });

interface Kept {
  /** Undefined if the service cannot delete objects of its kind. */
  readonly kind?: Pick<ServiceKind, "operations">;
  readonly urn?: string | undefined;
  readonly id: string;
  readonly record: Pick<Recorded, "ranOn" | "replaced" | "mayUse" | "foundOn">;
}

/** For an object that the user has found in the app. */
export const adoptFound = way("adopt: <its id>", { do: "adopt", ids: [] });

/** `active: true`. */
export function declare(property: string, value: unknown): Advice {
  return way(`${property}: ${String(value)}`, { do: "declare", property, value });
}

/** A different value for a property, in the given words. */
export function another(property: string, words: string): Advice {
  return way(words, { do: "declare", property });
}

/** Remove an argument or option, in the given words. */
export function undeclare(property: string, words: string): Advice {
  return way(words, { do: "undeclare", property });
}

/** What to do in the app with one of these objects, in the given words. */
export function inApp(act: InApp, ids: readonly string[], words: string): Advice {
  return way(words, { do: "inApp", act, ids });
}

/** Reverting, in the given words. */
export function revert(words: string): Advice {
  return way(words, { do: "revert" });
}
