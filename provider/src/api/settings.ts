/** A header carries nothing else, and the error of the HTTP library would quote the key. */
export const keyPattern = /^[\x21-\x7e]+$/;

/** The id of a user, as the impersonation header carries it. */
export const userIdPattern = /^[\w.:~-]{1,128}$/;

/** What a run needs to speak to the service, resolved and validated by the host. */
export interface Settings {
  /** Base address without a trailing slash and without `/v1`, for example `https://outreach.example.com`. */
  readonly origin: string;
  readonly apiKey: string;
  readonly impersonateUserId?: string;
  readonly impersonateEmail?: string;
  /** The most requests in any window. */
  readonly requestsPerMinute: number;
  /** Length of the limit's window in seconds: 60. Tests shorten it. */
  readonly rateWindowSeconds: number;
  readonly requestTimeoutSeconds: number;
  /** Seconds that one operation waits for the request limit in total. */
  readonly waitBudgetSeconds: number;
  /** `never` refuses every `active: true`. */
  readonly launch: "allow" | "never";
  /** The coding agent that started this run, unless `launch` is set where it counts for one: what it would start is refused. */
  readonly codingAgent?: string;
  /** `twin`: adopt the one inactive twin instead of refusing to create. */
  readonly adopt?: "twin";
  /** Acknowledgement codes for this run. */
  readonly acknowledge: readonly string[];
  /** True: before a start, the people of its lists are compared with `outreach.do-not-contact`. */
  readonly checkSuppressed?: boolean;
  /** URL of a PostgreSQL database through which several machines share one account; contains a password. */
  readonly coordination?: string;
  /** Ids of the premium LinkedIn seats. Undefined if the settings do not name any. */
  readonly premiumSeats?: readonly number[];
  /** True in a rehearsal: only this machine is asked, and everything that the program declares is created anew. */
  readonly isRehearsal?: boolean;
}
