import { z } from "zod";
import { Expression } from "./database";
import { hasRun, ranOnAfter, sortedIds } from "./notes";
import type { Creation, Recorded, Scope } from "./store";

/** The columns of the table `created` that hold a creation's notes and the run that sent it. */
export const noteColumns = new Expression(
  "name, outcome, id, list_ids, active, ran, ran_on, stack, resource, adopted, said_absent, released, content, run",
);

const nullableText = z
  .string()
  .nullable()
  .transform((value) => value ?? undefined);
const nullableNumber = z.coerce.number().nullable();
const flagColumn = nullableNumber.transform((value) => value === 1 || undefined);
const idList = z.array(z.string());
/** JSON arrays, each followed by a space, so that every database can append one in a single statement. */
const idLists = nullableText.transform((value) => {
  const lists = (value ?? "").split(" ").filter((list) => list !== "");
  const all = lists.flatMap((list) => idList.parse(JSON.parse(list)));
  return all.length === 0 ? undefined : sortedIds(all);
});

/**
 * One row of `select token, ${noteColumns}`. Columns keep their names from the first release: `list_ids` holds the targets.
 */
const createdRow = z
  .object({
    token: z.string(),
    name: z.string(),
    outcome: z.enum(["sent", "made"]),
    id: nullableText,
    list_ids: nullableText.transform((value) => (value === undefined ? undefined : idList.parse(JSON.parse(value)))),
    active: nullableNumber.transform((value) => (value === null ? undefined : value === 1)),
    ran: flagColumn,
    ran_on: idLists,
    stack: nullableText,
    resource: nullableText,
    adopted: flagColumn,
    said_absent: flagColumn,
    released: flagColumn,
    content: nullableText,
    run: z.string(),
  })
  .transform(({ list_ids, active, ran_on, said_absent, ...row }) => {
    return { ...row, targets: list_ids, running: active, ranOn: ran_on, saidAbsent: said_absent };
  });

/**
 * Parses these rows of one owner and kind. Each create reads all of them, so rows that have not changed are not validated
 * again.
 *
 * @param run the id of this run
 */
export function createdRows(run: string): (of: Scope) => z.ZodType<Recorded[]> {
  const known = new Map<string, { readonly served: string; readonly row: Recorded }>();
  const read = (raw: unknown, of: Scope): Recorded => {
    const served = JSON.stringify(raw);
    const token = typeof raw === "object" && raw !== null && "token" in raw ? String(raw.token) : "";
    const before = known.get(token);
    if (before?.served === served) return before.row;
    const { run: sender, ...its } = createdRow.parse(raw);
    const row = { ...of, ...its, own: sender === run };
    known.set(token, { served, row });
    return row;
  };
  return (of) => z.array(z.unknown()).transform((rows) => rows.map((raw) => read(raw, of)));
}

/** As `idLists` reads them. */
export function listsText(ids: readonly string[] | undefined): string | null {
  return ids === undefined ? null : `${JSON.stringify(ids)} `;
}

/** The values of the nullable columns. */
export function columnsOf(creation: Creation) {
  const { id, targets, running, stack, resource, adopted, saidAbsent, released, content } = creation;
  return {
    id: id ?? null,
    targets: targets === undefined ? null : JSON.stringify(targets),
    running: running === undefined ? null : Number(running),
    ran: hasRun(creation) ? 1 : null,
    ranOn: listsText(ranOnAfter(hasRun(creation), creation).ranOn),
    stack: stack ?? null,
    resource: resource ?? null,
    adopted: adopted === true ? 1 : null,
    saidAbsent: saidAbsent === undefined ? null : Number(saidAbsent),
    released: released === undefined ? null : Number(released),
    content: content ?? null,
  };
}
