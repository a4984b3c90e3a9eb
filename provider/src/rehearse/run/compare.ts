import { safeText } from "../../api/redact";
import { Refusal } from "../../lifecycle/refusal";
import { differenceOf } from "../difference/difference";
import type { RehearsalDifference } from "../difference/model";
import type { Rehearsal } from "../model";
import type { Rehearsed } from "../people";
import type { EarlierProgram } from "./checkout";
import type { SharedLists } from "./play";
import { RehearsalRun, type RehearseOptions } from "./rehearse";

/** What a comparison found, and both rehearsals. */
export interface Compared {
  readonly difference: RehearsalDifference;
  readonly before: Rehearsal;
  readonly after: Rehearsal;
}

/** A rehearsal of the working copy and one of an earlier program, with the same people. */
export class ComparisonRun {
  private readonly runs: RehearsalRun[] = [];

  constructor(
    private readonly options: RehearseOptions,
    private readonly earlier: EarlierProgram,
    private readonly tell: (what: string) => void,
  ) {}

  /** Throws a Refusal that tells why one of the programs cannot be rehearsed. */
  async play(): Promise<Compared> {
    const { options, earlier } = this;
    try {
      this.tell(`Preparing ${safeText(earlier.reference, 80)}`);
      const { project, commit } = await earlier.make(options.stack);
      const agreement = new ListAgreement();
      const before = this.run({ ...options, project }, () => {}, agreement.first);
      const after = this.run(options, this.tell, agreement.second);
      const both: [Promise<Rehearsed>, Promise<Rehearsed>] = [
        before.play().catch((error: unknown) => Promise.reject(ofEarlier(error, earlier, commit))),
        after.play(),
      ];
      // If one fails, the other must not wait for its lists.
      for (const each of both) each.catch((error: unknown) => agreement.abandon(error));
      const [old, now] = await Promise.all(both);
      const against = { reference: earlier.reference, ...(commit === undefined ? {} : { commit }) };
      return { difference: differenceOf(old, now, against), before: old.rehearsal, after: now.rehearsal };
    } finally {
      await this.end();
    }
  }

  /** Ends all processes and removes the temporary folders. Safe to repeat. */
  async end(): Promise<void> {
    await Promise.all(this.runs.map((run) => run.end()));
    await this.earlier.end();
  }

  private run(options: RehearseOptions, tell: (what: string) => void, shared: SharedLists): RehearsalRun {
    const run = new RehearsalRun(options, tell, shared);
    this.runs.push(run);
    return run;
  }
}

/** A failure of the program that is compared with, in three lines at most. */
function ofEarlier(error: unknown, { reference, otherwise }: EarlierProgram, commit: string | undefined): unknown {
  if (!(error instanceof Refusal)) return error;
  const which = commit === undefined ? "its program" : `its program (commit ${commit.slice(0, 12)})`;
  return new Refusal(
    `could not compare with ${safeText(reference, 100)}: ${which} cannot be rehearsed.`,
    safeText(error.lines.join(" ").replace(/\s+/g, " "), 600),
    `It runs with the packages that are installed now. ${otherwise}`,
  );
}

/** The lists of two programs in one order: those of the first, and then what only the second one has. */
export class ListAgreement {
  private readonly told: [Told, Told] = [told(), told()];
  readonly first: SharedLists = (own) => this.agreed(this.told[0], own);
  readonly second: SharedLists = (own) => this.agreed(this.told[1], own);

  /** One of the programs will not tell its lists. */
  abandon(reason: unknown): void {
    for (const { names, reject } of this.told) {
      names.catch(() => {});
      reject(reason);
    }
  }

  private async agreed({ resolve }: Told, own: readonly string[]): Promise<readonly string[]> {
    resolve(own);
    const [first, second] = this.told;
    return [...new Set([...(await first.names), ...(await second.names)])];
  }
}

/** The lists of one program, once it tells them. */
interface Told {
  readonly names: Promise<readonly string[]>;
  readonly resolve: (names: readonly string[]) => void;
  readonly reject: (reason: unknown) => void;
}

function told(): Told {
  let settle: Omit<Told, "names"> | undefined;
  const names = new Promise<readonly string[]>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { names, resolve: (given) => settle?.resolve(given), reject: (reason) => settle?.reject(reason) };
}
