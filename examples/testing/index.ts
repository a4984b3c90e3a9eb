import * as pulumi from "@pulumi/pulumi";
import * as outreach from "pulumi-outreach";
import { markets } from "./markets";

// A list that another stack declares: people of every market who have asked for a call.
const callers = outreach.getListOutput({ name: "Asked for a call" });

for (const [key, market] of Object.entries(markets)) {
  const leads = new outreach.List(key, { name: `Founders in ${market.name}` });
  const finder = new outreach.SourceAgent(key, {
    name: `Founders in ${market.name}`,
    listId: leads.id,
    targetJobTitles: ["Founder"],
    targetLocations: [market.location],
    variables: ["open banking", "card issuing", "payments", "ledger"].map((words) =>
      outreach.signal.searchKeyword(words),
    ),
  });
  new outreach.Campaign(
    key,
    {
      name: pulumi.interpolate`${market.name}, and people of "${callers.name}"`,
      listIds: [leads.id, callers.id],
      linkedinSeatId: market.linkedinSeatId,
      language: market.language,
      steps: [outreach.step.invitation(), outreach.step.message({ message: market.opening })],
    },
    { dependsOn: [finder] },
  );
}

export const people = callers.contactCount;
