import { vi } from "vitest";
import type { Answer, CreationNotes, Finding, KnownCreation, Listing } from "../../../provider/src/api/objects";
import { operations } from "../../../provider/src/api/operation";
import { pageWithoutNulls } from "../../../provider/src/api/page";
import type { Settings } from "../../../provider/src/api/settings";
import { foretell, type Outcome } from "../../../provider/src/lifecycle/decision";
import { RunMemory } from "../../../provider/src/lifecycle/memory";
import type { Reach } from "../../../provider/src/lifecycle/reach";
import type { Recorded } from "../../../provider/src/lifecycle/record";
import { Refusal } from "../../../provider/src/lifecycle/refusal";
import type { Run } from "../../../provider/src/lifecycle/run";
import type { WayOut } from "../../../provider/src/lifecycle/wayOut";
import { open } from "../api/opening";

export const here = "https://outreach.example.com";
export const urnOf = (name: string, kind = "Campaign") => `urn:pulumi:dev::project::outreach:${kind}::${name}`;

export const recordOf = (changes: Partial<Recorded> = {}): Recorded => ({
  ...{ version: 1, origin: here, actingUserId: "101", declared: ["name"] },
  ...changes,
});

/** A complete listing. */
export const listed = (...answers: readonly Answer[]): Listing => ({ answers, whole: true, missing: [] });

/** A recorded create with the name in question; without an id, its response was lost. */
export const recorded = (changes: Partial<KnownCreation> = {}): KnownCreation => ({
  ...{ token: "0123456789abcdef", id: undefined, own: false, sameName: true, isNamed: () => true },
  ...changes,
});

/** The service's data, and the records. It has no operation for omitted parts. */
export interface Around {
  campaigns?: Listing;
  lists?: Listing;
  found?: Readonly<Record<string, Finding>>;
  /** The contacts of each list, and the log of each campaign. */
  people?: Readonly<Record<string, unknown>>;
  logs?: Readonly<Record<string, unknown>>;
  recorded?: readonly KnownCreation[];
  notes?: CreationNotes;
}

/** A run whose account has only this data. */
export function guarding(around: Around = {}, settings: Partial<Settings> = {}) {
  const { account } = open(here, settings);
  const listing = vi.spyOn(account, "listing");
  listing.mockImplementation(async (kind) => (kind === "Campaign" ? around.campaigns : around.lists));
  const find = vi.spyOn(account, "find");
  find.mockImplementation(async (_kind, id) => around.found?.[id] ?? { status: "unreadable" });
  const look = vi.spyOn(account, "lookPage");
  look.mockImplementation(async (operation, _about, { id = "", query } = {}) => {
    const json = operation === operations.listContacts ? around.people?.[query?.listId ?? ""] : around.logs?.[id];
    return json === undefined ? undefined : pageWithoutNulls({ json });
  });
  vi.spyOn(account, "askPage").mockImplementation((...parts) => account.lookPage(...parts));
  const known = vi.spyOn(account.records, "known").mockImplementation(async () => around.recorded ?? []);
  const one = vi.spyOn(account.records, "one").mockImplementation(async () => around.notes);
  const settle = vi.spyOn(account.records, "settle").mockResolvedValue();
  vi.spyOn(account.records, "isKept").mockResolvedValue(false);
  vi.spyOn(account, "actingUser").mockResolvedValue({ id: recordOf().actingUserId });
  const memory = new RunMemory();
  const warnings: (readonly [text: string, urn: string | undefined])[] = [];
  /** The code about people of each warning, in order. */
  const reaches: (Reach | undefined)[] = [];
  const run = {
    ...{ settings: () => account.settings, account: () => account, memory },
    warn(text: string, urn?: string, reach?: Reach) {
      warnings.push([text, urn]);
      reaches.push(reach);
    },
    ...{ now: () => new Date(0), random: () => "", sleep: async () => undefined },
  };
  return { account, run, memory, warnings, reaches, listing, find, look, known, one, settle };
}

/** Records, prints and throws a row's results. */
export function follow(
  outcomes: Iterable<Outcome<never>>,
  situation: { readonly run: Run; readonly urn?: string },
): void {
  foretell([{ name: "row", decide: () => outcomes }], {}, situation);
}

/** The ways out of the refusal that this throws. */
export function waysOutOf(work: () => unknown): readonly WayOut[] {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error.ways;
    throw error;
  }
  throw new Error("it was not refused");
}
