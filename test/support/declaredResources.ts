import { step } from "../../provider/src/resources/campaign/step";
import { signal } from "../../provider/src/resources/sourceAgent/signal";
import type { Declared } from "./declared";

// Resources as the tests' programs declare them, each with the values that the service requires.

const signals = [
  signal.searchKeyword("open banking"),
  signal.hiring(),
  signal.technology("stripe"),
  signal.competitorPage("https://network.example.com/company/acme"),
];

export const visit = (delayAfterLastStep?: number) => step.visitProfile({ delayAfterLastStep });
export const message = (text: string) => step.message({ message: text });
/** The arguments of a campaign that only sends an e-mail. */
export const mail = (subject: string) => ({
  linkedinSeatId: undefined,
  emailSeatIds: [21],
  steps: [step.email({ subject, message: "Hi [FirstName]" })],
});

export const list = (name: string, args = {}, options = {}): Declared => ({
  kind: "List",
  args: { name, ...args },
  options,
});

export const agent = (name: string, listId: unknown, args = {}, after: readonly string[] = []): Declared => ({
  kind: "SourceAgent",
  args: { name, listId, variables: signals, ...args },
  after,
});

export const campaign = (name: string, listId: unknown, args = {}, options = {}): Declared => ({
  kind: "Campaign",
  // As in every program, the agents that fill its lists come first, if they exist.
  after: ["finder", "late"],
  args: { name, listIds: [listId], linkedinSeatId: 7, steps: [visit(), message("Hello")], ...args },
  options,
});
