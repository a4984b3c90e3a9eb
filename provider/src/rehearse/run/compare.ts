import { safeText } from "../../api/redact";
import { Refusal } from "../../lifecycle/refusal";
import { differenceOf } from "../difference/difference";
import type { RehearsalDifference } from "../difference/model";
import type { Rehearsal } from "../model";
import type { Rehearsed } from "../people";
import type { EarlierProgram } from "./checkout";
import type { SharedLists } from "./play";
import { RehearsalRun, type RehearseOptions } from "./rehearse";

/** The result of a comparison, with both rehearsals. */
export interface Compared {
  readonly difference: RehearsalDifference;
  readonly before: Rehearsal;
  readonly after: Rehearsal;
}

/** Rehearses the working copy and an earlier program with the same people. */
export class ComparisonRun {
  private readonly runs: RehearsalRun[] = [];

  constructor(
    private readonly options: RehearseOptions,
    private readonly earlier: EarlierProgram,
    private readonly tell: (what: string) => void,
  ) {}

  /** Throws a Refusal that explains why one of the programs cannot be rehearsed. */
  async play(): Promise<Compared> {
    const { options, earlier } = this;
    try {
      this.tell(`Preparing ${safeText(earlier.reference, 80)}`);
      const { project, commit } = await earlier.make(options.stack);
      const agreement = new ListAgreement();
      const before = this.run({ ...options, project }, () => {}, agreement.first);
      const after = this.run(options, this.tell, agreement.second);
      const both: [Promise<Rehearsed>, Promise<Rehearsed>] = [
        before.play().catch((error: unknown) => Promise.reject(earlierProgramError(error, earlier, commit))),
        after.play(),
      ];
      // If one fails, the other must not keep waiting for its lists.
      for (const each of both) each.catch((error: unknown) => agreement.abandon(error));
      const [old, now] = await Promise.all(both);
      const against = { reference: earlier.reference, ...(commit === undefined ? {} : { commit }) };
      return { difference: differenceOf(old, now, against), before: old.rehearsal, after: now.rehearsal };
    } finally {
      await this.end();
    }
  }

  /** Stops all processes and removes the temporary folders. Safe to repeat. */
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

/** A failure of the earlier program, in at most three lines. */
function earlierProgramError(
  error: unknown,
  { reference, otherwise }: EarlierProgram,
  commit: string | undefined,
): unknown {
  if (!(error instanceof Refusal)) return error;
  const which = commit === undefined ? "its program" : `its program (commit ${commit.slice(0, 12)})`;
  return new Refusal(
    `could not compare with ${safeText(reference, 100)}: ${which} cannot be rehearsed.`,
    safeText(error.lines.join(" ").replace(/\s+/g, " "), 600),
    `It runs with the packages that are installed now. ${otherwise}`,
  );
}

/** Merges the lists of two programs in one order: first the current program's, then those that only the other one has. */
export class ListAgreement {
  private readonly told: [PendingLists, PendingLists] = [pendingLists(), pendingLists()];
  readonly first: SharedLists = (own) => this.mergedLists(this.told[0], own);
  readonly second: SharedLists = (own) => this.mergedLists(this.told[1], own);

  /** Called if one of the programs will not provide its lists. */
  abandon(reason: unknown): void {
    for (const { names, reject } of this.told) {
      names.catch(() => {});
      reject(reason);
    }
  }

  private async mergedLists({ resolve }: PendingLists, own: readonly string[]): Promise<readonly string[]> {
    resolve(own);
    const [first, second] = this.told;
    return [...new Set([...(await first.names), ...(await second.names)])];
  }
}

/** The lists of one program, resolved when it provides them. */
interface PendingLists {
  readonly names: Promise<readonly string[]>;
  readonly resolve: (names: readonly string[]) => void;
  readonly reject: (reason: unknown) => void;
}

function pendingLists(): PendingLists {
  let settle: Omit<PendingLists, "names"> | undefined;
  const names = new Promise<readonly string[]>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { names, resolve: (given) => settle?.resolve(given), reject: (reason) => settle?.reject(reason) };
}
