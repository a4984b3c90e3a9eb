import { z } from "zod";
import { canRun, kindNames } from "../everyKind";
import type { StatedObject } from "../follow/known";
import { typeToken } from "../host/token";
import { kinds } from "../kinds";
import { nameOf } from "../lifecycle/about";
import { runningIn, type Values } from "../lifecycle/kind";
import { readRecord } from "../lifecycle/record";
import { Refusal } from "../lifecycle/refusal";
import { readFromStack } from "./pulumi";

const instead = "or name the agents by their ids, as in `pulumi-outreach stop --yes 123 456`";

const values = z.record(z.string(), z.unknown()).catch({});

/** The output of `pulumi stack export`. It includes replaced objects that were not deleted yet. */
const exported = z.object({
  deployment: z.object({
    resources: z
      .array(z.object({ urn: z.string(), type: z.string(), id: z.string().optional(), outputs: values.optional() }))
      .nullish(),
  }),
});

/**
 * Reads the source agents and campaigns in a stack's state with the Pulumi CLI, without decrypting anything. Throws a
 * Refusal that explains how to name a stack.
 *
 * @param stack undefined: the selected one
 */
export async function stackState(stack: string | undefined): Promise<StatedObject[]> {
  return (parseState(await exportedState(stack, instead)).deployment.resources ?? []).flatMap(
    ({ urn, type, id, outputs = {} }) =>
      kindNames.filter(canRun).flatMap((kind) => {
        if (type !== typeToken(kind)) return [];
        const name = typeof outputs.name === "string" ? outputs.name : undefined;
        const isOff = runningIn(kinds[kind], outputs) === false;
        return [{ kind, resource: nameOf(urn), id, name, isOff, owner: ownerIn(outputs) }];
      }),
  );
}

/**
 * The output of `pulumi stack export`, without decrypting anything. Throws a Refusal that explains how to name a stack.
 *
 * @param stack undefined: the selected one
 * @param otherwise an alternative for the user, as the end of a sentence
 * @param cwd the project's folder; by default the working folder
 */
export async function exportedState(stack: string | undefined, otherwise: string, cwd?: string): Promise<string> {
  const reading = { what: "state", stack, command: "pulumi stack export", instead: otherwise };
  return await readFromStack(["stack", "export"], reading, cwd);
}

function parseState(output: string): z.infer<typeof exported> {
  try {
    return exported.parse(JSON.parse(output));
  } catch {
    throw new Refusal(
      "could not read the state of the stack: `pulumi stack export` printed something else than a state.",
      `Use a newer Pulumi CLI, ${instead}.`,
    );
  }
}

/** The object's owner and service. Undefined if the record is encrypted or cannot be read. */
export function ownerIn(outputs: Values): StatedObject["owner"] {
  try {
    const { origin, actingUserId } = readRecord(outputs, "");
    return { origin, actingUserId };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
