import { Application, type Reflection, ReflectionKind, SignatureReflection } from "typedoc";

const withText =
  ReflectionKind.SomeType |
  ReflectionKind.Namespace |
  ReflectionKind.Variable |
  ReflectionKind.EnumMember |
  ReflectionKind.Property |
  ReflectionKind.Accessor |
  ReflectionKind.FunctionOrMethod |
  ReflectionKind.Constructor;
const withSignatures = ReflectionKind.FunctionOrMethod | ReflectionKind.Constructor | ReflectionKind.Accessor;
/** Inline types have no name. */
const nameless = ReflectionKind.TypeLiteral;

/** The content of the API reference. */
export interface Reference {
  /**
   * Every name without a description: exports, members (arguments, options, outputs), constructors and their
   * parameters. Each once, as `List.name`.
   */
  readonly undocumented: readonly string[];
  /** Exports that are below no heading from `tools/referenceOrder.mjs`. */
  readonly withoutHeading: readonly string[];
  /** Own members that come after an inherited one. */
  readonly behindInherited: readonly string[];
  /** The modules' names in the reference. */
  readonly modules: readonly string[];
  /** True if it names a type that it does not describe, or has a broken link. */
  readonly hasWarnings: boolean;
}

/** @param options a `typedoc.json` */
export async function referenceOf(options: string): Promise<Reference> {
  // The build reports type errors, and checking for them takes most of the time.
  const application = await Application.bootstrapWithPlugins({ options, skipErrorChecking: true, logLevel: "None" });
  // Without its options it would describe something else, or nothing.
  const project = application.logger.hasErrors() ? undefined : await application.convert();
  if (project === undefined || application.logger.hasErrors()) throw new Error(`${options}: cannot be generated`);
  application.validate(project);
  const modules = project
    .getReflectionsByKind(ReflectionKind.Module)
    .flatMap((each) => (each.isDeclaration() ? each : []));
  const missing = Object.values(project.reflections).filter((reflection) => {
    if (reflection instanceof SignatureReflection)
      return !reflection.parent.kindOf(nameless) && !reflection.hasComment();
    if (reflection.kindOf(ReflectionKind.Parameter)) {
      return reflection.parent?.kindOf(ReflectionKind.ConstructorSignature) === true && !reflection.hasComment();
    }
    return reflection.kindOf(withText) && !reflection.kindOf(withSignatures | nameless) && !reflection.hasComment();
  });
  const named = (reflections: readonly Reflection[]) =>
    [...new Set(reflections.map((reflection) => reflection.getFriendlyFullName()))].sort();
  const placed = modules.flatMap(({ categories = [] }) => categories.filter(({ title }) => title !== "Other"));
  const isPlaced = new Set(placed.flatMap(({ children }) => children.map(({ id }) => id)));
  return {
    undocumented: named(missing),
    withoutHeading: named(modules.flatMap(({ children = [] }) => children.filter(({ id }) => !isPlaced.has(id)))),
    behindInherited: named(project.getReflectionsByKind(ReflectionKind.ClassOrInterface).flatMap(behindInherited)),
    modules: modules.map(({ name }) => name),
    hasWarnings: application.logger.hasWarnings() || application.logger.hasErrors(),
  };
}

function behindInherited(reflection: Reflection): Reflection[] {
  if (!reflection.isDeclaration()) return [];
  return [reflection.children ?? [], ...(reflection.groups ?? []).map(({ children }) => children)].flatMap(
    (members) => {
      const isInherited = (member: Reflection) => member.isDeclaration() && member.inheritedFrom !== undefined;
      const first = members.findIndex(isInherited);
      return first < 0 ? [] : members.slice(first).filter((member) => !isInherited(member));
    },
  );
}
