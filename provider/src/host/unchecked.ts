import * as pulumi from "@pulumi/pulumi";
import { describe, quoted } from "../lifecycle/about";
import { warningText } from "../lifecycle/reach";
import type { Declared } from "./besideProviders";
import { settingsOfProvider } from "./explicitProvider";
import { settingsSource } from "./programAccount";
import { settledOutput, settledValue } from "./settled";

/**
 * Warns in a preview if a new object starts under a provider whose settings are unknown until the update. The engine
 * does not call such a provider, and reports that only for existing objects.
 */
export function warnAboutUnchecked(made: Declared): void {
  if (!pulumi.runtime.isDryRun() || made.kind.reaches === undefined) return;
  if (settingsOfProvider(made.provider) === undefined) return;
  const done = pulumi.runtime.rpcKeepAlive();
  // An error in a value fails the resource itself.
  void warn(made, made.kind.reaches.running)
    .catch(() => {})
    .finally(done);
}

async function warn(
  { kind: { noun, roles }, name, args, provider, resource }: Declared,
  running: string,
): Promise<void> {
  const runs = await settledValue(args[running]);
  if (runs === undefined || runs === false || /^\d+$/.test(String(args.adopt))) return;
  if ((await settledOutput(settingsSource(provider).values)) !== undefined) return;
  const id = (await settledOutput(resource.id))?.value;
  if (id !== undefined && id !== "") return;
  const its = quoted(settingsOfProvider(provider)?.name ?? "");
  const starts =
    runs === true ? "Once it is created, it starts" : `Nor is ${running} known: once it is created, it may start`;
  const text = `${describe(noun, name)}: the settings of its provider ${its} are known only during the update, so this preview checks nothing of it. ${starts} to write to the people of its ${roles.targets?.noun}s.`;
  await pulumi.log.warn(warningText(text, "starts-sending"), resource);
}
