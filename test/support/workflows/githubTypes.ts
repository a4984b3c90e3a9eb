export type Permissions = Readonly<Partial<Record<string, "read" | "write" | "none">>>;

export interface Person {
  readonly login: string;
  readonly canPush: boolean;
  readonly isBot?: boolean;
  /** The account was deleted since: GitHub names nobody then. */
  readonly isGone?: boolean;
}

export interface PersonsReview {
  readonly by: Person;
  readonly body: string;
  readonly commit: string;
  state: "APPROVED" | "COMMENTED" | "CHANGES_REQUESTED" | "DISMISSED";
  editedAt: string | null;
  /** Who has edited it, if that was somebody else. */
  readonly editedBy?: Person;
}

/** A commit that a pull request adds to its base. Logins are undefined for addresses of no account. */
export interface PullCommit {
  readonly oid: string;
  readonly parents: readonly string[];
  /** The author and the co-authors. */
  readonly authors: readonly (string | undefined)[];
  readonly committer: string | undefined;
}

export interface PullRequest {
  readonly number: number;
  readonly author: Person;
  readonly branch: string;
  readonly fork: boolean;
  head: string;
  /** The branch that it is for; main unless it is given. */
  readonly base?: string;
  mergedAs?: string;
  readonly reviews: PersonsReview[];
  /** What GitHub lists of them. */
  readonly commits: PullCommit[];
  /** More than it lists. */
  unlistedCommits?: number;
}

/** A run of a workflow that is in progress beside the one that asks. */
export interface OtherRun {
  readonly id: number;
  readonly path: string;
}

export interface Comment {
  readonly id: number;
  readonly number: number;
  readonly by: string;
  body: string;
}

export interface Status {
  readonly id: number;
  readonly sha: string;
  readonly state: "pending" | "success" | "failure";
  readonly context: string;
  readonly description: string;
}

export interface Issue {
  readonly number: number;
  readonly by: string;
  title: string;
  body: string;
  state: string;
  readonly labels: readonly string[];
}

/** What GitHub keeps of the repository. */
export interface GitHubState {
  readonly pulls: readonly PullRequest[];
  readonly comments: Comment[];
  readonly statuses: Status[];
  readonly issues: Issue[];
  readonly otherRuns: readonly OtherRun[];
  readonly main: string;
  /** Of the next comment, issue or pull request. */
  number(): number;
}

export const repositoryName = "example-team/outreach";
