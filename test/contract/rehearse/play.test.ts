import { beforeAll, describe, expect, it } from "vitest";
import { type Rehearsal, rehearsalSchema } from "../../../provider/src/rehearse/model";
import { played, rivals } from "../../support/rehearse/played";

describe("campaigns that share seats", () => {
  let rehearsal: Rehearsal;
  beforeAll(async () => {
    rehearsal = await played(rivals, { contacts: 150 });
  }, 60_000);

  it("have a result in the documented format", () => {
    expect(rehearsalSchema.parse(JSON.parse(JSON.stringify(rehearsal)))).toEqual(rehearsal);
  });

  it("never exceed a seat's quota, and report the days on which they used it up", () => {
    const [first] = rehearsal.seats;
    expect(first).toMatchObject({ seat: 7, kind: "linkedin", quotas: { invitations: 20 } });
    const byDay = rehearsal.calendar.map(({ seats }) => seats.find(({ seat }) => seat === 7)?.counts.invitations ?? 0);
    expect(Math.max(...byDay)).toBe(20);
    const full = first?.full.find(({ action }) => action === "invitations")?.days;
    expect(full).toEqual(byDay.flatMap((count, index) => (count === 20 ? [index + 1] : [])));
  });

  it("are counted the same by day, by seat and by campaign", () => {
    type Counts = readonly Partial<Record<string, number>>[];
    const sum = (all: Counts, action: string) => all.reduce((total, counts) => total + (counts[action] ?? 0), 0);
    const seats = rehearsal.seats.map(({ total }) => total);
    const days = rehearsal.calendar.flatMap(({ seats: ofDay }) => ofDay);
    const counted: readonly Counts[] = [
      rehearsal.campaigns.map(({ sent }) => sent),
      days.map(({ counts }) => counts),
      days.flatMap(({ campaigns }) => campaigns.map(({ counts }) => counts)),
    ];
    for (const action of ["invitations", "messages", "emails", "profileVisits"]) {
      const perSeat = sum(seats, action);
      expect(perSeat).toBeGreaterThan(0);
      expect(counted.map((counts) => sum(counts, action))).toEqual([perSeat, perSeat, perSeat]);
    }
  });

  it("have each contact in one state, and a reason for each excluded one", () => {
    for (const { people, leftOut } of rehearsal.campaigns) {
      const { all, ...states } = people;
      expect(all).toBe(50);
      expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(all);
      expect(leftOut.reduce((sum, { contacts }) => sum + contacts, 0)).toBe(people.leftOut);
    }
    const reasons = rehearsal.campaigns.flatMap(({ leftOut }) => leftOut.map(({ reason }) => reason));
    expect(reasons).toContain("the contact has no e-mail address");
    expect(reasons).toContain("the contact is a first-degree connection already");
  });

  it("compete for shared seats", () => {
    const shared = rehearsal.competitions.map(({ seat, kind, campaigns }) => [
      ...[seat, kind],
      campaigns.map(({ name }) => name),
    ]);
    expect(shared).toEqual([
      [7, "linkedin", ["Fintech Q1", "Banks & <b>insurers</b>"]],
      [21, "email", ["Banks & <b>insurers</b>", "Newsletter"]],
    ]);
  });

  it("finish when nobody is left, or not at all", () => {
    const finishes = new Map(rehearsal.campaigns.map(({ name, finishedOn, people }) => [name, { finishedOn, people }]));
    expect(finishes.get("Newsletter")).toMatchObject({ people: { running: 0, waiting: 0 } });
    expect(finishes.get("Newsletter")?.finishedOn).toBeLessThan(5);
    expect(finishes.get("Fintech Q1")?.people.running).toBeGreaterThan(0);
    expect(finishes.get("Fintech Q1")?.finishedOn).toBeUndefined();
  });

  it("show each text as the first contact receives it, and the empty variables", () => {
    const [fintech, banks] = rehearsal.campaigns;
    const [, note, message, ai] = fintech?.steps ?? [];
    expect(note?.texts).toEqual([{ field: "note", text: "Hello from our team" }]);
    expect(message?.texts[0]?.text).toMatch(/^Hi [A-Z]\S+, I saw what .+ builds\.\nMay I show you ours\?$/);
    expect(ai).toMatchObject({ writtenBy: "service", texts: [], emptyVariables: [] });
    const [empty] = message?.emptyVariables ?? [];
    expect(empty).toMatchObject({ variable: "Company", field: "message" });
    expect(empty?.contacts).toBeGreaterThan(0);
    expect(empty?.contacts).toBeLessThan(message?.sent ?? 0);
    expect(empty?.example).toContain("I saw what  builds.");
    const fields = banks?.steps[1]?.emptyVariables.map(({ field, variable }) => `${field} ${variable}`);
    expect(fields).toEqual(["subject JobTitle", "message Company"]);
  });

  it("are switched on if the program does not declare them active", () => {
    expect(rehearsal.campaigns.map(({ declaredActive }) => declaredActive)).toEqual([true, false, false]);
    expect(rehearsal.campaigns.every(({ sent }) => Object.values(sent).some((count) => count > 0))).toBe(true);
  });
});

