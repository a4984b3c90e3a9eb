/** What a run needs to speak to the service, resolved and validated by the host. */
export interface Settings {
  /** Base address without a trailing slash and without `/v1`, for example `https://outreach.example.com`. */
  readonly origin: string;
  readonly apiKey: string;
  readonly impersonateUserId?: string;
  readonly impersonateEmail?: string;
  /** Requests reserved in any window at most. */
  readonly requestsPerMinute: number;
  /** Length of the limit's window in seconds: 60; tests shorten it. */
  readonly rateWindowSeconds: number;
  readonly requestTimeoutSeconds: number;
  /** The longest that one operation waits for the limit in all, in seconds. */
  readonly waitBudgetSeconds: number;
  /** `never` refuses every `active: true`. */
  readonly launch: "allow" | "never";
  /** Take over exactly one inactive twin instead of refusing to create. */
  readonly adopt?: "twin";
  /** What a person acknowledged for this run, from the environment. */
  readonly acknowledge: readonly string[];
  /** URL of a PostgreSQL database by which several machines share one account; holds a password. */
  readonly coordination?: string;
  /** Premium LinkedIn seat ids; undefined where the program does not say. */
  readonly premiumSeats?: readonly number[];
}
