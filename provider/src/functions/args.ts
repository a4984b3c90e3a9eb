import type { Input } from "@pulumi/pulumi";
import type { Id, IdInput } from "../kind/id";
import type { ContactFilter, ServedId } from "../reads/answers";

/** For functions without arguments: an empty object, so that options are the second parameter of every function. */
export type NoArgs = Readonly<Record<string, never>>;

/** Selects one object by id or name. */
export type ObjectArgs =
  | {
      /** The id in the service, as a number or decimal string. */
      readonly id: Id;
      /** Not together with `id`. */
      readonly name?: undefined;
    }
  | {
      /** Its exact name, ignoring surrounding whitespace. Exactly one object of the acting user must have it. */
      readonly name: string;
      /** Not together with `name`. */
      readonly id?: undefined;
    };

/** Selects one object by id or name, either of which may be an Output or a promise. */
export type ObjectOutputArgs =
  | {
      /** The id in the service, as a number or decimal string. For a resource, write `list.id`. */
      readonly id: IdInput;
      /** Not together with `id`. */
      readonly name?: undefined;
    }
  | {
      /** Its exact name, ignoring surrounding whitespace. Exactly one object of the acting user must have it. */
      readonly name: Input<string>;
      /** Not together with `name`. */
      readonly id?: undefined;
    };

/** Selects contacts and limits their number. */
export interface GetContactsArgs extends ContactFilter {
  /** Maximum number of contacts to read, 1 to 1,000,000. Each 100 cost one request. Default 1000. */
  readonly limit?: number;
}

/** Selects one contact. */
export interface GetContactArgs {
  /** The contact's id, from `getContacts` or a webhook event. */
  readonly id: ServedId;
}

/** Selects the campaign. */
export interface GetCampaignLogsArgs {
  /** The id in the service, as a number or decimal string. */
  readonly campaignId: Id;
}

/** Selects the source agent and a time range. */
export interface GetAgentLogsArgs {
  /** The id in the service, as a number or decimal string. */
  readonly agentId: Id;
  /** Start of the range, an ISO 8601 date or time. Requires `dateTo`. */
  readonly dateFrom?: string;
  /** End of the range. Requires `dateFrom`. */
  readonly dateTo?: string;
}
