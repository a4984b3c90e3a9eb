import { z } from "zod";
import { canRun, kindNames } from "../everyKind";
import type { StatedObject } from "../follow/known";
import { typeToken } from "../host/token";
import { kinds } from "../kinds";
import { nameOf } from "../lifecycle/about";
import { runningIn, type Values } from "../lifecycle/kind";
import { readRecord } from "../lifecycle/record";
import { Refusal } from "../lifecycle/refusal";
import { readOfStack } from "./pulumi";

const instead = "or name the agents by their ids, as in `pulumi-outreach stop --yes 123 456`";

const values = z.record(z.string(), z.unknown()).catch({});

/** The output of `pulumi stack export`. What is left of a replacement still exists and is one of its resources. */
const exported = z.object({
  deployment: z.object({
    resources: z
      .array(z.object({ urn: z.string(), type: z.string(), id: z.string().optional(), outputs: values.optional() }))
      .nullish(),
  }),
});

/**
 * The source agents and campaigns in the state of a stack, read by the Pulumi CLI without decrypting anything. Throws a
 * Refusal that says how to point to a stack.
 *
 * @param stack undefined: the selected one
 */
export async function stackState(stack: string | undefined): Promise<StatedObject[]> {
  return (parsed(await exportedState(stack, instead)).deployment.resources ?? []).flatMap(
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
 * What `pulumi stack export` prints, without decrypting anything. Throws a Refusal that says how to point to a stack.
 *
 * @param stack undefined: the selected one
 * @param otherwise another way to the same end; continues a sentence
 * @param cwd the folder of the project; by default the working folder
 */
export async function exportedState(stack: string | undefined, otherwise: string, cwd?: string): Promise<string> {
  const reading = { what: "state", stack, command: "pulumi stack export", instead: otherwise };
  return await readOfStack(["stack", "export"], reading, cwd);
}

function parsed(output: string): z.infer<typeof exported> {
  try {
    return exported.parse(JSON.parse(output));
  } catch {
    throw new Refusal(
      "could not read the state of the stack: `pulumi stack export` printed something else than a state.",
      `Use a newer Pulumi CLI, ${instead}.`,
    );
  }
}

/** Whose object it is, and of which service. Undefined if the record is encrypted or cannot be read. */
export function ownerIn(outputs: Values): StatedObject["owner"] {
  try {
    const { origin, actingUserId } = readRecord(outputs, "");
    return { origin, actingUserId };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
