/** A mistake in a program, and the complete message of a compiler about it. */
export interface CompilerError {
  readonly slip: string;
  readonly program: string;
  readonly says: string;
  /** The message of TypeScript 7, if it differs: it sorts the members of a union by name. */
  readonly sorted?: string;
  /** The message of TypeScript 5.0, if it differs. */
  readonly oldest?: string;
}

const campaign = (step: string) => `new outreach.Campaign("a", { name: "A", listIds: [1], steps: [${step}] });`;
const agent = (signal: string) => `new outreach.SourceAgent("a", { name: "A", listId: 1, variables: [${signal}] });`;
const codes = `"rename" | "restart" | "twin:none" | \`twin:none:\${string}\` | \`twin:\${number}\` | \`shared-list:\${number}\` | \`inactive:\${number}\` | \`as-is:\${string}\` | \`moved:http\${string}\` | Late<string>`;
const sortedCodes = `"rename" | "restart" | "twin:none" | \`as-is:\${string}\` | \`inactive:\${number}\` | \`moved:http\${string}\` | \`shared-list:\${number}\` | \`twin:\${number}\` | \`twin:none:\${string}\` | Late<string>`;
const types =
  'object | "visitProfile" | "invitation" | "invitationNote" | "message" | "voiceMessage" | "likePosts" | "email" | undefined';
const sortedTypes =
  '"email" | "invitation" | "invitationNote" | "likePosts" | "message" | "visitProfile" | "voiceMessage" | object | undefined';

/** Each message states what is allowed or missing, and prints types only by their names. */
export const compilerErrors: readonly CompilerError[] = [
  {
    slip: "a misspelt code",
    program: 'new outreach.List("a", { name: "A", acknowledge: ["renam"] });',
    says: `Type '"renam"' is not assignable to type '${codes}'. Did you mean '"rename"'?`,
    sorted: `Type '"renam"' is not assignable to type '${sortedCodes}'. Did you mean '"rename"'?`,
  },
  {
    slip: "a code that does not exist",
    program: 'new outreach.Provider("a", { acknowledge: ["shared"] });',
    says: `Type '"shared"' is not assignable to type '${codes}'.`,
    sorted: `Type '"shared"' is not assignable to type '${sortedCodes}'.`,
  },
  {
    slip: "a misspelt step type",
    program: campaign('{ type: "mesage" }'),
    says: `Type '"mesage"' is not assignable to type '${types}'. Did you mean '"message"'?`,
    sorted: `Type '"mesage"' is not assignable to type '${sortedTypes}'. Did you mean '"message"'?`,
  },
  {
    slip: "a misspelt step type beside a message",
    program: campaign('{ type: "mesage", message: "Hi" }'),
    says: `Type '"mesage"' is not assignable to type '${types}'. Did you mean '"message"'?`,
    sorted: `Type '"mesage"' is not assignable to type '${sortedTypes}'. Did you mean '"message"'?`,
  },
  {
    slip: "a misspelt message of a step",
    program: campaign('{ type: "message", mesage: "Hi" }'),
    says: "Object literal may only specify known properties, but 'mesage' does not exist in type 'AiMessageStep | SameMessageStep'. Did you mean to write 'message'?",
    oldest: `Type '{ type: "message"; mesage: string; }' is not assignable to type 'StepInput'.
  Object literal may only specify known properties, and 'mesage' does not exist in type 'StepInput'.`,
  },
  {
    slip: "a message step without a message",
    program: campaign('{ type: "message" }'),
    says: `Type '{ type: "message"; }' is not assignable to type 'StepInput'.
  Type '{ type: "message"; }' is not assignable to type 'AiMessageStep | SameMessageStep'.
    Property 'message' is missing in type '{ type: "message"; }' but required in type 'SameMessageStep'.`,
    oldest: `Type '{ type: "message"; }' is not assignable to type 'StepInput'.
  Type '{ type: "message"; }' is missing the following properties from type 'SameEmailStep': subject, message`,
  },
  {
    slip: "an e-mail step without a message",
    program: campaign('{ type: "email", subject: "A" }'),
    says: `Type '{ type: "email"; subject: string; }' is not assignable to type 'StepInput'.
  Property 'message' is missing in type '{ type: "email"; subject: string; }' but required in type 'SameEmailStep'.`,
  },
  {
    slip: "an e-mail without a message",
    program: 'outreach.step.email({ subject: "A" });',
    says: `Argument of type '{ subject: string; }' is not assignable to parameter of type 'AiEmailContent | EmailContent | undefined'.
  Property 'message' is missing in type '{ subject: string; }' but required in type 'EmailContent'.`,
  },
  {
    slip: "an e-mail without a subject",
    program: 'outreach.step.email({ message: "A" });',
    says: `Argument of type '{ message: string; }' is not assignable to parameter of type 'AiEmailContent | EmailContent | undefined'.
  Property 'subject' is missing in type '{ message: string; }' but required in type 'EmailContent'.`,
  },
  {
    slip: "a misspelt message",
    program: 'outreach.step.message({ mesage: "Hi" });',
    says: "Object literal may only specify known properties, but 'mesage' does not exist in type 'AiMessageContent | MessageContent'. Did you mean to write 'message'?",
    oldest: `Argument of type '{ mesage: string; }' is not assignable to parameter of type 'AiMessageContent | MessageContent | undefined'.
  Object literal may only specify known properties, but 'mesage' does not exist in type 'AiMessageContent | MessageContent'. Did you mean to write 'message'?`,
  },
  {
    slip: "a misspelt step",
    program: 'outreach.step.mesage({ message: "Hi" });',
    says: "Property 'mesage' does not exist on type 'StepConstructors'. Did you mean 'message'?",
  },
  {
    slip: "a misspelt signal",
    program: "outreach.signal.hirng();",
    says: "Property 'hirng' does not exist on type 'SignalConstructors'. Did you mean 'hiring'?",
  },
  {
    slip: "a signal with a nearly correct name",
    program: 'outreach.signal.searchKeywords("a");',
    says: "Property 'searchKeywords' does not exist on type 'SignalConstructors'. Did you mean 'searchKeyword'?",
  },
  {
    slip: "a signal without a value",
    program: agent('{ type: "SEARCH_KEYWORD" }'),
    says: `Type '{ type: "SEARCH_KEYWORD"; }' is not assignable to type 'SignalInput'.
  Property 'value' is missing in type '{ type: "SEARCH_KEYWORD"; }' but required in type 'SearchKeywordSignal'.`,
  },
];

/** The message of this version of the compiler. */
export function messageOf(version: string, { says, sorted = says, oldest = says }: CompilerError): string {
  if (version.startsWith("5.0.")) return oldest;
  return version.startsWith("7.") ? sorted : says;
}
