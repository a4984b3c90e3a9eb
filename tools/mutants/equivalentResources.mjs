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
  {
    file: "provider/src/resources/campaign/meanwhileTable.ts",
    in: "findStarted",
    mutator: "ObjectLiteral",
    from: 'if (targets === undefined) return yield { look: { ask: "targets", kind } };',
    to: "if (targets === undefined) return yield { look: {} };",
    why: "These rules have one question, so what is asked is not looked at.",
  },
  {
    file: "provider/src/resources/campaign/meanwhileTable.ts",
    in: "findStarted",
    mutator: "StringLiteral",
    from: 'if (targets === undefined) return yield { look: { ask: "targets", kind } };',
    to: 'if (targets === undefined) return yield { look: { ask: "", kind } };',
    why: "These rules have one question, so what is asked is not looked at.",
  },
  {
    file: "provider/src/resources/campaign/meanwhileTable.ts",
    in: "findStarted",
    mutator: "ArrayDeclaration",
    from: '(targets === "unread" ? [] : targets.answers)',
    to: '(targets === "unread" ? ["Stryker was here"] : targets.answers)',
    why: "A string has no id that could be a list of the program.",
  },
  {
    file: "provider/src/resources/campaign/policy.ts",
    in: "waitsFor",
    mutator: "ArrayDeclaration",
    from: "if (id === undefined && inputs.active !== true) return [];",
    to: 'if (id === undefined && inputs.active !== true) return ["Stryker was here"];',
    why: "No update has this id.",
  },
  {
    file: "provider/src/resources/sourceAgent/policy.ts",
    in: "whenFilling",
    mutator: "OptionalChaining",
    from: 'if (news.paused === true && (found?.status !== "found" || found.answer.paused === true)) return;',
    to: 'if (news.paused === true && (found.status !== "found" || found.answer.paused === true)) return;',
    why: "For the compiler: an agent that is declared as paused has been looked at.",
  },
  {
    file: "provider/src/resources/sourceAgent/policy.ts",
    in: "whenFilling",
    mutator: "OptionalChaining",
    from: 'if (!isElsewhere && found?.status === "found" && hasSignals(found.answer)) return;',
    to: 'if (!isElsewhere && found.status === "found" && hasSignals(found.answer)) return;',
    why: "For the compiler: an agent that is not on another list has been looked at.",
  },
];
