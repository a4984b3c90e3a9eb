import { z } from "zod";
import { Expression } from "./database";
import { hasRun } from "./notes";
import type { Creation, Recorded, Scope } from "./store";

/** The columns of the table `created` that hold what is noted of one creation, and the run that sent it. */
export const noteColumns = new Expression(
  "name, outcome, id, list_ids, active, ran, stack, resource, adopted, said_absent, released, run",
);

/** The rows that a `select token, ${noteColumns}` answers with. */
export const createdRows = z.array(
  z.object({
    token: z.string(),
    name: z.string(),
    outcome: z.enum(["sent", "made"]),
    id: z.string().nullable(),
    list_ids: z.string().nullable(),
    active: z.coerce.number().nullable(),
    ran: z.coerce.number().nullable(),
    stack: z.string().nullable(),
    resource: z.string().nullable(),
    adopted: z.coerce.number().nullable(),
    said_absent: z.coerce.number().nullable(),
    released: z.coerce.number().nullable(),
    run: z.string(),
  }),
);

const targetsText = z.array(z.string());

/** The values of the columns that may be null. Columns keep the names of the first release: list_ids are the targets. */
export function columnsOf(creation: Creation) {
  const { id, targets, running, stack, resource, adopted, saidAbsent, released } = creation;
  return {
    id: id ?? null,
    listIds: targets === undefined ? null : JSON.stringify(targets),
    active: running === undefined ? null : Number(running),
    ran: hasRun(creation) ? 1 : null,
    stack: stack ?? null,
    resource: resource ?? null,
    adopted: adopted === true ? 1 : null,
    saidAbsent: saidAbsent === undefined ? null : Number(saidAbsent),
    released: released === undefined ? null : Number(released),
  };
}

/** The creation in a row. */
export function creationOf(row: z.infer<typeof createdRows>[number], of: Scope, runId: string): Recorded {
  const { token, name, outcome, list_ids, run } = row;
  const known = {
    id: row.id ?? undefined,
    targets: list_ids === null ? undefined : targetsText.parse(JSON.parse(list_ids)),
    running: row.active === null ? undefined : row.active === 1,
    ran: row.ran === 1 || undefined,
    stack: row.stack ?? undefined,
    resource: row.resource ?? undefined,
    adopted: row.adopted === 1 || undefined,
    saidAbsent: row.said_absent === 1 || undefined,
    released: row.released === 1 || undefined,
  };
  return { ...of, ...known, token, name, outcome, own: run === runId };
}
