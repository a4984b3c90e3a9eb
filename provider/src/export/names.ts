import { type Kind, kinds } from "../kinds";
import { shapeless } from "../text/characters";

/**
 * The noun of a kind in one word: `agent`. An object without a usable name is called so, and it is put before a name that
 * cannot stand alone.
 */
export function shortNoun(kind: Kind): string {
  return kinds[kind].noun.split(" ").at(-1) ?? "";
}

/** In code points. Even with four bytes each and an extension, it is a valid file name length everywhere. */
const longestName = 40;

/** Reserved file names on Windows. A module named index would resolve as its folder. */
const reservedFiles = /^(con|prn|aux|nul|com\d|lpt\d|index)$/;

/** Words that are not valid as variable names in a module, or that the generated files use themselves. */
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
 * Letters of words in a name: Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic, Indic, Thai, Lao, Georgian, Japanese,
 * Chinese and Korean. Rarer and newer letters are treated as separators, because not every compiler accepts them in
 * identifiers.
 */
const commonScripts =
  "(?=[\\0-\\u024f\\u0370-\\u052f\\u0531-\\u0587\\u0591-\\u06d3\\u0900-\\u0c5b\\u0c5d-\\u0cdb\\u0cdd-\\u0d7f\\u0e01-\\u0edf\\u10a0-\\u11ff\\u1e00-\\u1fff\\u3040-\\u312f\\u4e00-\\u9fa5\\uac00-\\ud7a3])";
const wordPattern = new RegExp(`${commonScripts}[\\p{ID_Start}\\p{Nd}](?:${commonScripts}\\p{ID_Continue})*`, "gu");
const invisiblePattern = new RegExp(`[${shapeless}]`, "gu");
const connectorPattern = /\p{Pc}/gu;

/** The words of a name in lower case, joined by hyphens, such as `fintech-founders`. Empty without letters or digits. */
export function slugOf(name: string): string {
  // Normalisation may introduce spaces and symbols, and lower-casing may require normalising again.
  const plain = name
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC")
    .replace(invisiblePattern, "")
    .replace(connectorPattern, " ");
  const slug = (plain.match(wordPattern) ?? []).join("-");
  return Array.from(slug).slice(0, longestName).join("").replace(/-+$/, "");
}

/** Two names with the same key would be the same file on case-insensitive file systems. */
function caseFoldedKey(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

/** Hands out unique names in one namespace, in the order of the calls. */
export class Names {
  private readonly taken = new Set<string>();
  /** The next number to try, by name: many objects may have the same name. */
  private readonly next = new Map<string, number>();

  /** The name itself, or followed by the first free number. */
  unique(name: string, separator = "-"): string {
    const base = caseFoldedKey(name);
    for (let number = this.next.get(base) ?? 1; ; number++) {
      const candidate = number === 1 ? name : `${name}${separator}${number}`;
      const key = caseFoldedKey(candidate);
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      this.next.set(base, number + 1);
      return candidate;
    }
  }

  has(name: string): boolean {
    return this.taken.has(caseFoldedKey(name));
  }
}

/** The name of a resource, also used for its files. */
export function resourceName(kind: Kind, name: string): string {
  const slug = slugOf(name);
  const noun = shortNoun(kind);
  if (slug === "") return noun;
  return reservedFiles.test(slug) ? `${noun}-${slug}` : slug;
}

/** The variable for a resource: its name in camel case, prefixed with the kind's noun if it is not valid alone. */
export function variableName(kind: Kind, resource: string, taken: Names): string {
  const noun = shortNoun(kind);
  const [first = noun, ...others] = resource.split("-");
  const rest = others.map(capitalised).join("");
  const own = /^\p{ID_Start}/u.test(first) ? first + rest : noun + capitalised(first) + rest;
  // Separates two numbers, which would otherwise run together.
  const separator = /\p{Nd}$/u.test(own) ? "_" : "";
  const isFree = !reservedWords.has(own) && !taken.has(own);
  const wanted = isFree ? own : `${own}${separator}${capitalised(noun)}`;
  return taken.unique(wanted, /\p{Nd}$/u.test(wanted) ? "_" : "");
}

export function capitalised(text: string): string {
  const [first = "", ...others] = text;
  return first.toUpperCase() + others.join("");
}
