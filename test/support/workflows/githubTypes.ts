export type Permissions = Readonly<Partial<Record<string, "read" | "write" | "none">>>;

export interface Person {
  readonly login: string;
  readonly canPush: boolean;
  readonly isBot?: boolean;
}

export interface PersonsReview {
  readonly by: Person;
  readonly body: string;
  readonly commit: string;
  state: "APPROVED" | "COMMENTED" | "DISMISSED";
  editedAt: string | null;
}

export interface PullRequest {
  readonly number: number;
  readonly author: Person;
  readonly branch: string;
  readonly fork: boolean;
  head: string;
  mergedAs?: string;
  readonly reviews: PersonsReview[];
}

export interface Comment {
  readonly id: number;
  readonly number: number;
  readonly by: string;
  body: string;
}

export interface Status {
  readonly sha: string;
  readonly state: string;
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

export const repositoryName = "example-team/outreach";
