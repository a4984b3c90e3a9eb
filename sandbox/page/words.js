/** Labels for the service's codes. */

/** @type {Record<string, string>} */
const steps = {
  invitation: "Invitation",
  invitationNote: "Invitation with a note",
  message: "Message",
  voiceMessage: "Voice message",
  visitProfile: "Profile visit",
  likePosts: "Likes of posts",
  email: "E-mail",
};

/** @type {Record<string, string>} */
const states = {
  waiting: "Waiting",
  running: "In progress",
  answered: "Answered",
  finished: "Finished",
  skipped: "Skipped",
  excluded: "Excluded",
  connected: "Already connected",
  paused: "Paused",
  idle: "In no campaign",
  sent: "Sent",
};

/** Why somebody gets nothing now. The planner's own log reasons are already readable. @type {Record<string, string>} */
const reasons = {
  delay: "the delay of the step",
  invitation: "the invitation has no answer yet",
  quota: "the quota of the day is used up",
  hours: "due, in the next hours in which the seat sends",
  intake: "not taken into the campaign yet",
  paused: "the contact is paused",
  list: "the contact is in no list of the campaign",
  off: "the campaign is switched off, or its owner has left",
};

/** @type {Record<string, string>} */
const quotas = {
  invitations: "Invitations",
  messages: "Messages",
  profileVisits: "Profile visits",
  likes: "Likes",
  emails: "E-mails",
  email: "E-mails",
};

/** @param {string | null} type */
export const stepName = (type) => (type === null ? "No step left" : (steps[type] ?? type));
/** @param {string} state */
export const stateName = (state) => states[state] ?? state;
/** @param {string} kind */
export const quotaName = (kind) => quotas[kind] ?? kind;

/** @param {string} reason */
export const reasonName = (reason) => reasons[reason] ?? reason;
/** The reasons for waiting and the planner's log reasons, as options of a filter. */
export const allReasons = [
  ...Object.keys(reasons),
  "all steps are done",
  "the contact answered this step",
  "the contact has answered",
  "the invitation was not accepted, and no e-mail step follows",
  "the contact has no profile on the network",
  "the contact has no e-mail address",
  "the contact has unsubscribed from e-mails",
  "the e-mail address has bounced",
  "the company is on the blocklist",
  "the contact is excluded from all campaigns",
];

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string | null} signal such as `SEARCH_KEYWORD` */
export function signalName(signal) {
  if (signal === null) return "No signal";
  const text = signal.replaceAll(/[_-]/g, " ").toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/\burl\b/, "URL");
}

/**
 * The value that a signal looks for. Signals without a specific value have the value `true`. @param {string | null}
 * keyword
 */
export const keywordOf = (keyword) => (keyword === "true" ? null : keyword);

const numbers = new Intl.NumberFormat("en");
/** @param {number} value */
export const number = (value) => numbers.format(value);

/** A part of a whole, such as `12 %`. Small shares have a decimal. @param {number} part @param {number} of */
export const percent = (part, of) => {
  const share = (100 * part) / of;
  return `${share > 0 && share < 10 ? Number(share.toFixed(1)) : Math.round(share)} %`;
};

/** @param {number} count @param {string} one @param {string} [many] */
export const counted = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

// The service counts its days in UTC, so all times of the service are shown in UTC.
/** @param {Intl.DateTimeFormatOptions} options */
const format = (options) => new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options });
const dayAndTime = format({ weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const longDay = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const shortDay = format({ day: "numeric", month: "short" });
const weekdayFormat = format({ weekday: "short", day: "numeric" });
const justTime = format({ hour: "2-digit", minute: "2-digit" });
const machineTime = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** @param {string | number} at */
export const when = (at) => dayAndTime.format(new Date(at));
/** @param {string | number} at */
export const dayName = (at) => longDay.format(new Date(at));
/** @param {string | number} at */
export const dayOfMonth = (at) => shortDay.format(new Date(at));
/** @param {string} day such as `2026-03-02` */
export const weekday = (day) => weekdayFormat.format(new Date(day));
/** @param {string | number} at */
export const timeOfDay = (at) => justTime.format(new Date(at));
/** The machine's time, for requests. @param {number} at */
export const machineTimeOfDay = (at) => machineTime.format(new Date(at));
