import { z } from "zod";
import { stackOption } from "../accountOptions";
import { defineCommand } from "../command";
import type { Member, Members, Organization } from "../organization";
import type { Terminal } from "../terminal/terminal";

/** `pulumi-outreach members` */
export const members = defineCommand({
  name: "members",
  summary: "List the members of the organization",
  description:
    "The key acts as its own user, whichever member the settings name. A member's ID is what impersonateUserId takes. Nothing is changed",
  options: [stackOption, { flags: "--all", description: "also members who are inactive" }],
  examples: [
    ["pulumi-outreach members", "The active members"],
    ["pulumi-outreach members --stack alice", "With the key and the address that a stack has in its config"],
    ["pulumi-outreach members --json | jq -r '.members[].id'", "The ids of the active members, for a script"],
  ],
  input: z.object({ stack: z.string().optional(), all: z.boolean().default(false) }),
  async run({ stack, all }, { terminal, json, openAccount }) {
    const account = await openAccount({ stack, asKeyOwner: true });
    const { readOrganization } = await import("../organization");
    const organization = await terminal.during("Reading the members", () => readOrganization(account));
    for (const warning of organization.warnings) terminal.warn(warning);
    const shown = organization.members.filter(({ isActive }) => all || isActive !== false);
    const hidden = organization.members.length - shown.length;
    if (json) terminal.printJson(documentOf(organization, shown, hidden));
    else show(shown, organization, terminal);
    if (!json && hidden > 0) {
      terminal.note(
        hidden === 1
          ? "1 inactive member is not shown; --all shows it."
          : `${hidden} inactive members are not shown; --all shows them.`,
      );
    }
    return 0;
  },
});

function documentOf(
  { isWhole: _, ...organization }: Organization,
  shown: readonly Member[],
  notShown: number,
): Members {
  return { version: 1, ...organization, members: [...shown], notShown };
}

function show(shown: readonly Member[], { keyUserId, ownerId }: Organization, terminal: Terminal): void {
  if (shown.length === 0) {
    terminal.note("The service lists no such members.");
    return;
  }
  const { dim, yellow } = terminal.colors;
  const plain = (text: string) => text;
  terminal.printTable(
    [
      { title: "ID", overflow: "keep" },
      { title: "NAME" },
      { title: "E-MAIL" },
      { title: "ROLE", overflow: "keep" },
      { title: "ACTIVE", overflow: "keep" },
      { title: "NOTE", overflow: "wrap" },
    ],
    shown.map((member) => {
      const style = member.isActive === false ? dim : plain;
      const notes = [...(member.id === keyUserId ? ["the key's own user"] : []), ...member.notes];
      const texts = [
        ...[member.id, member.name, member.email ?? "", member.id === ownerId ? "owner" : (member.role ?? "")],
        member.isActive === undefined ? "" : member.isActive ? "yes" : "no",
      ];
      const note = { text: notes.join("; "), style: member.notes.length > 0 ? yellow : style };
      return [...texts.map((text) => ({ text, style })), note];
    }),
  );
}
