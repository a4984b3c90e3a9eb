/** The characters allowed in a header. For any other, the HTTP library's error message would contain the key. */
export const keyPattern = /^[\x21-\x7e]+$/;

/** A user id that can be sent in the impersonation header. */
export const userIdPattern = /^[\w.:~-]{1,128}$/;

/** The settings of a run, resolved and validated by the host. */
export interface Settings {
  /** Base address without a trailing slash and without `/v1`, for example `https://outreach.example.com`. */
  readonly origin: string;
  readonly apiKey: string;
  readonly impersonateUserId?: string;
  readonly impersonateEmail?: string;
  /** Maximum number of requests in any window. */
  readonly requestsPerMinute: number;
  /** Length of the limit's window in seconds: 60, except in tests. */
  readonly rateWindowSeconds: number;
  readonly requestTimeoutSeconds: number;
  /** Seconds that one operation waits for the request limit in total. */
  readonly waitBudgetSeconds: number;
  /** `never` refuses every `active: true`. */
  readonly launch: "allow" | "never";
  /**
   * The coding agent that started this run. Starts are then refused. Undefined if `launch` was set where it applies to
   * coding agents.
   */
  readonly codingAgent?: string;
  /** `twin`: adopt the one inactive twin instead of refusing to create. */
  readonly adopt?: "twin";
  /** Acknowledgement codes for this run. */
  readonly acknowledge: readonly string[];
  /** If true, the people on a campaign's lists are compared with `outreach.do-not-contact` before it starts. */
  readonly checkSuppressed?: boolean;
  /** URL of a PostgreSQL database through which several machines share one account; contains a password. */
  readonly coordination?: string;
  /** Ids of the premium LinkedIn seats. Undefined if the settings do not name any. */
  readonly premiumSeats?: readonly number[];
  /** True in a rehearsal: requests go only to this machine, and everything that the program declares is created anew. */
  readonly isRehearsal?: boolean;
}
