import type { Found } from "./run";
import type { Scenario } from "./schedule";

/** A sentence for each label of a step. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^take turn (\w+)$/, "requests the turn to create a $1"],
  [/^take waiting (\w+)$/, "records that it waits for the turn to create a $1"],
  [/^hold turn (\w+)$/, "extends its turn to create a $1"],
  [/^give up turn (\w+)$/, "passes on its turn to create a $1"],
  [/^record (\w+) sent$/, "records that it is about to create a $1"],
  [/^record (\w+) made$/, "records that the $1 was created"],
  [/^record (\w+) refused$/, "records that the $1 was not created"],
  [/^read marks$/, "reads how many creations are recorded, before it lists"],
  [/^created (\w+) since\?$/, "checks whether others have created a $1 since its listing"],
  [/^created (\w+) elsewhere\?$/, "checks which $1s others have created"],
  [/^sent (\w+) elsewhere\?$/, "checks whether another process waits for the response to its create of a $1"],
  [/^read creations of (\w+)$/, "reads the records of each $1"],
  [/^remember (\w+) (\d+)$/, "records what it knows of $1 $2"],
  [/^settle$/, "records the outcome of creates whose responses were lost"],
  [/^take request limit$/, "requests a slot in the request limit"],
  [/^give up request limit$/, "returns a slot in the request limit"],
  [/^(GET|POST|PATCH|DELETE) (\S+)$/, "sends $1 $2"],
];

/** A line of the log as a sentence. Actions of a person are sentences already. */
function inWords(line: string): string {
  const [, actor, label, way] = /^(\w+ -?\d+ [^:]+|network): (.+?)(?:: (.+))?$/.exec(line) ?? [];
  if (actor === undefined || label === undefined) return line;
  if (actor === "network") return label.replace(/ of (.+) arrives( at last)?$/, ", which $1 has sent, arrives$2");
  const [pattern, sentence] = words.find(([each]) => each.test(label)) ?? [];
  const what = pattern === undefined || sentence === undefined ? label : label.replace(pattern, sentence);
  return `${actor} ${what}${way === undefined ? "" : `: ${way}`}`;
}

/** The command that replays a schedule. */
function replayCommand({ name, specOnly }: Scenario, indices: string): string {
  const mode = specOnly === true ? " --spec-only" : "";
  return `npm run explore -- --replay ${JSON.stringify(name)} --choices "${indices}"${mode}`;
}

/** What went wrong, the steps that led to it, and the command that replays them. */
export function traceOf(scenario: Scenario, found: Found): string {
  const steps = found.log.map((line, index) => `${String(index + 1).padStart(4)}. ${inWords(line)}`);
  return [
    `${scenario.name}${scenario.specOnly === true ? " (the operations of the specification alone)" : ""}`,
    ...found.violations.map((each) => `  ${each}`),
    ...steps,
    `Replay it: ${replayCommand(scenario, found.indices)}`,
  ].join("\n");
}

/** A test to paste into `explore.test.ts`, which fails while these choices violate an invariant. */
export function testOf({ name, specOnly }: Scenario, { indices, violations }: Found): string {
  const scenario = `{ ...scenarioNamed(${JSON.stringify(name)}), specOnly: ${specOnly === true} }`;
  return [
    `it(${JSON.stringify(`${name}: without ${violations[0]}`)}, async () => {`,
    `  expect(await replay(${scenario}, "${indices}")).toBeUndefined();`,
    "});",
  ].join("\n");
}
