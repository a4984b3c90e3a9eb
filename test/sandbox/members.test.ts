import { describe, expect, it } from "vitest";
import { startSandbox } from "../../sandbox/src/index.js";
import { closedAfterTest } from "../support/closedAfterTest.js";
import { callService } from "./support.js";

interface Member {
  id: number;
  email: string;
  isActive: boolean;
}

describe("a sandbox with another number of members", () => {
  it.each([1, 2, 5, 60])("(%i) has them all active, with a seat, and available for impersonation", async (count) => {
    const options = { members: count, rateLimit: false } as const;
    const { url, accounts, objects, reset } = closedAfterTest(await startSandbox(options));
    expect(accounts.members).toHaveLength(count);
    const { body } = await callService<Member[]>(url, "GET", "/v1/organization/members");
    const beside = body.filter(({ id }) => id !== accounts.owner.userId && id !== accounts.inactive.userId);
    expect(beside.map(({ id }) => id)).toEqual(accounts.members.map(({ userId }) => userId));
    expect(beside.filter(({ isActive }) => !isActive)).toEqual([]);
    expect(new Set(body.map(({ email }) => email)).size).toBe(count + 2);
    const last = accounts.members.at(-1);
    const acting = await callService<Member>(url, "GET", "/v1/user/me", undefined, { as: last?.userId });
    expect(acting.body.id).toBe(last?.userId);
    const { linkedinSeats } = await objects();
    expect(linkedinSeats.find(({ userId }) => userId === last?.userId)?.id).toBe(last?.linkedinSeats[0]?.id);
    await reset();
    expect((await callService<Member[]>(url, "GET", "/v1/organization/members")).body).toHaveLength(count + 2);
  });

  it.each([0, 1001, 1.5])("does not start with %d of them", async (members) => {
    await expect(startSandbox({ members })).rejects.toThrow(/^The sandbox cannot start: members: /);
  });
});
