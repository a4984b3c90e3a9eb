import { firstAndCount } from "../text/words";

/** The facts that the sentences below depend on. */
export interface Circumstances {
  readonly contacts: number;
  readonly lists: number;
  readonly arriveOver: number;
  readonly answerRate: number;
  readonly incomplete: number;
  /** Names of campaigns switched on by the rehearsal. */
  readonly switchedOn: readonly string[];
  readonly hasAgents: boolean;
  readonly hasNetworkSteps: boolean;
  readonly hasEmails: boolean;
  readonly hasNoteOfPremiumSeat: boolean;
  /** Ids of lists that the program uses but does not declare. */
  readonly foreignLists: readonly number[];
  /** Explicit providers whose address or key was ignored. */
  readonly overridden: readonly string[];
  /** Config keys of the stack whose values were replaced. */
  readonly replacedSecrets: readonly string[];
  /** Settings of this package that were omitted because they are secrets. */
  readonly secretSettings: readonly string[];
  /** Config keys of the stack whose values contain secrets but are plain text in the rehearsal. */
  readonly openedSecrets: readonly string[];
  readonly hasEnvironments: boolean;
  readonly hasConfig: boolean;
}

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;

/** The assumptions of a rehearsal about things that cannot be known, most important first. */
export function assumptionsOf(given: Circumstances): string[] {
  const { contacts, lists, arriveOver, hasAgents } = given;
  const each = lists <= 1 ? "" : `, in equal parts in ${lists} lists`;
  const when = arriveOver <= 1 ? "on the first day" : `in equal parts over the first ${arriveOver} days`;
  return [
    `${contacts} made-up people arrive ${when}${each}: ${percent(given.incomplete)} have no company and as many no job title, some have no e-mail address, are first-degree connections or have unsubscribed.`,
    ...(hasAgents
      ? ["Source agents find nobody beyond these: how many people they find in a day cannot be known here."]
      : []),
    ...(given.switchedOn.length === 0
      ? []
      : [
          `Switched on by the rehearsal on the first day, as a person would in the app: ${firstNames(given.switchedOn)}.`,
        ]),
    ...(given.hasNetworkSteps
      ? [
          "Seven of ten invitations are accepted, after one to three days. One that is not is given up after 21 days.",
          "Launch hours are 8 to 18 UTC on every day of the week.",
        ]
      : []),
    `${percent(given.answerRate)} of the people answer one of the messages or e-mails, within two days, and get nothing more.`,
    `Seats have the quotas of the local service${given.hasEmails ? ", and e-mail seats do nothing else" : ""}: the real ones may be lower and may be used by campaigns outside of this program.`,
    ...(given.hasNoteOfPremiumSeat ? ["A seat whose note is longer than 180 characters is a premium one."] : []),
    "The account holds nothing but what this program declares: nobody was contacted before, and no company is on a blocklist.",
    "The sender is made up: Sam Sender of Sender Company, or a member by the id or the address that the settings name.",
    ...(given.foreignLists.length === 0
      ? []
      : [
          `Lists that the program uses and does not declare exist, without contacts of their own: ${given.foreignLists.join(", ")}.`,
        ]),
    ...(given.hasConfig ? [] : ["The stack has no config file, so the program ran without a config."]),
    ...(given.replacedSecrets.length === 0
      ? []
      : [`Secrets of the stack's config had a placeholder as their value: ${firstNames(given.replacedSecrets)}.`]),
    ...(given.secretSettings.length === 0
      ? []
      : [`Settings that are secrets in the stack's config were left out: ${firstNames(given.secretSettings)}.`]),
    ...(given.openedSecrets.length === 0
      ? []
      : [
          `Config values that hold secrets had placeholders in their place, and were no secrets: ${firstNames(given.openedSecrets)}.`,
        ]),
    ...(given.hasEnvironments ? ["Values from the stack's environments of Pulumi Cloud (ESC) were left out."] : []),
    ...(given.overridden.length === 0
      ? []
      : [`The address and the key of these providers were not used: ${firstNames(given.overridden)}.`]),
  ];
}

const firstNames = (all: readonly string[]) => firstAndCount(all, 10);
