import { z } from "zod";
import { Expression } from "./database";
import { hasRun, sortedIds } from "./notes";
import type { Creation } from "./store";

/** The columns of the table `created` that hold the notes of one creation, and the run that sent it. */
export const noteColumns = new Expression(
  "name, outcome, id, list_ids, active, ran, ran_on, stack, resource, adopted, said_absent, released, run",
);

const text = z
  .string()
  .nullable()
  .transform((value) => value ?? undefined);
const number = z.coerce.number().nullable();
const flag = number.transform((value) => value === 1 || undefined);
const ids = z.array(z.string());
/** JSON lists with a blank behind each: a single statement can append to them in every database. */
const idLists = text.transform((value) => {
  const lists = (value ?? "").split(" ").filter((list) => list !== "");
  const all = lists.flatMap((list) => ids.parse(JSON.parse(list)));
  return all.length === 0 ? undefined : sortedIds(all);
});

/** One row of `select token, ${noteColumns}`. Columns keep the names of the first release: `list_ids` are the targets. */
const createdRow = z
  .object({
    token: z.string(),
    name: z.string(),
    outcome: z.enum(["sent", "made"]),
    id: text,
    list_ids: text.transform((value) => (value === undefined ? undefined : ids.parse(JSON.parse(value)))),
    active: number.transform((value) => (value === null ? undefined : value === 1)),
    ran: flag,
    ran_on: idLists,
    stack: text,
    resource: text,
    adopted: flag,
    said_absent: flag,
    released: flag,
    run: z.string(),
  })
  .transform(({ list_ids, active, ran_on, said_absent, ...row }) => {
    return { ...row, targets: list_ids, running: active, ranOn: ran_on, saidAbsent: said_absent };
  });

type CreatedRow = z.infer<typeof createdRow>;

/** Reads such rows. Each create of a run reads all of them, so a row that is as it was before is not checked again. */
export function createdRows(): z.ZodType<CreatedRow[]> {
  const known = new Map<string, { readonly served: string; readonly row: CreatedRow }>();
  const read = (raw: unknown) => {
    const served = JSON.stringify(raw);
    const token = typeof raw === "object" && raw !== null && "token" in raw ? String(raw.token) : "";
    const before = known.get(token);
    if (before?.served === served) return before.row;
    const row = createdRow.parse(raw);
    known.set(token, { served, row });
    return row;
  };
  return z.array(z.unknown()).transform((rows) => rows.map(read));
}

/** The values of the columns that may be null. */
export function columnsOf(creation: Creation) {
  const { id, targets, running, stack, resource, adopted, saidAbsent, released } = creation;
  return {
    id: id ?? null,
    targets: targets === undefined ? null : JSON.stringify(targets),
    running: running === undefined ? null : Number(running),
    ran: hasRun(creation) ? 1 : null,
    ranOn: hasRun(creation) && targets !== undefined ? `${JSON.stringify(targets)} ` : null,
    stack: stack ?? null,
    resource: resource ?? null,
    adopted: adopted === true ? 1 : null,
    saidAbsent: saidAbsent === undefined ? null : Number(saidAbsent),
    released: released === undefined ? null : Number(released),
  };
}
