import type { CommandContext, Report } from "../command";
import type { MembersInput } from "../commands/members";
import { byActivity, type Members, readOrganization } from "../organization";
import type { Terminal } from "../terminal/terminal";

/** Runs `pulumi-outreach members`. */
export async function runMembers({ stack, all }: MembersInput, context: CommandContext): Promise<Report> {
  const { terminal, openAccount } = context;
  const account = await openAccount({ stack, asKeyOwner: true });
  const { isWhole: _, ...organization } = await terminal.during("Reading the members", () => readOrganization(account));
  const { active, inactive } = byActivity(organization.members);
  const members = all ? organization.members : [...active];
  const notShown = all ? 0 : inactive.length;
  const document: Members = { version: 1, ...organization, members, notShown };
  return { document, warnings: organization.warnings, show: () => showMembers(document, terminal) };
}

function showMembers(document: Members, terminal: Terminal): void {
  const { members, notShown } = document;
  if (members.length === 0) terminal.note("The service lists no such members.");
  else showTable(document, terminal);
  if (notShown > 0) {
    terminal.note(
      notShown === 1
        ? "1 inactive member is not shown; --all shows it."
        : `${notShown} inactive members are not shown; --all shows them.`,
    );
  }
}

function showTable({ members, keyUserId, ownerId }: Members, terminal: Terminal): void {
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
    members.map((member) => {
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