it("contacts that arrive over several days are complete at the end", async () => {
  const [campaign] = rivals;
  if (campaign === undefined) throw new Error("there is no campaign");
  const rehearsal = await played([campaign], { contacts: 25, arriveOver: 4, days: 6 });
  expect(rehearsal.campaigns[0]?.people.all).toBe(25);
  // Seven on the first day, of whom some are first-degree connections.
  const visits = rehearsal.calendar.map(({ seats }) => seats[0]?.counts.profileVisits ?? 0);
  expect(visits[0]).toBeLessThanOrEqual(7);
  expect(visits.filter((count) => count > 0).length).toBeGreaterThanOrEqual(4);
});

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

it("campaigns that share a list count each of its people once, and a connection only if it is excluded for that reason", async () => {
  const list = "Shared";
  const network = { name: "Network", linkedinSeatId: 7, list, steps: [{ type: "invitation" }] };
  const letter = { type: "email", subject: "News", message: "Hello" };
  const post = { name: "Post", emailSeatIds: [21], list, steps: [letter, { ...letter, delayAfterLastStep: 2 }] };
  const { campaigns } = await played([network, post], { contacts: 50 });
  expect(campaigns.map(({ people }) => people.all)).toEqual([50, 50]);
  const connected = campaigns.map(({ leftOut }) => leftOut.filter(({ status }) => status === "connected").length);
  expect(connected).toEqual([1, 0]);
});

it("a contact that answers after its exclusion counts only as answered", async () => {
  const steps = [
    { type: "message", message: "Hello" },
    { type: "email", subject: "News", message: "Hello", delayAfterLastStep: 1 },
  ];
  const { campaigns } = await played([{ name: "Both", linkedinSeatId: 7, emailSeatIds: [21], steps }], {
    contacts: 300,
  });
  const [both] = campaigns;
  expect(both?.people.answered).toBeGreaterThan(0);
  expect(both?.leftOut.map(({ reason }) => reason)).toContain("the contact has no e-mail address");
  expect(sumOf(both?.leftOut.map(({ contacts }) => contacts) ?? [])).toBe(both?.people.leftOut);
});

it("people whose invitation is not accepted leave without all steps, and are not finished", async () => {
  const steps = [{ type: "invitation" }, { type: "message", message: "Hello", delayAfterLastStep: 1 }];
  const { campaigns } = await played([{ name: "Network", linkedinSeatId: 7, steps }], { days: 28, contacts: 60 });
  const [network] = campaigns;
  const givenUp = network?.leftOut.find(({ status }) => status === "given up");
  expect(givenUp?.reason).toBe("the invitation was not accepted, and no e-mail step follows");
  expect(sumOf(network?.leftOut.map(({ contacts }) => contacts) ?? [])).toBe(network?.people.leftOut);
});

it("the same seed gives the same result", async () => {
  const options = { days: 5, contacts: 30 };
  const [one, same] = [await played(rivals, options), await played(rivals, options)];
  expect(one.calendar).toEqual(same.calendar);
  expect(one.campaigns).toEqual(same.campaigns);
});
