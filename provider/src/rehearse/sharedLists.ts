import { listedUpTo, quote } from "../review/findings/sentences";

interface Objects {
  readonly campaigns: readonly { readonly name: string; readonly listIds: readonly number[] }[];
  readonly lists: readonly { readonly id: number; readonly name: string }[];
}

/** Sentences about lists used by several campaigns, whose people may receive messages from all of them. */
export function sharedLists({ campaigns, lists }: Objects): string[] {
  return lists.flatMap(({ id, name }) => {
    const users = campaigns.filter(({ listIds }) => listIds.includes(id));
    if (users.length < 2) return [];
    const named = listedUpTo(users.map((each) => quote(each.name)));
    return [`The people in list ${quote(name)} are reached by ${users.length} campaigns: ${named}.`];
  });
}
