// @ts-check
// The programs that tasks begin with.

/**
 * @typedef {object} Variant
 * @property {string} [connection] the step of `fintech` that asks to connect
 * @property {string} [acknowledge] a line of the list `logistics`
 */

/**
 * Two cycles: `fintech` has never run, and `logistics` runs.
 * @param {Variant} [variant]
 */
export function twoCycles({
  connection = "outreach.step.invitation({ delayAfterLastStep: 1 })",
  acknowledge = "",
} = {}) {
  return `import * as outreach from "pulumi-outreach";

// Found, and not written to yet: the campaign was never switched on.
const founders = new outreach.List("fintech", { name: "Fintech founders" });
const founderFinder = new outreach.SourceAgent("fintech", {
  name: "Fintech finder",
  listId: founders.id,
  targetJobTitles: ["Founder", "CEO"],
  targetLocations: ["France"],
  variables: [
    outreach.signal.searchKeyword("open banking"),
    outreach.signal.hiring(),
    outreach.signal.recentlyChangedJob(),
    outreach.signal.technology("stripe"),
  ],
});
new outreach.Campaign(
  "fintech",
  {
    name: "Fintech Q1",
    listIds: [founders.id],
    linkedinSeatId: 7,
    language: "en-US",
    steps: [
      outreach.step.visitProfile(),
      ${connection},
      outreach.step.message({ message: "Hi [FirstName], thanks for connecting." }),
    ],
  },
  { dependsOn: [founderFinder] },
);

// Runs since January.
const heads = new outreach.List("logistics", { name: "Logistics heads"${acknowledge} });
const headFinder = new outreach.SourceAgent("logistics", {
  name: "Logistics finder",
  listId: heads.id,
  targetJobTitles: ["Head of Logistics"],
  targetLocations: ["France"],
});
new outreach.Campaign(
  "logistics",
  {
    name: "Logistics Q1",
    listIds: [heads.id],
    linkedinSeatId: 8,
    language: "en-US",
    active: true,
    steps: [
      outreach.step.invitation(),
      outreach.step.message({ message: "Hi [FirstName], may I show you a demo?" }),
    ],
  },
  { dependsOn: [headFinder] },
);
`;
}
