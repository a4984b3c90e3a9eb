export type Permissions = Readonly<Partial<Record<string, "read" | "write" | "none">>>;

export interface Person {
  readonly login: string;
  readonly canPush: boolean;
  readonly isBot?: boolean;
  /** The account was deleted later: GitHub then names no author. */
  readonly isGone?: boolean;
}

export interface PersonsReview {
  readonly by: Person;
  readonly body: string;
  readonly commit: string;
  state: "APPROVED" | "COMMENTED" | "CHANGES_REQUESTED" | "DISMISSED";
  editedAt: string | null;
  /** The editor, if different from the author. */
  readonly editedBy?: Person;
}

/** A commit that a pull request adds to its base. Logins are undefined for addresses without an account. */
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
  /** The target branch. Default: main. */
  readonly base?: string;
  mergedAs?: string;
  readonly reviews: PersonsReview[];
  /** The commits that GitHub lists. */
  readonly commits: PullCommit[];
  /** How many further commits it does not list. */
  unlistedCommits?: number;
}

/** A run of a workflow that is in progress beside the present one. */
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

/** GitHub's data about the repository. */
export interface GitHubState {
  readonly pulls: readonly PullRequest[];
  readonly comments: Comment[];
  readonly statuses: Status[];
  readonly issues: Issue[];
  readonly otherRuns: readonly OtherRun[];
  readonly main: string;
  /** The number of the next comment, issue or pull request. */
  number(): number;
}

export const repositoryName = "example-team/outreach";
