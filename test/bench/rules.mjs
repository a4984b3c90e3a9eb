/**
 * How long the rules of a campaign of 20 steps take: what `check` and `diff` do beside talking to the engine. Prints
 * the median and the 99th percentile; needs the build (`npm run build`).
 */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { campaignDefinition } = require("../../provider/dist/resources/campaignDefinition.js");
const { step } = require("../../provider/dist/resources/step.js");

const rounds = 5000;
const warmUp = 500;
const context = { acknowledged: new Set(), launch: "allow" };
const text = "Hi [FirstName], I saw what [Company] is building. Shall we talk next week? ".repeat(10);
const inputs = {
  name: "Fintech Q1",
  listIds: [1_000_000_001, "1000000002"],
  linkedinSeatId: 7,
  emailSeatIds: [3],
  language: "en-US",
  steps: [
    step.visitProfile(),
    step.invitationNote({ note: "Hello, I would like to connect.", delayAfterLastStep: 1 }),
    ...Array.from({ length: 6 }, () => [
      step.message({ message: text }),
      step.email({ subject: "A word, [FirstName]", message: text }),
      step.likePosts({ numberOfPosts: 2 }),
    ]).flat(),
  ],
};
const olds = campaignDefinition.canonical(inputs);

function once() {
  const start = performance.now();
  const problems = campaignDefinition.problems(inputs, context);
  campaignDefinition.warnings(inputs, context);
  const news = campaignDefinition.canonical(inputs);
  const changes = campaignDefinition.changes(olds, news);
  const took = performance.now() - start;
  if (problems.length + changes.length > 0) throw new Error("the campaign of this measurement is not clean");
  return took;
}

for (let round = 0; round < warmUp; round++) once();
const times = Array.from({ length: rounds }, once).sort((left, right) => left - right);
const at = (share) => (times[Math.floor(times.length * share)] ?? 0).toFixed(3);
console.log(
  `rules of a campaign of ${inputs.steps.length} steps: median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms`,
);
