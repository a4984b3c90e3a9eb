import type { Held, ModelService } from "./service";

/** An action in the app, which a person may take at any moment. */
export interface Act {
  /** `switches on`; the object's name follows. */
  readonly words: string;
  readonly kind: Held["kind"];
  /** Undefined: deletes it. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

export const switchOn: Act = { words: "switches on", kind: "campaign", fields: { active: true } };
export const switchOff: Act = { words: "switches off", kind: "campaign", fields: { active: false } };
export const rename = (kind: Held["kind"]): Act => ({ words: "renames", kind, fields: { name: "Renamed" } });
export const removal = (kind: Held["kind"]): Act => ({ words: "deletes", kind });
export const attachList = (listId: number): Act => ({
  words: `attaches list ${listId} to`,
  kind: "campaign",
  fields: { listIds: [listId] },
});

/** The actions that are possible now, each as a sentence. */
export function actsOn(service: ModelService, acts: readonly Act[]) {
  return acts.flatMap((act) =>
    service.of(act.kind).flatMap((held) => {
      const fields = act.fields && merged(held, act.fields);
      if (fields !== undefined && isSame(held, fields)) return [];
      const happen = () => {
        if (fields === undefined) service.objects.delete(held.id);
        else service.change(held.id, fields, "person");
      };
      return [{ kind: act.kind, words: `a person ${act.words} ${held.kind} ${held.id}`, happen }];
    }),
  );
}

/** A list is attached beside the campaign's present lists. */
function merged(held: Held, { listIds, ...fields }: Readonly<Record<string, unknown>>) {
  if (!Array.isArray(listIds)) return fields;
  const before: readonly unknown[] = Array.isArray(held.fields.listIds) ? held.fields.listIds : [];
  return { ...fields, listIds: [...new Set([...before, ...listIds].map(Number))] };
}

function isSame({ fields }: Held, changed: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(changed).every(([key, value]) => JSON.stringify(fields[key]) === JSON.stringify(value));
}
