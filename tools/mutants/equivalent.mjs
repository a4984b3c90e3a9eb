// @ts-check

/**
 * Mutants that no test can kill because they change nothing that anybody could notice, each with the reason. An entry is
 * the text of a mutant as `npm run mutants` prints it, never a line number.
 * @type {import("./judge.mjs").Equivalent[]}
 */
export const equivalent = [
  {
    file: "provider/src/lifecycle/lost.ts",
    in: "settleLost",
    mutator: "StringLiteral",
    from: 'const known = await account.records.known(kind.name, nameIn(kind, inputs), "sameName");',
    to: 'const known = await account.records.known(kind.name, nameIn(kind, inputs), "");',
    why: 'Everything but "all" asks for those of this name.',
  },
  {
    file: "provider/src/lifecycle/settle.ts",
    in: "findLost",
    mutator: "ObjectLiteral",
    from: 'let last: Lost = { status: "unclear", why: "it is not known whether it took effect" };',
    to: "let last: Lost = {};",
    why: "It is looked for at least once, which replaces this value.",
  },
  {
    file: "provider/src/lifecycle/settle.ts",
    in: "findLost",
    mutator: "StringLiteral",
    from: 'let last: Lost = { status: "unclear", why: "it is not known whether it took effect" };',
    to: 'let last: Lost = { status: "", why: "it is not known whether it took effect" };',
    why: "It is looked for at least once, which replaces this value.",
  },
  {
    file: "provider/src/lifecycle/settle.ts",
    in: "inAnotherForm",
    mutator: "ConditionalExpression",
    from: "if (alike.length === 0) return [];",
    to: "if (false) return [];",
    why: "Spares reading the records; without an object, none is left either way.",
  },
  {
    file: "provider/src/lifecycle/twinGuard.ts",
    in: "guardTwins",
    mutator: "StringLiteral",
    from: 'const known = await account.records.known(kind.name, name, "sameName");',
    to: 'const known = await account.records.known(kind.name, name, "");',
    why: 'Everything but "all" asks for those of this name.',
  },
  {
    file: "provider/src/lifecycle/twinGuard.ts",
    in: "guardTwins",
    mutator: "ConditionalExpression",
    from: "if (asked && only !== undefined && unexpected.length === 1 && !mayRun && !isForeign) return only.id;",
    to: "if (asked && true && unexpected.length === 1 && !mayRun && !isForeign) return only.id;",
    why: "For the compiler: of one twin there is a first one.",
  },
  {
    file: "provider/src/lifecycle/twinGuard.ts",
    in: "guardTwins",
    mutator: "Regex",
    from: "const isTwinOrNone = (value: string) => !/^\\d+$/.test(value) || twins.some(({ id }) => id === value);",
    to: "const isTwinOrNone = (value: string) => !/^\\d+/.test(value) || twins.some(({ id }) => id === value);",
    why: "A code that begins with a digit and is no id is refused before.",
  },
  {
    file: "provider/src/webhook/receiver.ts",
    in: "receive",
    mutator: "LogicalOperator",
    from: "if (signature === undefined || timestamp === undefined) return this.handle(event);",
    to: "if (signature === undefined && timestamp === undefined) return this.handle(event);",
    why: "A verified delivery has both or neither.",
  },
  {
    file: "provider/src/webhook/receiver.ts",
    in: "receive",
    mutator: "ConditionalExpression",
    from: "if (signature === undefined || timestamp === undefined) return this.handle(event);",
    to: "if (false || timestamp === undefined) return this.handle(event);",
    why: "A verified delivery has both or neither.",
  },
  {
    file: "provider/src/webhook/replay.ts",
    in: "claim",
    mutator: "ObjectLiteral",
    from: "this.known.set(signature, { until: until.getTime(), isHandled: false });",
    to: "this.known.set(signature, {});",
    why: "What is not handled is not forgotten, so nobody reads until when it is valid.",
  },
  {
    file: "provider/src/webhook/signature.ts",
    in: "digestIn",
    mutator: "ArrayDeclaration",
    from: "const [, hexadecimal] = form.exec(header) ?? [];",
    to: 'const [, hexadecimal] = form.exec(header) ?? ["Stryker was here"];',
    why: "Only the second element is read.",
  },
];
