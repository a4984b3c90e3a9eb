// @ts-check

/**
 * The files in which a mistake could write to somebody twice: they send a create or an update, find out what a lost
 * answer has left behind, recognize an object that exists already, let one run after the other create, judge an approval,
 * or take a webhook in once. A file that a command, a page or a message needs is not here: a mistake there is seen.
 * What is moved out of one of these files belongs into this list too.
 */
export const files = [
  ...of("provider/src/api", "creates retry limiter page"),
  ...of("provider/src/api/coordination", "turns creations sqlLeases memoryStore sqlStore underWay kept"),
  ...of(
    "provider/src/lifecycle",
    "create settle lost firstState answerTable policy send sendTable update delete adopt adoptTable",
  ),
  ...of(
    "provider/src/lifecycle",
    "twins twinMeanwhile sameObject belongs record facts observe outputs decision createFacts createTable decideCreate deleteTable changeTable changes planTable",
  ),
  ...of("provider/src/lifecycle", "pending plans acknowledge otherOwner stated updates besideOthers run"),
  ...of(
    "provider/src/resources/campaign",
    "policy notes changeTable planTable deleteTable meanwhileTable startFacts startTable looks running reach moves people",
  ),
  ...of("provider/src/resources/sourceAgent", "policy"),
  ...of("provider/src/resources", "inView"),
  ...of("provider/src/review", "fingerprint"),
  ...of("provider/src/cli/review", "run"),
  "examples/gitops/scripts/approval.mjs",
  ...of("provider/src/webhook", "verify signature receiver replay"),
];

/** The functions that count in files that do something else as well. */
const parts = new Map([["provider/src/cli/review/run.ts", "exitCode"]]);

/**
 * False for a mutant in a part of a file that does not count, of which Stryker may remember a verdict.
 * @param {{ file: string, in: string }} mutant
 */
export const counts = ({ file, in: within }) => (parts.get(file) ?? within) === within;

/**
 * The file as Stryker takes it: with the lines of the function, if only one counts.
 * @param {string} file
 * @param {(file: string) => string} read gives the source
 */
export function scopeOf(file, read) {
  const name = parts.get(file);
  if (name === undefined) return file;
  const lines = read(file).split("\n");
  const start = lines.findIndex((line) => line.includes(`function ${name}(`));
  if (start < 0) throw new Error(`${file} has no function ${name}: tools/mutants/files.mjs names it.`);
  const length = lines.slice(start).indexOf("}");
  return `${file}:${start + 1}-${start + length + 1}`;
}

/**
 * @param {string} folder
 * @param {string} names
 */
function of(folder, names) {
  return names.split(" ").map((name) => `${folder}/${name}.ts`);
}
