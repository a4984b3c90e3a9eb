import type { Agent, Campaign, LeadList, ObjectDump } from "../../sandbox/src/index";
import type { Values } from "../support/engine/provider";
import type { Failure } from "../support/engine/run";
import { stepsInText } from "../support/waysInText";
import { type Program, serviceName } from "./program";
import type { ChaosStack } from "./stack";

type ServiceObject = LeadList | Agent | Campaign;

/** The objects that a schedule has created; their names begin with the prefix. */
export function ownObjects({ lists, agents, campaigns }: ObjectDump, prefix: string): ServiceObject[] {
  return [...lists, ...agents, ...campaigns].filter(({ name }) => name.startsWith(`${prefix} `));
}

/**
 * Follows the error if it is about an object that this schedule has created, and returns the arguments to write.
 * Only the error's text is available, because the provider is another process.
 */
export function follow(
  failure: Failure,
  stack: ChaosStack,
  program: Program,
  own: readonly ServiceObject[],
): Values | undefined {
  const declaration = program.find(({ name }) => name === failure.name);
  if (declaration === undefined) {
    // It left the program while its creation was pending: the user checks, and removes it from the state.
    const entry = stack.current(failure.name);
    if (entry !== undefined && failure.error.message.includes("still pending")) {
      stack.forget(
        failure.name,
        own.filter(({ name }) => name === entry.inputs.name).map(({ id }) => String(id)),
      );
    }
    return undefined;
  }
  const { message } = failure.error;
  const steps = stepsInText(message);
  const written = declaration.args.acknowledge;
  const before: unknown[] = Array.isArray(written) ? written : [];
  const offered = steps.flatMap((step) => (step.do === "acknowledge" ? [step.codes] : []));
  const codes = offered.flat();
  // To adopt the twin, or to create another object beside it.
  const twins = steps
    .flatMap((step) => (step.do === "adopt" ? step.ids : []))
    .filter((id) => codes.includes(`twin:${id}`));
  if (twins.length > 0) {
    // The user knows which objects were replaced on purpose, and that these are not the missing one.
    const ofThis = twins.filter((id) => !stack.released.has(id) && own.some((each) => String(each.id) === id));
    if (ofThis.length === 1) return { adopt: Number(ofThis[0]) };
    return { acknowledge: [...before, ...twins.map((id) => `twin:${id}`)] };
  }
  // Adopted with the lists that it was created with; the next run changes them.
  const [madeWith] = steps.flatMap((step) => (step.do === "declareAlso" ? [step] : []));
  if (madeWith !== undefined) {
    const declared = declaration.args[madeWith.property];
    return { [madeWith.property]: [...(Array.isArray(declared) ? declared : []), ...madeWith.values.map(Number)] };
  }
  // The user has checked whether it runs.
  const isAsked = (value: boolean) =>
    steps.some((step) => step.do === "declare" && step.property === "active" && step.value === value);
  const found = own.find(({ id }) => message.includes(`(id ${id})`));
  if (isAsked(true) && isAsked(false) && found !== undefined && "active" in found) return { active: found.active };
  const off = offered.find(([code, ...more]) => more.length === 0 && code?.startsWith("inactive:"))?.[0];
  const isOff = own.some((each) => off === `inactive:${each.id}` && "active" in each && !each.active);
  if (off !== undefined && isOff) return { acknowledge: [...before, off] };
  if (!/still pending|was cut off while it created it/.test(message)) return undefined;
  // "Look in the app."
  const lost = own.filter(({ id, name }) => name === serviceName(declaration) && !stack.released.has(String(id)));
  const none = codes.filter((code) => code.startsWith("twin:none"));
  if (lost.length === 0) return { acknowledge: [...before, ...(none.length === 0 ? ["twin:none"] : none)] };
  return lost.length === 1 ? { adopt: lost[0]?.id } : undefined;
}
