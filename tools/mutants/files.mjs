// @ts-check

/**
 * The files in which a mistake could write to somebody twice: they send a create or an update, find out what a lost
 * answer has left behind, recognize an object that exists already, let one run after the other create, judge an approval,
 * or take a webhook in once. A file that a command, a page or a message needs is not here: a mistake there is seen.
 * What is moved out of one of these files belongs into this list too.
 */
export const files = [
  ...of("provider/src/api", "creates retry limiter"),
  ...of("provider/src/api/coordination", "turns creations sqlLeases memoryStore sqlStore"),
  ...of("provider/src/lifecycle", "create settle lost firstLook send update delete adopt takeOver"),
  ...of("provider/src/lifecycle", "twins twinGuard twinMeanwhile sameObject recordedGuard belongs record"),
  ...of("provider/src/lifecycle", "pending unasked plans acknowledge"),
  ...of("provider/src/resources/campaign", "guards changeGuards deleteGuards start running reach known"),
  ...of("provider/src/resources/sourceAgent", "guards"),
  ...of("provider/src/resources", "inView"),
  ...of("provider/src/review", "fingerprint"),
  ...of("provider/src/cli/review", "run"),
  "examples/gitops/scripts/approval.mjs",
  ...of("provider/src/webhook", "verify signature receiver replay"),
];

/**
 * @param {string} folder
 * @param {string} names
 */
function of(folder, names) {
  return names.split(" ").map((name) => `${folder}/${name}.ts`);
}
