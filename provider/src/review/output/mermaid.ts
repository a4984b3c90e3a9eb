import type { Review, UsedList } from "../model";

/** A graph with more nodes is not helpful. */
const mostNodes = 40;

/** A Mermaid graph of agents, the lists they fill and the campaigns that use them; empty if there is nothing to draw. */
export function graph({ agents, campaigns, stacks }: Review): string {
  if (stacks.length > 1) return "";
  const nodes = new Map<string, { readonly id: string; readonly drawn: string }>();
  const edges: string[] = [];
  const node = (key: string, shape: (label: string) => string, label: string) => {
    const known = nodes.get(key);
    if (known !== undefined) return known.id;
    const id = `n${nodes.size}`;
    nodes.set(key, { id, drawn: `${id}${shape(`"${safe(label)}"`)}` });
    return id;
  };
  const listNode = ({ id, name, uncertain }: UsedList) => {
    const nameless = uncertain === "hidden" ? "list that cannot be shown" : "new list";
    return node(
      `list ${id ?? name ?? ""}`,
      (label) => `[(${label})]`,
      name ?? (id === undefined ? nameless : `list ${id}`),
    );
  };
  for (const { urn, name, resource, list, change } of agents) {
    if (list === undefined || change === "deleted") continue;
    edges.push(`${node(urn, (label) => `([${label}])`, name ?? resource)} --> ${listNode(list)}`);
  }
  for (const { urn, name, resource, lists, change, runs } of campaigns) {
    if (change === "deleted") continue;
    const own = node(urn, (label) => `[${label}]`, `${name ?? resource}${runs === "no" ? "" : ", sending"}`);
    for (const list of lists.filter((each) => each.change !== "removed")) edges.push(`${listNode(list)} --> ${own}`);
  }
  if (edges.length === 0 || nodes.size > mostNodes) return "";
  const body = [
    "```mermaid",
    "flowchart LR",
    ...[...[...nodes.values()].map(({ drawn }) => drawn), ...edges].map((line) => `  ${line}`),
    "```",
  ];
  return ["<details><summary>Agents, lists and campaigns</summary>", "", ...body, "", "</details>"].join("\n");
}

/** Removes everything from a label that Mermaid, HTML or Markdown would interpret. */
function safe(label: string): string {
  const plain = label
    .slice(0, 200)
    .replace(/[^\p{L}\p{N} .,:'-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return plain === "" ? "(unnamed)" : plain.slice(0, 40);
}
