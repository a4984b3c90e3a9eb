// @ts-check

/**
 * One mutant by its text, so that it stays the same when code above it moves.
 * @typedef {object} Mutant
 * @property {string} file
 * @property {string} in name of the function, class or constant around it
 * @property {string} mutator Stryker's name for the kind of change
 * @property {string} from the lines that it changes; of several lines the first and the last one
 * @property {string} to the same lines, changed
 */
/** @typedef {Mutant & { line: number, fate: "killed" | "survived" | "no coverage" | "left out" | "invalid" }} Judged */
/** @typedef {Mutant & { why: string }} Equivalent a mutant that changes nothing, and the reason */
/** @typedef {{ line: number, column: number }} Position */
/**
 * What this needs of Stryker's report.
 * @typedef {object} Report
 * @property {{ [file: string]: { source: string, mutants: ReportedMutant[] } }} files
 */
/**
 * @typedef {object} ReportedMutant
 * @property {string} mutatorName
 * @property {string} [replacement]
 * @property {string} status
 * @property {number} [testsCompleted]
 * @property {{ start: Position, end: Position }} location
 */

/** @type {{ [status: string]: Judged["fate"] }} */
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
function judgedOne(file, lines, { mutatorName, replacement = "", status, testsCompleted, location: { start, end } }) {
  const before = (lines[start.line - 1] ?? "").slice(0, start.column - 1);
  const after = (lines[end.line - 1] ?? "").slice(end.column - 1);
  // A survivor that no test has run against says nothing about the tests.
  const untried = status === "Survived" && testsCompleted === 0;
  return {
    ...{ file, in: around(lines, start.line), mutator: mutatorName },
    ...{ from: short(lines.slice(start.line - 1, end.line)), to: short((before + replacement + after).split("\n")) },
    ...{ line: start.line, fate: untried ? "invalid" : (fates[status] ?? "invalid") },
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
const textOf = (mutant) => [mutant.in, mutant.mutator, mutant.from, mutant.to].join("\n");
/** @param {Mutant} mutant */
const keyOf = (mutant) => `${mutant.file}\n${textOf(mutant)}`;
/** @param {Judged} mutant */
export const isAlive = ({ fate }) => fate === "survived" || fate === "no coverage";

/**
 * An entry excuses one mutant: of two with the same text, each needs its own.
 * @param {readonly Judged[]} mutants
 * @param {readonly Equivalent[]} list
 * @param {readonly string[]} files those that were judged: entries of others are not looked at
 */
export function againstList(mutants, list, files) {
  const excused = grouped(list, keyOf);
  const open = mutants.filter((mutant) => isAlive(mutant) && excused.get(keyOf(mutant))?.shift() === undefined);
  const unused = [...excused.values()].flat().filter((entry) => files.includes(entry.file));
  return { /** Alive without an entry. */ open, /** Entries whose mutant is gone, or dead by now. */ stale: unused };
}

/** @param {readonly Judged[]} mutants */
export function countFates(mutants) {
  const counts = { killed: 0, survived: 0, "no coverage": 0, "left out": 0, invalid: 0 };
  for (const { fate } of mutants) counts[fate] += 1;
  return counts;
}

/**
 * The percentage of the mutants that are dead; those that were left out do not count.
 * @param {ReturnType<typeof countFates>} counts
 */
export function score(counts) {
  const tried = counts.killed + counts.survived + counts["no coverage"];
  return tried === 0 ? 100 : (100 * counts.killed) / tried;
}

/**
 * The dead ones by their texts, to compare a later run with.
 * @param {readonly Judged[]} mutants
 * @returns {Mutant[]}
 */
export function killedTexts(mutants) {
  return mutants
    .filter(({ fate }) => fate === "killed")
    .map(({ file, in: within, mutator, from, to }) => ({ file, in: within, mutator, from, to }))
    .sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

/**
 * Mutants that died earlier and live now. The file does not count, because code may have moved to another one, and
 * neither does the function around it, unless that is what tells two mutants of one text apart.
 * @param {readonly Mutant[]} earlier what was dead
 * @param {readonly Judged[]} mutants
 */
export function revived(earlier, mutants) {
  /** @param {Mutant} mutant */
  const loose = ({ mutator, from, to }) => [mutator, from, to].join("\n");
  const died = grouped(earlier, loose);
  const dead = grouped(
    mutants.filter(({ fate }) => fate === "killed"),
    loose,
  );
  const living = grouped(mutants.filter(isAlive), loose);
  const back = [...living].flatMap(([key, alive]) => {
    const before = died.get(key) ?? [];
    const missing = before.length - (dead.get(key)?.length ?? 0);
    if (missing <= 0) return [];
    const same = new Set(before.map(textOf));
    const sure = alive.filter((mutant) => same.has(textOf(mutant)));
    return sure.length >= missing ? sure : alive;
  });
  const there = new Set(mutants.map(textOf));
  const gone = [...died].flatMap(([key, before]) => {
    const exactFirst = [...before].sort(
      (left, right) => Number(there.has(textOf(right))) - Number(there.has(textOf(left))),
    );
    return exactFirst.slice(countOf(dead, key) + countOf(living, key));
  });
  return { back, /** Their text is nowhere any more. */ gone };
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
