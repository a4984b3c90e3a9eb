import * as pulumi from "@pulumi/pulumi";
import * as outreach from "pulumi-outreach";

// One program for the whole team. Each stack acts for one member: `members.mjs` writes `outreach:impersonateUserId` and
// the member's own settings into the stack's config. The key is the organization owner's, the same for all stacks;
// lists, agents and campaigns belong to the member, and no stack sees another's.
const linkedinSeatId = new pulumi.Config().requireNumber("linkedinSeatId");

// `FullCycle` is the list, the source agent and the campaign, connected and created in this order.
const cycle = new outreach.FullCycle("logistics", {
  list: { name: "Logistics leads" },
  sourceAgent: {
    name: "Logistics finder",
    targetJobTitles: ["Head of Operations"],
    targetIndustries: ["Logistics"],
    targetLocations: ["Germany"],
    variables: [
      outreach.signal.searchKeyword("fleet planning"),
      outreach.signal.hiring(),
      outreach.signal.recentlyChangedJob(),
      outreach.signal.technology("sap"),
    ],
  },
  campaign: {
    name: "Logistics Q1",
    linkedinSeatId,
    steps: [
      outreach.step.visitProfile(),
      outreach.step.invitationNote({
        note: "Hi, I work on fleet planning as well and would like to connect.",
        delayAfterLastStep: 1,
      }),
      outreach.step.message({ message: "Thanks for connecting, [FirstName]. What does [Company] plan with today?" }),
    ],
  },
});

export const listId = cycle.list.id;
export const campaignId = cycle.campaign.id;
