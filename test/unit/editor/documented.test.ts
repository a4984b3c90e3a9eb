import ts from "typescript";
import { expect, it } from "vitest";
import { Editor, frontDoor, programFile, testingEntry } from "./languageService";

const program = new Editor().compiled(`
  import "../../provider/src/testing";
  /** Text. */
  export class Told {
    constructor(readonly args: Args) {}
    bare = 1;
  }
  export interface Args {
    bare: string;
    /** Text. */
    told: string;
  }
  /** Text. */
  export const made = {
    /** Text. */
    told() {},
    bare() {},
  };
  /** Text. */
  export const named: object = made;
`);
const checker = program.getTypeChecker();
const hasText = (symbol: ts.Symbol) => symbol.getDocumentationComment(checker).length > 0;

/** The names that a module exports, and their members, that have no doc comment. */
function undocumented(fileName: string): string[] {
  const file = program.getSourceFile(fileName);
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${fileName} is no module of the program`);
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    const inside = (symbol.declarations ?? []).flatMap((declaration) => insideOf(declaration, symbol.name));
    return hasText(symbol) ? inside : [symbol.name, ...inside];
  });
}

function insideOf(declaration: ts.Node, path: string): string[] {
  if (ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined)
    return insideOf(declaration.initializer, path);
  // A value that is exported under an interface's name is declared beside it.
  const other = ts.isIdentifier(declaration) ? checker.getSymbolAtLocation(declaration)?.valueDeclaration : undefined;
  const node = other !== undefined && ts.isVariableDeclaration(other) ? other.initializer : declaration;
  if (node === undefined) return [];
  if (ts.isObjectLiteralExpression(node)) return namesOf(node.properties, path);
  if (!ts.isInterfaceDeclaration(node) && !ts.isClassDeclaration(node)) return [];
  return [
    ...namesOf(node.members, path),
    ...node.members.filter(ts.isConstructorDeclaration).flatMap(namesOfNew(path)),
  ];
}

function namesOf(members: Iterable<ts.NamedDeclaration>, path: string): string[] {
  return [...members].flatMap(({ name }) => {
    const symbol = name && checker.getSymbolAtLocation(name);
    return symbol === undefined || hasText(symbol) ? [] : [`${path}.${symbol.name}`];
  });
}

const namesOfNew = (path: string) => (made: ts.ConstructorDeclaration) => {
  const signature = checker.getSignatureFromDeclaration(made);
  const own = signature?.getDocumentationComment(checker).length ? [] : [`new ${path}`];
  const bare = (signature?.getParameters() ?? []).filter((parameter) => !hasText(parameter));
  return [...own, ...bare.map(({ name }) => `new ${path}(${name})`)];
};

it("every public name, constructor, option and output has a doc comment", () => {
  expect(undocumented(frontDoor)).toEqual([]);
  expect(undocumented(testingEntry)).toEqual([]);
});

it("a name without one is found", () => {
  expect(undocumented(programFile).sort()).toEqual([
    ...["Args", "Args.bare", "Told.bare", "made.bare", "named.bare", "new Told", "new Told(args)"],
  ]);
});
