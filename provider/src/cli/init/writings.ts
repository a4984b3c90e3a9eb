import type { PackageManager } from "./packageManager";
import type { Forge } from "./texts";

const guides = "https://github.com/pulumi-outreach/pulumi-outreach/blob/main";

/** Instructions for setting up a forge's workflows. */
export const workflowGuides: Readonly<Record<Forge, string>> = {
  github: `${guides}/examples/gitops/README.md#set-it-up-on-github`,
  gitlab: `${guides}/examples/gitops/README.md#set-it-up-on-gitlab`,
};

/** The README of a new project. */
export function readme(name: string, program: string, forge: Forge | "none", { install }: PackageManager): string {
  const workflows = (its: Forge) => `
## Reviews in pull requests

The workflows review what each change would do to people, and apply it when it is merged. They need some settings once:
<${workflowGuides[its]}>
`;
  return `# ${name}

Outreach as code: \`${program}\` declares a list, a source agent that fills it, and a campaign that works on it. You need
Node.js 20.18.1 or newer and the [Pulumi CLI](https://www.pulumi.com/docs/install/).

## Without an account

A local service stands in for the outreach service, and sends nothing to anybody:

\`\`\`sh
${install}
node local.mjs preview          # what an update would create
node local.mjs up               # creates it in the local service
node local.mjs                  # runs the local service alone, to look at its page
npx pulumi-outreach rehearse    # plays 30 days of the campaign with made-up people
\`\`\`

## With your account

In \`${program}\`, replace the number of the seat by one of yours. Then, in a stack of its own:

\`\`\`sh
pulumi stack init production
pulumi config set outreach:baseUrl https://outreach.example.com
pulumi config set --secret outreach:apiKey
npx pulumi-outreach doctor
npx pulumi-outreach review      # what an update would do to people
pulumi up
\`\`\`

The campaign is created switched off: nobody is written to until a person starts it in the app.
The guides are at <${guides}/README.md>.
${forge === "none" ? "" : workflows(forge)}`;
}

/** Information about the project for coding agents. */
export function agentGuide(program: string): string {
  return `# For coding agents

\`${program}\` is a Pulumi program that declares outreach to real people, with the package \`pulumi-outreach\`: lists, source
agents that find people, and campaigns that write to them.

## Check each change

- \`node_modules/pulumi-outreach/skill/SKILL.md\` has the rules, common tasks, and which command answers which question. The guides
  are in \`docs\` beside it.
- The doc comments in \`node_modules/pulumi-outreach/dist/index.d.ts\` state the rules of each argument.
- \`node local.mjs preview\`, and \`node local.mjs up --yes\`: the program against a local service, which sends nothing to
  anybody. It needs no key. Delete the folder \`.local\` to begin anew.
- \`npx pulumi-outreach rehearse\`: 30 days with made-up people, and every text as somebody would read it.

## Leave to a person

- \`pulumi up\`, \`destroy\`, \`refresh\`, \`import\` and \`state\` of any stack but \`local\`. Print \`npx pulumi-outreach review\` for
  them instead: it says what an update would do to people. Exit code 3 means that a person has to approve it.
- Keys: neither ask for \`OUTREACH_API_KEY\` nor write one into a file. \`pulumi config set --secret outreach:apiKey\` stores it.
- \`active: true\`, \`acknowledge\`, \`adopt\` and the setting \`launch\`: each can lead to people being written to. If a refusal
  names one of them as a way to go on, show the refusal and propose it. Add it only if a person asks for it.

## What cannot be undone

- The service can neither rename nor delete a list, and cannot delete a campaign: they stay in the account.
- Steps, delays, seats and the language of a campaign cannot be changed: such a change replaces the campaign. Texts can.
- Names in the program, such as \`new outreach.List("fintech", …)\`, identify what exists. Another name means another object.
`;
}
