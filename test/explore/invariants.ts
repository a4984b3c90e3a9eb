import type { Begun, Place } from "./schedule";

/** What must hold when all runs are over, however they have ended. */
export function violations(before: Place, place: Place, begun: readonly Begun[]): string[] {
  return [
    ...secondObject(place),
    ...sharedList(place),
    ...undeclaredStart(before, place, begun),
    ...unknownObject(before, place, begun),
    ...unfinished(begun),
  ];
}

function secondObject({ service }: Place): string[] {
  const names = new Map<string, number>();
  for (const { kind, fields } of service.objects.values()) {
    const name = `${kind} "${String(fields.name)}"`;
    names.set(name, (names.get(name) ?? 0) + 1);
  }
  return [...names].flatMap(([name, count]) => (count > 1 ? [`a second object: ${count} times ${name}`] : []));
}

function sharedList({ service }: Place): string[] {
  const active = service.of("campaign").filter(({ fields }) => fields.active === true);
  const users = new Map<string, number[]>();
  for (const { id, fields } of active) {
    const listIds: readonly unknown[] = Array.isArray(fields.listIds) ? fields.listIds : [];
    for (const listId of listIds.map(String)) users.set(listId, [...(users.get(listId) ?? []), id]);
  }
  return [...users].flatMap(([list, ids]) =>
    ids.length > 1 ? [`two running campaigns on list ${list}: ${ids.join(", ")}`] : [],
  );
}

function undeclaredStart(before: Place, { service }: Place, begun: readonly Begun[]): string[] {
  const mayStart = new Set(
    begun.flatMap(({ program }) =>
      Object.values(program).flatMap(({ kind, args }) =>
        kind === "Campaign" && args.active === true ? [args.name] : [],
      ),
    ),
  );
  return service.started.slice(before.service.started.length).flatMap(({ id, by }) => {
    const name = service.objects.get(id)?.fields.name;
    return by === "person" || mayStart.has(name)
      ? []
      : [`a run started campaign ${id} "${String(name)}", which no program declares active`];
  });
}

/** Every object that exists is in a state, in the records, or in a message. */
function unknownObject(before: Place, { service, engines, memories }: Place, begun: readonly Begun[]): string[] {
  const inStates = new Set(
    [...engines.values()].flatMap(({ state }) => [...state.current.values()].map(({ id }) => id)),
  );
  const told = begun
    .flatMap(({ said, run }) => [...said, ...run.failures.map(({ error }) => error.message)])
    .join("\n");
  const kinds = { list: "List", agent: "SourceAgent", campaign: "Campaign" } as const;
  return [...service.objects.values()].flatMap(({ id, kind, fields, by }) => {
    if (before.service.objects.has(id) || by === "person") return [];
    const isRecorded = [...memories.values()].some(({ creations }) =>
      creations.some((each) => each.kind === kinds[kind] && (each.id === String(id) || each.outcome === "sent")),
    );
    if (inStates.has(String(id)) || isRecorded || told.includes(String(id))) return [];
    return [`nobody knows of ${kind} ${id} "${String(fields.name)}"`];
  });
}

function unfinished(begun: readonly Begun[]): string[] {
  return begun.flatMap(({ actor, isOver }) => (isOver ? [] : [`${actor} never ends`]));
}
