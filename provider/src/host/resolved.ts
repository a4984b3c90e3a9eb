import * as pulumi from "@pulumi/pulumi";
import { Refusal } from "../lifecycle/refusal";
import { programError } from "./programError";
import type { ProgramUnderTest } from "./underTest";

/** Throws if a value that was known later breaks a rule, with what is wrong with all of them. */
export function assertNothingBroken({ broken }: ProgramUnderTest): void {
  if (broken.length > 0) throw programError(...broken);
}

/** The value of an Output once the program is at rest. Rejects with its error, and if a preview does not know it. */
export async function resolvedOutput<T>(program: ProgramUnderTest, output: pulumi.Output<T>): Promise<T> {
  if (!pulumi.Output.isInstance(output)) {
    const given: unknown = output;
    const type = given === null ? "null" : typeof given;
    throw new Refusal(`resolved takes an Output, and this is none (${type}): use it as it is.`);
  }
  let known: { readonly value: T } | undefined;
  const seen = output.apply((value) => {
    known = { value };
  });
  // Each of them fails with the Output, and Node.js would report all those that nobody waits for.
  const ends = await Promise.allSettled([output, seen].flatMap(promisesOf));
  await program.atRest();
  assertNothingBroken(program);
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  if (known === undefined) throw new Refusal("the value of this Output is not known in a preview.");
  return known.value;
}

/** Everything in an Output that is settled when it is. The SDK leaves these out of its types. */
function promisesOf(output: pulumi.Output<unknown>): unknown[] {
  const called = ["promise", "allResources"].map((name) => {
    const method: unknown = Reflect.get(output, name);
    return typeof method === "function" ? method.call(output) : undefined;
  });
  return [...called, ...["isKnown", "isSecret"].map((name) => Reflect.get(output, name))];
}
