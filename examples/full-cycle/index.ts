import * as outreach from "pulumi-outreach";

// 1. A list collects people. It has only a name, and the service can neither rename nor delete it, so choose the name
//    carefully.
const leads = new outreach.List("fintech", { name: "Fintech founders" });

// 2. A source agent finds people and puts them into the list, every day. It writes to nobody.
//    Signals define whom to look for: declare none, or 4 to 15.
const finder = new outreach.SourceAgent("fintech", {
  name: "Fintech founders finder",
  listId: leads.id,
  targetJobTitles: ["Founder", "CEO"],
  targetIndustries: ["Financial Services"],
  targetLocations: ["France"],
  targetCompanySizes: ["11-50"],
  variables: [
    outreach.signal.searchKeyword("open banking"),
    outreach.signal.hiring(),
    outreach.signal.competitorPage("https://network.example.com/company/acme-payments"),
    outreach.signal.technology("stripe"),
  ],
  minLeadScore: 0.8,
});

// 3. A campaign takes each person in the list through its steps; `delayAfterLastStep` counts days.
//    `active` is omitted, so it is created switched off and nobody is written to until a person starts it in the app.
const campaign = new outreach.Campaign(
  "fintech",
  {
    name: "Fintech Q1",
    listIds: [leads.id],
    linkedinSeatId: 7,
    language: "en-US",
    steps: [
      outreach.step.visitProfile(),
      outreach.step.invitation({ delayAfterLastStep: 1 }),
      outreach.step.message({
        message: "Hi [FirstName], I saw what [Company] builds. We help teams like yours; may I show you how?",
        delayAfterLastStep: 2,
      }),
    ],
  },
  // Create the agent before the campaign, and destroy the campaign before the agent.
  { dependsOn: [finder] },
);

export const listId = leads.id;
export const agentId = finder.id;
export const campaignId = campaign.id;
