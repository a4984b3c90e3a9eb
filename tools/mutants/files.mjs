// @ts-check

/**
 * The files in which a mistake could write to somebody twice: they send a create or an update, determine the outcome of
 * a lost response, recognize an existing object, serialize the creates of several runs, judge an approval, or handle a
 * webhook once. Files for commands, pages or messages are not included: a mistake there is visible. If code moves out
 * of one of these files, add the new file.
 */
export const files = [
  ...of("provider/src/api", "creates retry doubt limiter page"),
  ...of("provider/src/api/coordination", "turns creations sqlLeases memoryStore sqlStore underWay kept"),
  ...of(
    "provider/src/lifecycle",
    "create settle sending lost firstState answerTable policy send sendTable update delete adopt adoptFacts adoptTable passedOn",
  ),
  ...of(
    "provider/src/lifecycle",
    "twins twinMeanwhile sameObject belongs record facts observe outputs decision createFacts createTable decideCreate deleteTable changeTable changes planTable",
  ),
  ...of(
    "provider/src/lifecycle",
    "pending plans acknowledge otherOwner stated statedKind statedObjects ownedObjects ownersState ranOn ranOnBefore unsettled hidden updates besideOthers run",
  ),
  ...of(
    "provider/src/lifecycle",
    "replaced sameAgain foundOn creationTime recordsById statedOwners targetsInState adoptedBeside takenOff lostBeside settled recordFormers",
  ),
  ...of(
    "provider/src/resources/campaign",
    "policy notes changeTable planTable deleteTable meanwhileTable sendTable startFacts startTable earlierOnes restarts looks running reach moves people",
  ),
  ...of("provider/src/resources/sourceAgent", "policy"),
  ...of("provider/src/resources", "inView"),
  ...of("provider/src/review", "fingerprint"),
  ...of("provider/src/cli/review", "run"),
  "examples/gitops/scripts/approval.mjs",
  ...of("provider/src/webhook", "verify signature receiver replay"),
];

/** The functions to mutate in files that also have other purposes. */
const parts = new Map([["provider/src/cli/review/run.ts", "exitCode"]]);

/**
 * False for a mutant in an excluded part of a file, for which Stryker may remember a verdict.
 * @param {{ file: string, in: string }} mutant
 */
export const counts = ({ file, in: within }) => (parts.get(file) ?? within) === within;

/**
 * The file in Stryker's format: with the line range of the function, if only one is mutated.
 * @param {string} file
 * @param {(file: string) => string} read returns the source
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
