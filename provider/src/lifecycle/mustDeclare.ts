import type { CreateSituation } from "./guards";
import { Refusal } from "./refusal";
import { say } from "./wayOut";
import { declare } from "./ways";

/** Refuses an adoption of an object that may run, if neither the service nor the program says whether it does. */
export function mustDeclare({ kind, about }: Pick<CreateSituation, "kind" | "about">, id: string, running: string) {
  return new Refusal(
    `Adopting ${about} (id ${id}): this service does not show whether it runs, and the program does not declare ${running}. Nothing was sent.`,
    say`Look in the app: declare ${declare(running, true)} if the ${kind.noun} runs, ${declare(running, false)} if it is off.`,
  );
}
