// @ts-check

/**
 * Those of the entries of `equivalent.mjs` that are in the rooms of the kinds.
 * @type {import("./judge.mjs").Equivalent[]}
 */
export const inResources = [
  {
    file: "provider/src/resources/campaign/policy.ts",
    in: "afterCreate",
    mutator: "ConditionalExpression",
    from: 'restarted === true && ownCodes(inputs).includes("restart") ? { ...record, restarted } : record,',
    to: 'true && ownCodes(inputs).includes("restart") ? { ...record, restarted } : record,',
    why: "The record is written as JSON, which leaves out what is undefined.",
  },
  {
    file: "provider/src/resources/campaign/start.ts",
    in: "refuseSharedLists",
    mutator: "StringLiteral",
    from: 'isTakenOver && isOfStack(each) && (each.sameName || (each.resource ?? "") === declarer.resource);',
    to: 'isTakenOver && isOfStack(each) && (each.sameName || (each.resource ?? "Stryker was here!") === declarer.resource);',
    why: "Any text stands for no resource, as long as it is no digest.",
  },
  {
    file: "provider/src/resources/campaign/start.ts",
    in: "refuseBesideTwin",
    mutator: "ArrayDeclaration",
    from: "const twins = (listing?.answers ?? []).filter(",
    to: 'const twins = (listing?.answers ?? ["Stryker was here"]).filter(',
    why: "A text is no active campaign.",
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
    why: "Every URN of a list is that of a resource.",
  },
];
