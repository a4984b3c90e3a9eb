import { describe, expect, it } from "vitest";
import { useSandbox } from "./support.js";

const bench = useSandbox();

describe("objects with given ids", () => {
  const person = { firstName: "Gwen", lastName: "Hale", email: "gwen@third.example.com" };

  it("are added once", async () => {
    const { sandbox } = bench;
    const member = await sandbox.addMember({ organizationId: 1, userId: 5001, ...person });
    const seat = await sandbox.addLinkedinSeat({ userId: 5001, seatId: 77 });
    const emailSeats = await sandbox.addEmailSeats({ userId: 5001, seatIds: [78, 79] });
    const list = await sandbox.addList({ userId: 5001, listId: 80, name: "Given" });
    expect([member.id, seat.id, ...emailSeats.map(({ id }) => id), list.id]).toEqual([5001, 77, 78, 79, 80]);
    expect(await bench.get("/v1/list/80", { as: 5001 })).toMatchObject({ name: "Given", userId: 5001 });
    const again = [
      () => sandbox.addMember({ organizationId: 1, userId: 5001, ...person }),
      () => sandbox.addLinkedinSeat({ userId: 5001, seatId: 77 }),
      () => sandbox.addEmailSeats({ userId: 5001, seatIds: [81, 79] }),
      () => sandbox.addList({ userId: 5001, listId: 80, name: "Given" }),
    ];
    for (const add of again) await expect(add()).rejects.toThrow(/with ID \d+ exists already/);
    // The whole call is refused.
    expect((await sandbox.objects()).emailSeats.map(({ id }) => id)).not.toContain(81);
  });

  it("are not added with an invalid id", async () => {
    for (const seatId of [0, -1, 1.5]) {
      await expect(bench.sandbox.addLinkedinSeat({ userId: 101, seatId })).rejects.toThrow(/seatId/);
    }
    expect((await bench.sandbox.addList({ userId: 101, name: "Any" })).id).toBeGreaterThan(10 ** 9);
  });
});
