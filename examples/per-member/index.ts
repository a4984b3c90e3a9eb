import * as pulumi from "@pulumi/pulumi";
import * as outreach from "pulumi-outreach";

// One program for the whole team. Which member it acts for is the stack's business: `outreach:impersonateUserId` in
// Pulumi.alice.yaml and Pulumi.bruno.yaml. The key is the organization owner's, the same for all stacks; lists, agents
// and campaigns belong to the member, and no stack sees another's.
const member = pulumi.getStack();
const linkedinSeatId = new pulumi.Config().requireNumber("linkedinSeatId");

// `FullCycle` is the list, the source agent and the campaign, wired and made in this order.
const cycle = new outreach.FullCycle("logistics", {
  list: { name: `Logistics leads (${member})` },
  sourceAgent: {
    name: `Logistics finder (${member})`,
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
    name: `Logistics Q1 (${member})`,
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
