import ts from "typescript";
import type { ResourceKind } from "../../provider/src/lifecycle/kind";

/** Words with which code would refer to one kind of resource. */
export interface KindWords {
  /** Each as its words: `source`, `agent`. */
  readonly nouns: readonly (readonly string[])[];
  /** Fields of arguments and responses. */
  readonly fields: ReadonlySet<string>;
  /** Names of roles. Some fields have the same name as their role. */
  readonly roles: ReadonlySet<string>;
}

/** The fields of every object, whatever its kind. */
const common = ["id", "name", "userId", "createdAt"];

export function kindWords(kinds: readonly ResourceKind[]): KindWords {
  const fields = new Set(kinds.flatMap(({ properties, answered }) => [...properties, ...answered.keys()]));
  for (const each of common) fields.delete(each);
  return {
    nouns: kinds.map(({ noun }) => noun.split(" ")),
    fields,
    roles: new Set(kinds.flatMap(({ roles }) => Object.keys(roles))),
  };
}

/** The identifiers and strings in a source that name a kind or one of its fields. Comments may. */
export function kindMentions(text: string, words: KindWords): string[] {
  const tree = ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    const names = ts.isIdentifier(node) && namesKind(node, words);
    if (names || (isText(node) && saysKind(node, words))) found.push(node.getText());
    ts.forEachChild(node, look);
  };
  look(tree);
  return found;
}

function namesKind(identifier: ts.Identifier, { nouns, fields, roles }: KindWords): boolean {
  const { text } = identifier;
  if (roles.has(text)) return fields.has(text) && readsValue(identifier);
  return fields.has(text) || nouns.some((noun) => (isVerb(noun) ? /^Lists?$/.test(text) : holds(wordsOf(text), noun)));
}

/** True if it is read from an object other than a kind's roles. */
function readsValue({ parent, text }: ts.Identifier): boolean {
  if (ts.isPropertyAccessExpression(parent) && parent.name.text === text) return !areRoles(parent.expression);
  if (!ts.isBindingElement(parent) || !ts.isObjectBindingPattern(parent.parent)) return false;
  const { parent: declaration } = parent.parent;
  return !(ts.isVariableDeclaration(declaration) && declaration.initializer && areRoles(declaration.initializer));
}

const areRoles = (object: ts.Expression): boolean => /(^|\.)roles$/.test(object.getText());

type Text = ts.Node & { readonly text: string };

function isText(node: ts.Node): node is Text {
  return ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
}

function saysKind(node: Text, { nouns, fields, roles }: KindWords): boolean {
  const { text, parent } = node;
  // Role names are types, and the lookup of a role's field.
  if (roles.has(text) && (ts.isLiteralTypeNode(parent) || findsRole(parent))) return false;
  if (fields.has(text)) return true;
  // `listIds`, `active:` and `steps[` are code; other words in a sentence may be English.
  const written = text.match(/[a-z]+[A-Z]\w*|\w+(?=[[:=])/g) ?? [];
  if (written.some((word) => fields.has(word))) return true;
  const words = text.split(/[^\p{L}\p{N}]+/u).flatMap(wordsOf);
  return nouns.some((noun) => (isVerb(noun) ? /^lists?$|\bLists?\b/.test(text) : holds(words, noun)));
}

function findsRole(node: ts.Node): boolean {
  return ts.isCallExpression(node) && node.expression.getText() === "propertyOf";
}

/** `sourceAgentIds` as source, agent, ids. */
function wordsOf(name: string): string[] {
  return name.split(/(?=\p{Lu})|_/u).map((word) => word.toLowerCase());
}

/** This noun is also an English verb: it is the kind only as a separate word or as the class name. */
function isVerb(noun: readonly string[]): boolean {
  return noun.join(" ") === "list";
}

function holds(words: readonly string[], noun: readonly string[]): boolean {
  const singular = words.map((word) => word.replace(/s$/, ""));
  return singular.some((_, start) => noun.every((word, index) => singular[start + index] === word));
}
