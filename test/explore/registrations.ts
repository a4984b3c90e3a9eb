import { filled } from "../support/declared";
import type { Registration } from "../support/engine/deployment";
import { resourceKind } from "../support/engine/inProcess";
import { nameOf, urnOf } from "../support/engine/urn";
import type { PlannedRun, Verb } from "./schedule";

/** The engine's placeholder for a value that a preview cannot know yet. */
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** What the program of a run registers. */
export function registrations({ stack, program: all, replace }: PlannedRun, verb: Verb): Registration[] {
  const program = verb === "destroy" ? {} : all;
  const isPreview = verb === "preview";
  const urns = Object.entries(program).map(([name, { kind }]) => urnOf(kind, name, stack));
  return Object.values(program).map((declared, index) => {
    const urn = urns[index] ?? "";
    const idOf = (name: string, ids: (urn: string) => string) => {
      const id = ids(urns.find((each) => nameOf(each) === name) ?? "");
      return id === "" && isPreview ? unknown : id;
    };
    return {
      urn,
      args: (ids) => filled(declared, (name) => idOf(name, ids)),
      dependsOn: [],
      deleteBeforeReplace: resourceKind(urn).deletesFirst || undefined,
      replace: nameOf(urn) === replace,
    };
  });
}
