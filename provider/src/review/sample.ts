import { templateVariables } from "../resources/campaign/templateVariables";

/** The name of a template variable, such as `FirstName`. */
export type TemplateVariable = (typeof templateVariables)[number];

/** Variables about the contact. The others are about the sender and always have a value. */
export const contactVariables: readonly TemplateVariable[] = ["FirstName", "LastName", "Company", "JobTitle"];

/** A made-up contact and sender, to show what a text looks like when sent. */
const example: Readonly<Record<TemplateVariable, string>> = {
  FirstName: "Robin",
  LastName: "Example",
  Company: "Example Works",
  JobTitle: "Head of Examples",
  SenderFirstName: "Sam",
  SenderName: "Sam",
  SenderFullName: "Sam Sender",
  SenderCompany: "Sender Company",
};

const variable = new RegExp(`\\[(${templateVariables.join("|")})\\]`, "g");

/** The text as the made-up contact would receive it. */
export function sampleOf(text: string): string {
  return filled(text, (name) => example[name]);
}

/** The text as a contact without these fields would receive it: the service removes variables without a value. */
export function withoutFields(text: string, missing: ReadonlySet<TemplateVariable>): string {
  return filled(text, (name) => (missing.has(name) ? "" : example[name]));
}

/** The variables that a text uses. */
export function variablesIn(text: string): Set<TemplateVariable> {
  const used = new Set<TemplateVariable>();
  filled(text, (name) => {
    used.add(name);
    return "";
  });
  return used;
}

function filled(text: string, value: (name: TemplateVariable) => string): string {
  return text.replace(variable, (tag, name: string) => {
    const known = templateVariables.find((each) => each === name);
    return known === undefined ? tag : value(known);
  });
}
