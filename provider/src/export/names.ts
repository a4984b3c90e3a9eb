import { type Kind, kinds } from "../kinds";
import { shapeless } from "../text/characters";

/**
 * The noun of a kind in one word: `agent`. An object without a usable name is called so, and it is put before a name that
 * cannot stand alone.
 */
export function shortNoun(kind: Kind): string {
  return kinds[kind].noun.split(" ").at(-1) ?? "";
}

/** In code points. Four bytes each, and with an ending, it still is a file name everywhere. */
const longestName = 40;

/** No file can have these names on Windows. A module called index would stand for its folder. */
const reservedFiles = /^(con|prn|aux|nul|com\d|lpt\d|index)$/;

/** Words that no variable of a module can be called, and those that the generated files use themselves. */
const reservedWords: ReadonlySet<string> = new Set(
  `abstract any arguments as async await bigint boolean break case catch class const continue debugger declare default
  delete do else enum eval export exports extends false finally for from function get global globalThis if implements
  import in infinity instanceof interface is join keyof let module namespace never new null number object of outreach
  package private process protected public readFileSync readonly require return set static string super switch symbol
  text this throw true try type typeof undefined unique unknown using var void while with yield`
    .split(/\s+/)
    .flatMap((word) => [word, word.toLowerCase()]),
);

/**
 * The words of a name: of Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic, Indic, Thai, Lao, Georgian, Japanese, Chinese
 * and Korean letters. Rarer and newer letters separate words, because not every compiler takes them in a variable.
 */
const common =
  "(?=[\\0-\\u024f\\u0370-\\u052f\\u0531-\\u0587\\u0591-\\u06d3\\u0900-\\u0c5b\\u0c5d-\\u0cdb\\u0cdd-\\u0d7f\\u0e01-\\u0edf\\u10a0-\\u11ff\\u1e00-\\u1fff\\u3040-\\u312f\\u4e00-\\u9fa5\\uac00-\\ud7a3])";
const word = new RegExp(`${common}[\\p{ID_Start}\\p{Nd}](?:${common}\\p{ID_Continue})*`, "gu");
const invisible = new RegExp(`[${shapeless}]`, "gu");
const connecting = /\p{Pc}/gu;

/** The words of a name in lower case, joined by hyphens: `fintech-founders`. Empty if it has no letter and no digit. */
export function slugOf(name: string): string {
  // The normal form may hold blanks and signs that the name did not, and lower case may need the normal form again.
  const plain = name.normalize("NFKC").toLowerCase().normalize("NFKC").replace(invisible, "").replace(connecting, " ");
  const slug = (plain.match(word) ?? []).join("-");
  return Array.from(slug).slice(0, longestName).join("").replace(/-+$/, "");
}

/** Two names with this key in common would be one file where case does not count. */
function foldOf(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

/** Hands out names of one space, each once, in the order in which they are asked for. */
export class Names {
  private readonly taken = new Set<string>();
  /** The number from which on to look, by name: many objects may have one. */
  private readonly next = new Map<string, number>();

  /** The name itself, or with the first free number behind it. */
  unique(name: string, separator = "-"): string {
    const base = foldOf(name);
    for (let number = this.next.get(base) ?? 1; ; number++) {
      const candidate = number === 1 ? name : `${name}${separator}${number}`;
      const key = foldOf(candidate);
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      this.next.set(base, number + 1);
      return candidate;
    }
  }

  has(name: string): boolean {
    return this.taken.has(foldOf(name));
  }
}

/** The name of a resource, which is also the name of its files. */
export function resourceName(kind: Kind, name: string): string {
  const slug = slugOf(name);
  const noun = shortNoun(kind);
  if (slug === "") return noun;
  return reservedFiles.test(slug) ? `${noun}-${slug}` : slug;
}

/** A variable for a resource: its name in camel case, with the noun of its kind where it could not stand alone. */
export function variableName(kind: Kind, resource: string, taken: Names): string {
  const noun = shortNoun(kind);
  const [first = noun, ...others] = resource.split("-");
  const rest = others.map(capital).join("");
  const own = /^\p{ID_Start}/u.test(first) ? first + rest : noun + capital(first) + rest;
  // Two numbers in a row, as in list2 of 2026 and list22, would run together.
  const separator = /\p{Nd}$/u.test(own) ? "_" : "";
  const isFree = !reservedWords.has(own) && !taken.has(own);
  const wanted = isFree ? own : `${own}${separator}${capital(noun)}`;
  return taken.unique(wanted, /\p{Nd}$/u.test(wanted) ? "_" : "");
}

export function capital(text: string): string {
  const [first = "", ...others] = text;
  return first.toUpperCase() + others.join("");
}
