import type { Agent, Campaign, LeadList, ObjectDump } from "../../sandbox/src/index";
import type { Values } from "../support/engine/provider";
import type { Failure } from "../support/engine/run";
import { type Program, serviceName } from "./program";
import type { ChaosStack } from "./stack";

type ServiceObject = LeadList | Agent | Campaign;

/** What a schedule has made; the prefix begins every name of its objects. */
export function ownObjects({ lists, agents, campaigns }: ObjectDump, prefix: string): ServiceObject[] {
  return [...lists, ...agents, ...campaigns].filter(({ name }) => name.startsWith(`${prefix} `));
}

/** Does what the error says, where it is about an object that this schedule has made, and answers the arguments to write. */
export function follow(
  failure: Failure,
  stack: ChaosStack,
  program: Program,
  own: readonly ServiceObject[],
): Values | undefined {
  const declaration = program.find(({ name }) => name === failure.name);
  if (declaration === undefined) {
    // It left the program while its creation was pending: a person looks, and lets go of it.
    const entry = stack.current(failure.name);
    if (entry !== undefined && failure.error.message.includes("still pending")) {
      stack.forget(
        failure.name,
        own.filter(({ name }) => name === entry.inputs.name).map(({ id }) => String(id)),
      );
    }
    return undefined;
  }
  const twins =
    /already holds the same [a-z ]+, ids? (\d+(?:, \d+)*)/.exec(failure.error.message)?.[1]?.split(", ") ?? [];
  const written = declaration.args.acknowledge;
  const before: unknown[] = Array.isArray(written) ? written : [];
  const [only] = twins;
  if (twins.length === 1 && only !== undefined && own.some(({ id }) => String(id) === only)) {
    // A person knows what was replaced on purpose, and that it is not what is missing now.
    return stack.released.has(only) ? { acknowledge: [...before, `twin:${only}`] } : { adopt: Number(only) };
  }
  const recorded =
    /ha(?:s created|ve recorded) a [a-z ]+ of this name(?: for the same list)? \(ids? (\d+(?:, \d+)*)\)/
      .exec(failure.error.message)?.[1]
      ?.split(", ") ?? [];
  if (recorded.length > 0) {
    const ofThis = recorded.filter((id) => !stack.released.has(id) && own.some((each) => String(each.id) === id));
    if (ofThis.length === 1) return { adopt: Number(ofThis[0]) };
    return { acknowledge: [...before, ...recorded.map((id) => `twin:${id}`)] };
  }
  // Taken over with the lists that it was made with, which the next run changes.
  const [, madeWith] = /uses list (\d+(?:, \d+)*), and the program declares only/.exec(failure.error.message) ?? [];
  if (madeWith !== undefined) {
    const declared: unknown[] = Array.isArray(declaration.args.listIds) ? declaration.args.listIds : [];
    return { listIds: [...declared, ...madeWith.split(", ").map(Number)] };
  }
  // A person has looked whether it runs.
  const [, adopted] =
    /\(id (\d+)\): this service does not show whether it runs, and the program does not declare/.exec(
      failure.error.message,
    ) ?? [];
  const found = own.find(({ id }) => String(id) === adopted);
  if (found !== undefined && "active" in found) return { active: found.active };
  const [, off] = /acknowledge: \["(inactive:\d+)"\]/.exec(failure.error.message) ?? [];
  const isOff = own.some((each) => off === `inactive:${each.id}` && "active" in each && !each.active);
  if (off !== undefined && isOff) return { acknowledge: [...before, off] };
  if (!/still pending|was cut off while it created it/.test(failure.error.message)) return undefined;
  // "Look in the app."
  const lost = own.filter(({ id, name }) => name === serviceName(declaration) && !stack.released.has(String(id)));
  if (lost.length === 0) return { acknowledge: [...before, "twin:none"] };
  return lost.length === 1 ? { adopt: lost[0]?.id } : undefined;
}
