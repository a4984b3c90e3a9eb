import type { Reach } from "../../../provider/src/lifecycle/reach";
import { reviewOf } from "../../../provider/src/review/build";
import { warnedFindings } from "../../../provider/src/review/findings/warned";
import { readPlan } from "../../../provider/src/review/input/read";
import type { Finding } from "../../../provider/src/review/model";
import type { Values } from "../engine/provider";
import type { Operation } from "../engine/run";

/** A resource in a preview of the tests' engine. */
export interface Planned {
  readonly urn: string;
  readonly operation: Operation;
  readonly old?: { readonly id: string; readonly inputs: Values; readonly outputs: Values };
  readonly inputs: Values;
}

/** A preview, with the provider's warnings about people. */
export interface Previewed {
  readonly resources: readonly Planned[];
  readonly warnings: readonly { readonly text: string; readonly urn?: string; readonly reach: Reach }[];
}

const withoutHints = (values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith("__")));
const typeOf = (urn: string) => urn.split("::").at(-2) ?? "";

function digestOf({ resources, warnings }: Previewed): string {
  const stack = resources[0]?.urn.split("::").slice(0, 2).join("::") ?? "";
  const root = `${stack}::pulumi:pulumi:Stack::root`;
  const steps = resources.map(({ urn, operation, old, inputs }) => {
    const side = { urn, type: typeOf(urn), custom: true };
    const isKept = operation === "same" || operation === "update";
    return {
      ...{ op: operation, urn },
      ...(old === undefined
        ? {}
        : { oldState: { ...side, id: old.id, inputs: withoutHints(old.inputs), outputs: old.outputs } }),
      newState: { ...side, ...(isKept ? { id: old?.id } : {}), inputs: withoutHints(inputs) },
    };
  });
  const diagnostics = warnings.map(({ text, urn, reach }) => ({
    ...{ severity: "warning", message: `warning: ${text} [${reach}]` },
    ...(urn === undefined ? {} : { urn }),
  }));
  const first = { op: "same", urn: root, oldState: { urn: root, type: "pulumi:pulumi:Stack" } };
  const same = steps.filter(({ op }) => op === "same").length + 1;
  return JSON.stringify({ steps: [first, ...steps], diagnostics, duration: 1, changeSummary: { same } });
}

/** The warnings about people that have no corresponding finding in a review of the same preview. */
export function unreviewed(previewed: Previewed): Finding[] {
  if (previewed.resources.length === 0) return [];
  const plan = readPlan({ source: "test", text: digestOf(previewed) });
  const { findings } = reviewOf([{ ...plan, diagnostics: [] }]);
  return warnedFindings(plan, findings).filter(({ level }) => level === "danger");
}
