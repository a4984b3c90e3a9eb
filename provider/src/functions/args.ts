import type { Input } from "@pulumi/pulumi";
import type { Id, IdInput } from "../kind/id";
import type { ContactFilter, ServedId } from "../reads/answers";

/** A function without arguments takes an empty object, so that its options come second as everywhere. */
export type NoArgs = Readonly<Record<string, never>>;

/** One object, by its id or by its name. */
export type ObjectArgs =
  | {
      /** Its number at the service, or the same as decimal text. */
      readonly id: Id;
      /** Not together with `id`. */
      readonly name?: undefined;
    }
  | {
      /** Its exact name, blanks around it aside. Exactly one object of the acting user must have it. */
      readonly name: string;
      /** Not together with `name`. */
      readonly id?: undefined;
    };

/** One object, by its id or by its name, which are known now or later. */
export type ObjectOutputArgs =
  | {
      /** Its number at the service, or the same as decimal text. Of a resource, write `list.id`. */
      readonly id: IdInput;
      /** Not together with `id`. */
      readonly name?: undefined;
    }
  | {
      /** Its exact name, blanks around it aside. Exactly one object of the acting user must have it. */
      readonly name: Input<string>;
      /** Not together with `name`. */
      readonly id?: undefined;
    };

/** Which contacts, and how many. */
export interface GetContactsArgs extends ContactFilter {
  /** Contacts to read at most, 1 to 1,000,000. Each 100 of them cost a request. Default 1000. */
  readonly limit?: number;
}

/** One contact. */
export interface GetContactArgs {
  /** As the service shows it: `id` of a contact of `getContacts` or of an event. */
  readonly id: ServedId;
}

/** Of which campaign. */
export interface GetCampaignLogsArgs {
  /** Its number at the service, or the same as decimal text. */
  readonly campaignId: Id;
}

/** Of which source agent, and of which time. */
export interface GetAgentLogsArgs {
  /** Its number at the service, or the same as decimal text. */
  readonly agentId: Id;
  /** The beginning of a range: a date or a time, ISO 8601. Together with `dateTo`. */
  readonly dateFrom?: string;
  /** The end of the range. Together with `dateFrom`. */
  readonly dateTo?: string;
}
