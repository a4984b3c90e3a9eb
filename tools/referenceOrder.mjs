// @ts-check
// A typedoc plugin: puts each public name under a heading, by the file that declares it. Tags in the doc comments would
// appear on every hover. Inherited members come after a name's own.
import { Comment, CommentTag, Converter, ReflectionKind } from "typedoc";

/**
 * The headings of the reference in order, each with the sources of its names.
 * @type {readonly (readonly [heading: string, source: RegExp])[]}
 */
export const headings = [
  ["Lists", /\/resources\/list\w*\.ts$/],
  ["Source agents", /\/resources\/sourceAgent\/(?!signal)/],
  ["Signals of source agents", /\/resources\/sourceAgent\/signal/],
  ["Campaigns", /\/resources\/campaign\/(?!step)/],
  ["Steps of campaigns", /\/resources\/campaign\/step/],
  ["All three in one", /\/resources\/fullCycle\.ts$/],
  ["What every resource takes", /\/resources\/program\.ts$|\/kind\//],
  ["Acting for a member", /\/host\/explicitProvider\.ts$/],
  ["Functions that read", /\/functions\/(?!args)/],
  ["Arguments of functions", /\/functions\/args\.ts$|\/host\/functionOptions\.ts$/],
  ["Answers of functions", /\/reads\//],
  ["Webhooks", /\/webhook(\/|\.ts$)/],
  ["Unit tests", /\/testing(\/|\.ts$)|\/host\/(mocks|resolved|underTest)/],
];

/** @param {import("typedoc").Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
    for (const module of context.project.getReflectionsByKind(ReflectionKind.Module)) {
      if (!module.isDeclaration()) continue;
      for (const exported of module.children ?? []) assign(exported, headingOf(context.project, exported));
    }
  });
  app.converter.on(
    Converter.EVENT_RESOLVE_END,
    (context) => {
      for (const each of context.project.getReflectionsByKind(ReflectionKind.ClassOrInterface)) {
        if (!each.isDeclaration()) continue;
        for (const { children } of each.groups ?? []) children.sort(inheritedLast);
        each.children?.sort(inheritedLast);
      }
    },
    afterSorting,
  );
}

/** Typedoc has already sorted by source file, and inherited members come from another file. */
const afterSorting = -1000;

/** @typedef {import("typedoc").DeclarationReflection | import("typedoc").DocumentReflection} Member */
/**
 * @param {Member} left
 * @param {Member} right
 */
function inheritedLast(left, right) {
  return Number(isInherited(left)) - Number(isInherited(right));
}

/** @param {Member} member */
function isInherited(member) {
  return member.isDeclaration() && member.inheritedFrom !== undefined;
}

/**
 * @param {import("typedoc").ProjectReflection} project
 * @param {import("typedoc").DeclarationReflection} exported
 */
function headingOf(project, exported) {
  const file = project.getSymbolIdFromReflection(exported)?.fileName ?? "";
  return headings.find(([, source]) => source.test(file))?.[0];
}

/**
 * @param {import("typedoc").DeclarationReflection} exported
 * @param {string | undefined} heading
 */
function assign(exported, heading) {
  if (heading === undefined) return;
  // A function's comment is on its signature.
  for (const reflection of exported.signatures ?? [exported]) {
    reflection.comment ??= new Comment();
    reflection.comment.blockTags.push(new CommentTag("@category", [{ kind: "text", text: heading }]));
  }
}
