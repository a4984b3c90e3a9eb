import { z } from "zod";
import { type CommandDefinition, described } from "../command";
import { membersOptions, membersRule } from "../options";

export const person = {
  name: "person",
  summary: "Tell all that the account holds of one person, over all members",
  description:
    "Lists, the agents that found the person, each step with its date and the text that the campaign has today, and answers. For a request of the person, and for the question whether somebody has written. All contacts are read, because a colleague may hold the person by another address. Nothing is changed and nothing is stored",
  input: z
    .object({
      who: described(
        z.string().trim().min(1, "takes an e-mail address, a profile address, the id of a contact or a name"),
        "<who>",
        "an e-mail address, the address of a profile, the id of a contact, or a whole name",
      ),
      ...membersOptions(),
    })
    .refine(...membersRule),
  examples: [
    ["pulumi-outreach person ada@example.com", "Did we write to her?"],
    [
      "pulumi-outreach person https://network.example.com/in/ada-byron --json > ada.json",
      "For a data protection officer",
    ],
  ],
} satisfies CommandDefinition;
export type PersonInput = z.output<typeof person.input>;
