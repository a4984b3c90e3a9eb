import { counted } from "../../text/words";
import type { Rehearsal } from "../model";
import { actionWords } from "../words";
import type { RehearsalDifference } from "./model";

const months = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

/** For example `19 March`, with the year if the days span several years. */
export function dateWords({ calendar }: Pick<Rehearsal, "calendar">, day: number): string {
  const date = calendar.find((each) => each.day === day)?.date;
  if (date === undefined) return `day ${day}`;
  const [year, month, number] = date.split("-").map(Number);
  const isOneYear = calendar.every((each) => each.date.startsWith(`${year}-`));
  return `${number} ${months[(month ?? 1) - 1]}${isOneYear ? "" : ` ${year}`}`;
}

export const peopleWords = (count: number) => counted(count, "person", "people");
/** For example `1 person gets` or `2 people get`. */
export const peopleDo = (count: number, verb: string) => counted(count, `person ${verb}s`, `people ${verb}`);
export const daysWords = (count: number) => counted(count, "day");

export function actionsWord(action: keyof typeof actionWords): string {
  return actionWords[action][1];
}

/** `more` or `fewer`, for a number other than zero. */
export const moreOrFewer = (by: number) => (by > 0 ? "more" : "fewer");

/** For example `main (0123456789ab)` or `the state`. */
export function againstWords({ against }: Pick<RehearsalDifference, "against">): string {
  const { reference, commit } = against;
  return commit === undefined ? reference : `${reference} (${commit.slice(0, 12)})`;
}

export function summaryWords({ effects }: Pick<RehearsalDifference, "effects">): string {
  return effects.length === 0 ? "The rehearsal is the same." : counted(effects.length, "difference");
}

export function settingWords({ days, contacts, seed }: RehearsalDifference): string {
  return `Both programs were played for ${daysWords(days)} with the same ${counted(contacts, "made-up person", "made-up people")} (seed ${seed}).`;
}
