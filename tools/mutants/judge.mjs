// @ts-check
import { createHash } from "node:crypto";

/**
 * A mutant, identified by its text, so that it stays the same when code above it moves.
 * @typedef {object} Mutant
 * @property {string} file
 * @property {string} in name of the function, class or constant around it
 * @property {string} mutator Stryker's name for the kind of change
 * @property {string} from the changed lines; for several lines, the first and the last one
 * @property {string} to the same lines, changed
 */
/** @typedef {"killed" | "survived" | "no coverage" | "left out" | "invalid"} Fate */
/**
 * @typedef {Mutant & { line: number, place: string, fate: Fate, byTime: boolean }} Judged `place`: in the file, in the
 * form of Stryker's `--mutate`; `byTime`: no test failed, but they took too long
 */
/** @typedef {Mutant & { why: string }} Equivalent a mutant that changes nothing, and the reason */
/** @typedef {{ line: number, column: number }} Position */
/**
 * The parts of Stryker's report that are used here.
 * @typedef {object} Report
 * @property {{ [file: string]: { source: string, mutants: ReportedMutant[] } }} files
 */
/**
 * @typedef {object} ReportedMutant
 * @property {string} mutatorName
 * @property {string} [replacement]
 * @property {string} status
 * @property {string} [statusReason]
 * @property {number} [testsCompleted]
 * @property {{ start: Position, end: Position }} location
 */

/** @type {{ [status: string]: Fate }} */
const fates = {
  Killed: "killed",
  Timeout: "killed",
  Survived: "survived",
  NoCoverage: "no coverage",
  Ignored: "left out",
};

/**
 * @param {Report} report
 * @param {readonly string[]} [files] only these
 * @returns {Judged[]} in the order of the files and their lines
 */
export function judged(report, files) {
  return Object.entries(report.files)
    .filter(([file]) => files === undefined || files.includes(file))
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([file, { source, mutants }]) => {
      const lines = source.split("\n");
      return mutants.map((mutant) => judgedOne(file, lines, mutant)).sort((left, right) => left.line - right.line);
    });
}

/**
 * @param {string} file
 * @param {readonly string[]} lines
 * @param {ReportedMutant} mutant
 * @returns {Judged}
 */
function judgedOne(file, lines, mutant) {
  const { mutatorName, replacement = "", status, statusReason, testsCompleted } = mutant;
  const { start, end } = mutant.location;
  const before = (lines[start.line - 1] ?? "").slice(0, start.column - 1);
  const after = (lines[end.line - 1] ?? "").slice(end.column - 1);
  // A survivor that no test has reached says nothing about the tests.
  const untried = status === "Survived" && testsCompleted === 0;
  return {
    ...{ file, in: around(lines, start.line), mutator: mutatorName },
    ...{ from: short(lines.slice(start.line - 1, end.line)), to: short((before + replacement + after).split("\n")) },
    ...{ line: start.line, place: `${start.line}:${start.column - 1}-${end.line}:${end.column - 1}` },
    ...{ fate: untried ? "invalid" : (fates[status] ?? "invalid") },
    // Stryker gives a reason if a loop ran too often, which is a reliable verdict.
    byTime: status === "Timeout" && statusReason === undefined,
  };
}

/** @param {readonly string[]} lines */
function short(lines) {
  const texts = lines.map((line) => line.trim());
  return texts.length === 1 ? String(texts[0]) : `${texts[0]} … ${texts.at(-1)}`;
}

