import type { CreateSituation } from "./guards";

/** Keeps an object in this run, in whichever process: a resource that is not created because of it may be meant to adopt it. */
export async function keep({ kind, run, account }: Pick<CreateSituation, "kind" | "run" | "account">, id: string) {
  run.memory.note(kind, id, { isTwin: true });
  // The refusal that follows says more than a failure to record it.
  await account.records.keep(kind.name, id).catch(() => {});
}
