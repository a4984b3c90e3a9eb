// @ts-check

/**
 * The entries of `equivalent.mjs` for the kinds.
 * @type {import("./judge.mjs").Equivalent[]}
 */
export const inResources = [
  {
    file: "provider/src/resources/campaign/moves.ts",
    in: "howToMoveFirst",
    mutator: "OptionalChaining",
    from: "const urns = all.map((id) => moves.of(run.memory).get(id)?.urn);",
    to: "const urns = all.map((id) => moves.of(run.memory).get(id).urn);",
    why: "For the compiler: it is called for lists that have yet to move, and a noted change contains those.",
  },
  {
    file: "provider/src/resources/inView.ts",
    in: "on",
    mutator: "ArrayDeclaration",
    from: "const urns = new Set(listIds.flatMap((listId) => [...(this.urns.get(listId) ?? [])]));",
    to: 'const urns = new Set(listIds.flatMap((listId) => [...(this.urns.get(listId) ?? ["Stryker was here"])]));',
    why: "No resource has this URN.",
  },
  {
    file: "provider/src/resources/inView.ts",
    in: "on",
    mutator: "ArrayDeclaration",
    from: "const found = [...urns].flatMap((urn) => this.all.get(urn) ?? []);",
    to: 'const found = [...urns].flatMap((urn) => this.all.get(urn) ?? ["Stryker was here"]);',
    why: "Every URN of a list belongs to a resource.",
  },
];
