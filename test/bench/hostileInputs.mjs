// @ts-check
// How long the rules take to refuse inputs that are designed to be slow. test/unit/resources/hostile.test.ts checks,
// as far as counting can show it, that their work grows only linearly with the size of the inputs.
import { sources } from "./support/sources.mjs";

const { campaignKind, sourceAgentKind } = await sources("resources/campaign/kind", "resources/sourceAgent/kind");

const mostMilliseconds = 1000;
const context = { acknowledged: new Set(), launch: "allow" };
const campaign = { name: "Fintech Q1", listIds: [12], linkedinSeatId: 7, steps: [{ type: "visitProfile" }] };
const agent = { name: "Finder", listId: 12 };
/** @param {unknown} value */
const many = (value) => Array.from({ length: 10_000 }, () => value);

/** @type {[string, object][]} */
const campaigns = [
  ["steps without a type", { steps: many({}) }],
  ["steps with a misspelt type", { steps: many({ type: "mesage", mesage: "x" }) }],
  ["broken steps", { steps: many({ type: "likePosts", numberOfPosts: 9, delayAfterLastStep: 0, note: "x" }) }],
  ["invitations", { steps: many({ type: "invitation" }) }],
  ["misspelt variables", { steps: many({ type: "message", message: "[Firstname] ".repeat(20) }) }],
  ["ids", { listIds: many(4) }],
  ["codes", { acknowledge: many("restrat") }],
  ["fields", Object.fromEntries(many(1).map((one, index) => [`field${index}`, one]))],
  ...["[", "[FirstNam", "{", '"'].map(
    (text) =>
      /** @type {[string, object]} */ ([
        `a text of ${text}`,
        { steps: [{ type: "message", message: text.repeat(1_000_000 / text.length) }] },
      ]),
  ),
];
/** @type {[string, object][]} */
const agents = [
  ["signals", { variables: many({ type: "SEARCH_KEYWORD", value: "x", vlaue: 1 }) }],
  ["sizes", { targetCompanySizes: many("11_50") }],
];

const measured = [
  ...campaigns.map(([what, inputs]) => ({ what, kind: campaignKind, inputs: { ...campaign, ...inputs } })),
  ...agents.map(([what, inputs]) => ({ what, kind: sourceAgentKind, inputs: { ...agent, ...inputs } })),
].map(({ what, kind, inputs }) => {
  const start = performance.now();
  kind.problems(inputs, context);
  kind.warnings(inputs, context);
  return { what, took: performance.now() - start };
});
const slowest = measured.reduce((worst, each) => (each.took > worst.took ? each : worst));
const fine = slowest.took <= mostMilliseconds;
console.log("rules over 10,000 broken items, or a text of a million characters:");
for (const { what, took } of measured) console.log(`  ${what.padEnd(28)} ${took.toFixed(0).padStart(5)} ms`);
console.log(`  target                       ${mostMilliseconds} ms each: ${fine ? "met" : "MISSED"}`);
process.exitCode = fine ? 0 : 1;
