import fc from "fast-check";
import type { PlannerBench } from "./plannerBench.js";

const email = { type: "email", subject: "Hello", message: "Hello [FirstName]" };

const delay = fc.integer({ min: 1, max: 4 });
const people = fc.integer({ min: 1, max: 90 });
const emailStep = delay.map((delayAfterLastStep) => ({ ...email, delayAfterLastStep }));

const emailCampaign = fc.record({
  seatId: fc.constant(0),
  steps: fc.array(emailStep, { minLength: 1, maxLength: 2 }),
  emailSeatIds: fc.constantFrom<number[]>([21], [22], [21, 22]),
  people,
});

function networkCampaign(types: readonly string[]) {
  const step = fc.record({ type: fc.constantFrom(...types), delayAfterLastStep: delay });
  const isPossible = (steps: { type: string }[]) => {
    const invitations = steps.flatMap(({ type }, index) => (type === "invitation" ? [index] : []));
    const message = steps.findIndex(({ type }) => type === "message");
    return invitations.length <= 1 && invitations.every((index) => message === -1 || index < message);
  };
  return fc.record({
    seatId: fc.constantFrom(7, 8),
    steps: fc
      .array(
        step.map((made) => (made.type === "message" ? { ...made, message: "Hello" } : made)),
        { minLength: 1, maxLength: 3 },
      )
      .filter(isPossible),
    emailSeatIds: fc.constant<number[]>([]),
    people,
  });
}

const quota = fc.integer({ min: 1, max: 24 });

const launchHours = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 24 }))
  .map(([from, hours]) => ({ from, to: Math.min(24, from + hours) }));

/** Campaigns of two network seats and of two e-mail seats, with more people than the seats can write to at once. */
const seats = (types: readonly string[]) =>
  fc.record({
    networkQuotas: fc.record({ visitProfile: quota, likePosts: quota, invitation: quota, message: quota }),
    emailQuotas: fc.record({ 21: quota, 22: quota }),
    launchHours,
    campaigns: fc.array(fc.oneof(networkCampaign(types), emailCampaign), { minLength: 2, maxLength: 5 }),
    // People whom a step cannot reach, in each campaign.
    unreachable: fc.constant<number>(0),
  });

/** Each step can be sent as soon as it is due, so the logs show how long a contact has waited. */
export const sendableSeats = seats(["visitProfile", "likePosts", "invitation"]);

/** Also with messages, which wait for an accepted invitation, and with people whom a step cannot reach. */
export const anySeats = fc
  .tuple(seats(["visitProfile", "likePosts", "invitation", "message"]), fc.integer({ min: 0, max: 9 }))
  .map(([plan, unreachable]) => ({ ...plan, unreachable }));

export type Plan = typeof sendableSeats extends fc.Arbitrary<infer Value> ? Value : never;

export interface SharedSeats {
  /** Milliseconds since 1970. */
  start: number;
  campaigns: {
    id: number;
    isEmailOnly: boolean;
    seatId: number;
    emailSeatIds: number[];
    steps: Plan["campaigns"][number]["steps"];
    contactIds: number[];
  }[];
}

/** Creates the seats' quotas, the campaigns and their contacts. */
export async function startSharedSeats(bench: PlannerBench, plan: Plan): Promise<SharedSeats> {
  const { visitProfile, likePosts, invitation, message } = plan.networkQuotas;
  const quotas = { profileVisits: visitProfile, likes: likePosts, invitations: invitation, messages: message };
  for (const seatId of [7, 8]) {
    await bench.sandbox.setLinkedinSeat({ seatId, quotas, launchHours: plan.launchHours });
  }
  for (const [seatId, dailyQuota] of Object.entries(plan.emailQuotas)) {
    await bench.sandbox.setEmailSeat({ seatId: Number(seatId), dailyQuota });
  }
  const campaigns: SharedSeats["campaigns"] = [];
  await bench.sandbox.setBlocklist({ organizationId: 1, companies: ["Rival Works"] });
  for (const { steps, seatId, emailSeatIds, people: count } of plan.campaigns) {
    const listId = await bench.list();
    const contactIds = (await bench.contacts(listId, count)).map(({ id }) => id);
    for (const fields of [{ email: null }, { profileUrl: null }, { unsubscribed: true }, { company: "Rival Works" }]) {
      if (plan.unreachable > 0) await bench.contacts(listId, plan.unreachable, fields);
    }
    const isEmailOnly = emailSeatIds.length > 0;
    const id = isEmailOnly
      ? await bench.emailCampaign(listId, { steps, emailSeatIds })
      : await bench.activeCampaign(listId, { steps, linkedinSeatId: seatId });
    // No invitation is given up within the month, so that every network step stays due until it is sent.
    await bench.sandbox.editCampaign({ campaignId: id, skipInvitationAfterDays: 100 });
    campaigns.push({ id, isEmailOnly, seatId, emailSeatIds, steps, contactIds });
  }
  return { start: Date.parse((await bench.sandbox.state()).now), campaigns };
}
