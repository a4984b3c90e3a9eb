import fc from "fast-check";

const delay = fc.integer({ min: 1, max: 4 });
const text = { message: "Hello [FirstName] of [Company]" };

const emailStep = delay.map((delayAfterLastStep) => ({ type: "email", subject: "Hello", ...text, delayAfterLastStep }));
const networkStep = fc
  .record({
    type: fc.constantFrom("visitProfile", "likePosts", "invitation", "invitationNote", "message"),
    delayAfterLastStep: delay,
  })
  .map((step) => {
    if (step.type === "message") return { ...step, ...text };
    return step.type === "invitationNote" ? { ...step, note: "Hello [FirstName]" } : step;
  });

/** At most one invitation, and no message before it. */
function isPossible(steps: readonly { type: string }[]): boolean {
  const invitations = steps.flatMap(({ type }, index) => (type.startsWith("invitation") ? [index] : []));
  const message = steps.findIndex(({ type }) => type === "message");
  return invitations.length <= 1 && invitations.every((index) => message === -1 || index < message);
}

/** `list` is its first list; another list of the same user may be added. */
const place = { list: fc.nat(), second: fc.option(fc.nat(), { nil: undefined, freq: 2 }) };

const emailCampaign = fc.record({
  ...place,
  seat: fc.constant(undefined),
  steps: fc.array(emailStep, { minLength: 1, maxLength: 3 }),
  emailSeats: fc.constantFrom<number[]>([21], [22], [21, 22]),
});
const networkCampaign = fc.record({
  ...place,
  seat: fc.constantFrom(7, 8),
  steps: fc
    .tuple(
      fc.array(networkStep, { minLength: 1, maxLength: 3 }).filter(isPossible),
      fc.array(emailStep, { maxLength: 1 }),
    )
    .map(([network, email]) => [...network, ...email]),
  emailSeats: fc.constantFrom<number[]>([21], [22]),
});

const quota = fc.integer({ min: 1, max: 12 });
const quotas = fc.record({ profileVisits: quota, likes: quota, invitations: quota, messages: quota });
const launchHours = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 24 }))
  .map(([from, hours]) => ({ from, to: Math.min(24, from + hours) }));

/** A person's action at some time in the month. */
const act = fc.oneof(
  fc.record({
    what: fc.constantFrom(
      ...(["switchOff", "switchOn", "shortenInvitation", "moveLists", "deleteCampaign"] as const),
      ...(["leaveList", "joinList", "pause", "exclude", "allow", "reply", "unsubscribe", "block"] as const),
      ...(["deleteList", "deleteAgent", "pauseAgent", "addPeople", "memberLeaves", "memberReturns"] as const),
    ),
    which: fc.nat(),
  }),
  fc.record({ what: fc.constant("setNetworkSeat" as const), which: fc.nat(), quotas, launchHours }),
  fc.record({ what: fc.constant("setEmailSeat" as const), which: fc.nat(), dailyQuota: quota }),
);
export type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/** A month of campaigns on shared seats and lists, and of people who change things in between. */
export const anyMonth = fc.record({
  /** In minutes after midnight. */
  start: fc.integer({ min: 0, max: 24 * 60 - 1 }),
  fillNotes: fc.boolean(),
  leadsPerSignal: fc.integer({ min: 0, max: 2 }),
  networkSeats: fc.tuple(fc.record({ quotas, launchHours }), fc.record({ quotas, launchHours })),
  emailSeats: fc.tuple(quota, quota),
  /** By their owner: the organization's owner or a member. */
  lists: fc.array(fc.record({ owner: fc.constantFrom(101, 102), people: fc.integer({ min: 1, max: 40 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  agents: fc.array(fc.nat(), { maxLength: 2 }),
  campaigns: fc.array(fc.oneof(networkCampaign, emailCampaign), { minLength: 2, maxLength: 5 }),
  /** Minutes that pass before the actions. */
  parts: fc.array(
    fc.record({
      after: fc.integer({ min: 1, max: 10 * 24 * 60 }),
      acts: fc.array(act, { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 2, maxLength: 8 },
  ),
});
export type MonthPlan = typeof anyMonth extends fc.Arbitrary<infer Value> ? Value : never;