const declaration = /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|let|class) (\w+)/;
const method = /^ {2}(?:(?:private|protected|static|override|async|readonly|get|set) )*(#?\w+)(?:<.*>)?\(.*[{(,]$/;

/**
 * @param {readonly string[]} lines
 * @param {number} line
 */
function around(lines, line) {
  for (const text of lines.slice(0, line).reverse()) {
    const name = declaration.exec(text)?.[1] ?? method.exec(text)?.[1];
    if (name !== undefined) return name;
  }
  return "";
}

/** @param {Mutant} mutant */
const keyOf = (mutant) => [mutant.file, mutant.in, mutant.mutator, mutant.from, mutant.to].join("\n");
/** @param {Judged} mutant */
export const isAlive = ({ fate }) => fate === "survived" || fate === "no coverage";

/**
 * An entry excuses one mutant: two mutants with the same text need two entries.
 * @param {readonly Judged[]} mutants
 * @param {readonly Equivalent[]} list
 * @param {readonly string[]} files the judged files: entries of others are ignored
 */
export function againstList(mutants, list, files) {
  const excused = grouped(list, keyOf);
  const open = mutants.filter((mutant) => isAlive(mutant) && excused.get(keyOf(mutant))?.shift() === undefined);
  const unused = [...excused.values()].flat().filter((entry) => files.includes(entry.file));
  return {
    /** Survivors without an entry. */ open,
    /** Entries whose mutant is gone, or is now killed. */ stale: unused,
  };
}

/**
 * The mutants that no run has killed and no list excuses. If several have the same text, all are open if one is.
 * @param {readonly Judged[]} mutants
 * @param {Dead} dead
 * @param {readonly Equivalent[]} list
 */
export function openAmong(mutants, dead, list) {
  const settled = grouped(
    [
      ...Object.entries(dead).flatMap(([file, all]) => all.map((each) => `${file} ${each}`)),
      ...list.map(placedDigestOf),
    ],
    String,
  );
  return [...grouped(mutants, placedDigestOf)].flatMap(([key, alike]) =>
    alike.length > countOf(settled, key) ? alike : [],
  );
}

/**
 * The dead mutants after a run that tried only some: those that died in this run, and the untried ones that were dead
 * before.
 * @param {Dead} earlier
 * @param {readonly Judged[]} tried
 * @returns {Dead}
 */
export function deadWith(earlier, tried) {
  const now = deadOf(tried);
  const keys = new Set(tried.map(placedDigestOf));
  const files = [...new Set([...Object.keys(earlier), ...Object.keys(now)])].map((file) => {
    const others = (earlier[file] ?? []).filter((digest) => !keys.has(`${file} ${digest}`));
    return [file, [...others, ...(now[file] ?? [])].sort()];
  });
  return Object.fromEntries(files);
}

/** @param {Mutant} mutant */
const placedDigestOf = (mutant) => `${mutant.file} ${digestOf(mutant)}`;

/** @param {readonly Judged[]} mutants */
export function countFates(mutants) {
  const counts = { killed: 0, survived: 0, "no coverage": 0, "left out": 0, invalid: 0 };
  for (const { fate } of mutants) counts[fate] += 1;
  return counts;
}

/**
 * The percentage of killed mutants; skipped ones do not count.
 * @param {ReturnType<typeof countFates>} counts
 */
export function score(counts) {
  const tried = counts.killed + counts.survived + counts["no coverage"];
  return tried === 0 ? 100 : (100 * counts.killed) / tried;
}

/**
 * The killed mutants, for comparison with a later run: by file, each with the digests of its text and of the function
 * around it.
 * @typedef {{ readonly [file: string]: readonly string[] }} Dead
 */

/**
 * @param {readonly Judged[]} mutants
 * @returns {Dead}
 */
export function deadOf(mutants) {
  const byFile = grouped(
    mutants.filter(({ fate }) => fate === "killed"),
    ({ file }) => file,
  );
  const files = [...byFile].map(([file, dead]) => [file, dead.map(digestOf).sort()]);
  return Object.fromEntries(files.sort());
}

/**
 * Mutants that were killed earlier and survive now. The file does not count, because code may have moved, and neither
 * does the function around it, unless it distinguishes two mutants with the same text.
 * @param {Dead} earlier
 * @param {readonly Judged[]} mutants
 */
export function revived(earlier, mutants) {
  const died = grouped(Object.values(earlier).flat(), textOf);
  const dead = grouped(mutants.filter(({ fate }) => fate === "killed").map(digestOf), textOf);
  const living = grouped(mutants.filter(isAlive), (mutant) => textOf(digestOf(mutant)));
  const back = [...living].flatMap(([text, alive]) => {
    const before = died.get(text) ?? [];
    const missing = before.length - (dead.get(text)?.length ?? 0);
    if (missing <= 0) return [];
    const same = new Set(before);
    const sure = alive.filter((mutant) => same.has(digestOf(mutant)));
    return sure.length >= missing ? sure : alive;
  });
  const gone = [...died].map(([text, before]) => before.length - countOf(dead, text) - countOf(living, text));
  return { back, /** How many there were whose text no longer exists. */ gone: gone.reduce(sumOfPositive, 0) };
}

/** @param {number} sum @param {number} count */
function sumOfPositive(sum, count) {
  return sum + Math.max(0, count);
}

/** @param {Mutant} mutant */
function digestOf({ in: within, mutator, from, to }) {
  return `${shortDigest([mutator, from, to].join("\n"), 10)}.${shortDigest(within, 4)}`;
}

/** @param {string} digest */
function textOf(digest) {
  return digest.slice(0, digest.indexOf("."));
}

/** @param {string} text @param {number} length */
function shortDigest(text, length) {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}

/**
 * @param {Map<string, unknown[]>} groups
 * @param {string} key
 */
function countOf(groups, key) {
  return groups.get(key)?.length ?? 0;
}

/**
 * @template T
 * @param {readonly T[]} all
 * @param {(each: T) => string} key
 */
function grouped(all, key) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const each of all) groups.set(key(each), [...(groups.get(key(each)) ?? []), each]);
  return groups;
}
