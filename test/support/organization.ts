import { expect } from "vitest";
import { type Stage, send, steps } from "./runningAccount";

/** The active members of the demo organization: its owner first. */
export const [olivia, alice, bruno] = [101, 102, 103] as const;

/** Each member's seat on the network. */
const seats = { [olivia]: 7, [alice]: 11, [bruno]: 12 };

export interface Someone {
  readonly firstName: string;
  readonly lastName: string;
  readonly email?: string;
  readonly profileUrl?: string;
  readonly company?: string;
}

/** Creates an object as a member, with the owner's key. */
export async function createAs(
  { sandbox }: Pick<Stage, "sandbox">,
  userId: number,
  path: string,
  body: unknown,
): Promise<number> {
  if (userId === olivia) return (await send(sandbox, "POST", path, body)).id;
  const answer = await fetch(`${sandbox.url}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${sandbox.accounts.owner.apiKeys[0]}`,
      "x-impersonate-user-id": String(userId),
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}

/** Creates a member's list with these people, and a campaign on it if `active` is given. */
export async function outreachOf(
  stage: Pick<Stage, "sandbox">,
  userId: 101 | 102 | 103,
  name: string,
  people: readonly Someone[],
  active?: boolean,
): Promise<{ readonly listId: number; readonly campaignId?: number }> {
  const listId = await createAs(stage, userId, "/v1/list", { name: `${name} leads` });
  await stage.sandbox.addContacts({ userId, contacts: people.map((each) => ({ ...each, listId })) });
  if (active === undefined) return { listId };
  const campaign = { name, listIds: [listId], linkedinSeatId: seats[userId], language: "en-US", active, steps };
  return { listId, campaignId: await createAs(stage, userId, "/v1/campaign", campaign) };
}
