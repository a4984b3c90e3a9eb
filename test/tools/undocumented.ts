import { Application, ReflectionKind, SignatureReflection } from "typedoc";

const named =
  ReflectionKind.SomeType |
  ReflectionKind.Namespace |
  ReflectionKind.Variable |
  ReflectionKind.EnumMember |
  ReflectionKind.Property |
  ReflectionKind.Accessor |
  ReflectionKind.FunctionOrMethod |
  ReflectionKind.Constructor;
const withSignatures = ReflectionKind.FunctionOrMethod | ReflectionKind.Constructor | ReflectionKind.Accessor;
/** Types that are written out in place have no name of their own. */
const nameless = ReflectionKind.TypeLiteral;

/**
 * Every name that the API reference would show without a text: exports, members (arguments, options, outputs),
 * constructors and the parameters of constructors. Each once, as `List.name`.
 *
 * @param options a `typedoc.json`
 */
export async function undocumented(options: string): Promise<string[]> {
  // The build reports errors of types, and looking for them takes most of the time.
  const application = await Application.bootstrap({ options, skipErrorChecking: true, logLevel: "None" });
  // Without its options it would describe something else, or nothing.
  const project = application.logger.hasErrors() ? undefined : await application.convert();
  if (project === undefined || application.logger.hasErrors()) throw new Error(`${options}: cannot be generated`);
  const missing = Object.values(project.reflections).filter((reflection) => {
    if (reflection instanceof SignatureReflection)
      return !reflection.parent.kindOf(nameless) && !reflection.hasComment();
    if (reflection.kindOf(ReflectionKind.Parameter)) {
      return reflection.parent?.kindOf(ReflectionKind.ConstructorSignature) === true && !reflection.hasComment();
    }
    return reflection.kindOf(named) && !reflection.kindOf(withSignatures | nameless) && !reflection.hasComment();
  });
  return [...new Set(missing.map((reflection) => reflection.getFriendlyFullName()))].sort();
}
