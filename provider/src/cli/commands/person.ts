import { accountOptions } from "../accountOptions";
import { defineCommand } from "../command";
import { personInput } from "../people/input";
import { membersOption } from "./people";

/** `pulumi-outreach person` */
export const person = defineCommand({
  name: "person",
  summary: "Tell all that the account holds of one person, over all members",
  description:
    "Lists, the agents that found the person, each step with its date and the text that the campaign has today, and answers. For a request of the person, and for the question whether somebody has written. All contacts are read, because a colleague may hold the person by another address. Nothing is changed and nothing is stored",
  arguments: [
    { name: "<who>", description: "an e-mail address, the address of a profile, the id of a contact, or a whole name" },
  ],
  options: [membersOption, ...accountOptions],
  examples: [
    ["pulumi-outreach person ada@example.com", "Did we write to her?"],
    [
      "pulumi-outreach person https://network.example.com/in/ada-byron --json > ada.json",
      "For a data protection officer",
    ],
  ],
  input: personInput,
  async run(asked, context) {
    const { runPerson } = await import("../people/person");
    return await runPerson(asked, context);
  },
});
