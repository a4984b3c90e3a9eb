import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as outreach from "pulumi-outreach";

// Each text is in its own file, so that a change of wording changes one file, which is reviewed as prose.
const text = (file: string) => readFileSync(join(__dirname, "messages", file), "utf8").trim();

const leads = new outreach.List("agencies", { name: "Agency owners" });

const finder = new outreach.SourceAgent("agencies", {
  name: "Agency owners finder",
  listId: leads.id,
  targetJobTitles: ["Founder", "Managing Director"],
  targetIndustries: ["Marketing Services"],
  targetLocations: ["Netherlands", "Belgium"],
  variables: [
    outreach.signal.searchKeyword("performance marketing"),
    outreach.signal.hiring(),
    outreach.signal.recentFundingEvent(),
    outreach.signal.influencerPage("https://network.example.com/in/acme-marketing-voice"),
  ],
});

new outreach.Campaign(
  "agencies",
  {
    name: "Agency owners, spring",
    listIds: [leads.id],
    linkedinSeatId: 7,
    steps: [
      outreach.step.invitation(),
      outreach.step.message({ message: text("1-opening.txt") }),
      outreach.step.message({ message: text("2-follow-up.txt"), delayAfterLastStep: 5 }),
    ],
  },
  { dependsOn: [finder] },
);
