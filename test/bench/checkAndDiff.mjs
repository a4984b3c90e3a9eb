// @ts-check
// How long `check` and `diff` take for an unchanged campaign of 20 steps: everything that this package does in
// a preview, without the engine. They do no I/O; otherwise these times would show it.
import { sources } from "./support/sources.mjs";

const { actorDigest, check, diff, RunMemory, campaignKind, step } = await sources(
  "api/coordination/digest",
  "lifecycle/check",
  "lifecycle/diff",
  "lifecycle/memory",
  "resources/campaign/kind",
  "resources/campaign/step",
);

const mostMilliseconds = 0.4;
const rounds = 5000;
const warmUp = 500;
let texts = 0;
const text = () => "Hi [FirstName], I saw what [Company] is building. Shall we talk next week? ".repeat(10) + ++texts;
const inputs = () => ({
  name: "Fintech Q1",
  listIds: [1_000_000_001, "1000000002"],
  linkedinSeatId: 7,
  emailSeatIds: [3],
  language: "en-US",
  steps: [
    step.visitProfile(),
    step.invitationNote({ note: "Hello, I would like to connect.", delayAfterLastStep: 1 }),
    ...Array.from({ length: 6 }, () => [
      step.message({ message: text() }),
      step.email({ subject: "A word, [FirstName]", message: text() }),
      step.likePosts({ numberOfPosts: 2 }),
    ]).flat(),
  ],
});
const urn = "urn:pulumi:bench::bench::pulumi-nodejs:dynamic/outreach:Campaign::fintech";
const settings = { origin: "https://outreach.example.com", apiKey: "test", launch: "allow", acknowledge: [] };
const owner = { origin: settings.origin, actingUserId: "101", actor: actorDigest(settings) };

/** Checks and compares a campaign with new texts. */
async function once() {
  // As the host receives it: parsed, without shared objects.
  const news = JSON.parse(JSON.stringify({ ...inputs(), __urn: urn }));
  const olds = campaignKind.canonical(news);
  const recorded = { version: 1, ...owner, declared: Object.keys(olds), urn };
  const state = JSON.parse(JSON.stringify({ ...olds, recorded: JSON.stringify(recorded) }));
  const run = {
    settings: () => settings,
    warn: (/** @type {string} */ text) => {
      throw new Error(`the campaign of this measurement is not clean: ${text}`);
    },
    memory: new RunMemory(),
  };
  const start = performance.now();
  const checked = await check(campaignKind, run, olds, news);
  const difference = await diff(campaignKind, run, "1000000009", state, checked.inputs);
  const took = performance.now() - start;
  if (checked.failure || difference.replaces) throw new Error(`not clean: ${checked.failure ?? difference.replaces}`);
  return took;
}

for (let round = 0; round < warmUp; round++) await once();
const times = [];
for (let round = 0; round < rounds; round++) times.push(await once());
times.sort((left, right) => left - right);
const at = (/** @type {number} */ share) => times[Math.floor(times.length * share)] ?? Number.NaN;
const fine = at(0.5) <= mostMilliseconds;
console.log(`check and diff of a campaign of ${inputs().steps.length} steps, ${rounds} times:`);
console.log(`  median            ${at(0.5).toFixed(3)} ms`);
console.log(`  99th percentile   ${at(0.99).toFixed(3)} ms`);
console.log(`  target            ${mostMilliseconds} ms (median): ${fine ? "met" : "MISSED"}`);
process.exitCode = fine ? 0 : 1;
