import ts from "typescript";

export interface ImportedModule {
  /** As written; `(computed)` if it is not a literal. */
  readonly specifier: string;
  readonly typeOnly: boolean;
}

/** Every module that a source imports or loads: by import, export, `import()`, `require` and `createRequire`. */
export function importsOf(text: string): ImportedModule[] {
  const tree = ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
  const loaders = new Set(["require"]);
  const found: ImportedModule[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly = false) =>
    found.push({ specifier: specifier && ts.isStringLiteralLike(specifier) ? specifier.text : "(computed)", typeOnly });

  const look = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && makesLoader(node.initializer)) {
      loaders.add(node.name.text);
    }
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.isTypeOnly === true);
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isExternalModuleReference(node)) add(node.expression);
    else if (ts.isImportTypeNode(node))
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    else if (ts.isCallExpression(node) && isLoader(node.expression, loaders)) add(node.arguments[0]);
    ts.forEachChild(node, look);
  };
  look(tree);
  return found;
}

function isLoader(called: ts.Expression, loaders: ReadonlySet<string>): boolean {
  if (called.kind === ts.SyntaxKind.ImportKeyword || makesLoader(called)) return true;
  if (ts.isPropertyAccessExpression(called))
    return called.name.text === "resolve" && isLoader(called.expression, loaders);
  return ts.isIdentifier(called) && loaders.has(called.text);
}

function makesLoader(value: ts.Expression | undefined): boolean {
  return value !== undefined && ts.isCallExpression(value) && /\bcreateRequire$/.test(value.expression.getText());
}
