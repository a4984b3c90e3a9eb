import { describe, expect, it } from "vitest";
import { emailSteps, networkSteps, useSandbox } from "./support.js";

const bench = useSandbox();

async function create(fields: Record<string, unknown>) {
  return bench.call("POST", "/v1/campaign", {
    name: "First contact",
    active: false,
    listIds: [await bench.list()],
    ...fields,
  });
}

const withSeat = (steps: unknown[], linkedinSeatId = 7) => ({ steps, linkedinSeatId });
const withMail = (steps: unknown[], emailSeatIds = [21]) => ({ steps, emailSeatIds });
const message = (fields: Record<string, unknown> = {}) => ({ type: "message", message: "Hello", ...fields });
const letters = (count: number) => "x".repeat(count);

describe("a campaign's steps", () => {
  const accepted: [string, Record<string, unknown>, Record<string, unknown>][] = [
    ["delay defaults to 2", withSeat([{ type: "visitProfile" }]), { delayAfterLastStep: 2, stepNumber: 1 }],
    ["delay of 1", withSeat([{ type: "visitProfile", delayAfterLastStep: 1 }]), { delayAfterLastStep: 1 }],
    ["a sent step number is ignored", withSeat([{ type: "visitProfile", stepNumber: 9 }]), { stepNumber: 1 }],
    ["unknown fields are dropped", withSeat([{ type: "visitProfile", colour: "red" }]), { type: "visitProfile" }],
    ["no content means ai", withSeat([{ type: "message" }]), { messageMode: "ai" }],
    ["content means same", withSeat([message()]), { messageMode: "same", message: "Hello" }],
    ["1900 characters", withSeat([message({ message: letters(1900) })]), { messageMode: "same" }],
    ["1900 emojis are 1900 characters", withSeat([message({ message: "🙂".repeat(1900) })]), { messageMode: "same" }],
    ["a long e-mail", withMail([{ type: "email", subject: "Hi", message: letters(5000) }]), { subject: "Hi" }],
    ["an e-mail without content", withMail([{ type: "email" }]), { messageMode: "ai" }],
    ["a note of 180", withSeat([{ type: "invitationNote", note: letters(180) }], 8), { note: letters(180) }],
    ["a note of 280, premium", withSeat([{ type: "invitationNote", note: letters(280) }], 7), { note: letters(280) }],
    ["a voice message", withSeat([{ type: "voiceMessage", url: "https://files.example.com/a.mp3" }]), {}],
    ["one post by default", withSeat([{ type: "likePosts" }]), { numberOfPosts: 1 }],
    ["three posts", withSeat([{ type: "likePosts", numberOfPosts: 3 }]), { numberOfPosts: 3 }],
  ];

  it.each(accepted)("are accepted: %s", async (_name, fields, first) => {
    const { status, body } = await create(fields);
    expect(status).toBe(201);
    expect((body.steps as unknown[])[0]).toMatchObject(first);
    expect((body.steps as Record<string, unknown>[])[0]).not.toHaveProperty("colour");
  });

  const rejected: [string, Record<string, unknown>, RegExp][] = [
    ["no steps", { linkedinSeatId: 7 }, /steps must be an array/],
    ["empty steps", withSeat([]), /steps should not be empty/],
    ["an unknown type", withSeat([{ type: "fax" }]), /steps\.0\.type must be one of/],
    ["a step that is not an object", withSeat(["message"]), /steps\.0 must be an object/],
    ["delay of 0", withSeat([{ type: "visitProfile", delayAfterLastStep: 0 }]), /steps\.0\.delayAfterLastStep/],
    ["delay of 1.5", withSeat([{ type: "visitProfile", delayAfterLastStep: 1.5 }]), /must be an integer/],
    ["an unknown mode", withSeat([message({ messageMode: "loud" })]), /messageMode must be one of/],
    ["same without content", withSeat([{ type: "message", messageMode: "same" }]), /message is required/],
    ["1901 characters", withSeat([message({ message: letters(1901) })]), /at most 1900/],
    ["an e-mail without subject", withMail([{ type: "email", message: "Hello" }]), /subject is required/],
    ["an e-mail without message", withMail([{ type: "email", subject: "Hello" }]), /message is required/],
    ["no note", withSeat([{ type: "invitationNote" }]), /note is required/],
    ["a note of 181", withSeat([{ type: "invitationNote", note: letters(181) }], 8), /at most 180/],
    ["a note of 281, premium", withSeat([{ type: "invitationNote", note: letters(281) }], 7), /at most 280/],
    ["no audio", withSeat([{ type: "voiceMessage" }]), /url must be a URL/],
    ["audio without a valid address", withSeat([{ type: "voiceMessage", url: "a.mp3" }]), /url must be a URL/],
    ["no posts", withSeat([{ type: "likePosts", numberOfPosts: 0 }]), /numberOfPosts/],
    ["four posts", withSeat([{ type: "likePosts", numberOfPosts: 4 }]), /numberOfPosts/],
    ["two invitations", withSeat([{ type: "invitation" }, { type: "invitationNote", note: "Hi" }]), /at most one/],
    ["an invitation after a message", withSeat([message(), { type: "invitation" }]), /cannot come after/],
    [
      "an invitation after a voice message",
      withSeat([{ type: "voiceMessage", url: "https://files.example.com/a.mp3" }, { type: "invitation" }]),
      /cannot come after/,
    ],
  ];

  it.each(rejected)("are rejected: %s", async (_name, fields, problem) => {
    const { status, body } = await create(fields);
    expect(status).toBe(400);
    expect(body).toMatchObject({ statusCode: 400, error: "Bad Request" });
    expect([body.message].flat().join("\n")).toMatch(problem);
  });

  it("may have an invitation with a note after a message", async () => {
    expect((await create(withSeat([message(), { type: "invitationNote", note: "Hi" }]))).status).toBe(201);
  });

  it("are rejected with all problems at once", async () => {
    const { body } = await create(withSeat([{ type: "fax" }, { type: "likePosts", numberOfPosts: 9 }]));
    expect(body.message).toHaveLength(2);
  });

  it.each([
    ["if they have a connection request", networkSteps, true],
    ["not without one", [message()], false],
  ])("exclude first-degree connections: %s (%#)", async (_name, steps, excluded) => {
    expect((await create(withSeat(steps))).body.excludeFirstDegreeFromCampaigns).toBe(excluded);
  });
});

describe("a campaign's seats and lists", () => {
  const mixed = [...networkSteps, ...emailSteps];
  const accepted: [string, Record<string, unknown>][] = [
    ["network steps with a seat", withSeat(networkSteps)],
    ["a member's seat of the same organization", withSeat(networkSteps, 11)],
    ["e-mails with a seat", withMail(emailSteps)],
    ["e-mails with several seats", withMail(emailSteps, [21, 22, 23])],
    ["network steps and e-mails with one seat each", { steps: mixed, linkedinSeatId: 7, emailSeatIds: [21] }],
    ["an e-mail seat that no step uses", { ...withSeat(networkSteps), emailSeatIds: [21] }],
    ["a locale", { ...withSeat(networkSteps), language: "fr-FR" }],
    ["no language", { ...withSeat(networkSteps), language: null }],
  ];
  it.each(accepted)("are accepted: %s", async (_name, fields) => {
    expect(await create(fields)).toMatchObject({ status: 201 });
  });

  const rejected: [string, number, Record<string, unknown>, RegExp][] = [
    ["network steps without a seat", 400, { steps: networkSteps }, /linkedinSeatId is required/],
    ["a seat on an e-mail campaign", 400, { ...withMail(emailSteps), linkedinSeatId: 7 }, /not allowed/],
    ["an unknown seat", 400, withSeat(networkSteps, 9999), /9999 is not a seat/],
    ["another organization's seat", 400, withSeat(networkSteps, 41), /41 is not a seat/],
    ["e-mails without a seat", 400, { steps: emailSteps }, /at least one seat/],
    ["another organization's e-mail seat", 400, withMail(emailSteps, [51]), /51 is not a seat/],
    [
      "several e-mail seats with network steps",
      400,
      { steps: mixed, linkedinSeatId: 7, emailSeatIds: [21, 22] },
      /several seats only/,
    ],
    ["no list", 400, { ...withSeat(networkSteps), listIds: [] }, /listIds must contain at least 1/],
    ["a list id as text", 400, { ...withSeat(networkSteps), listIds: ["12"] }, /listIds\.0 must be a number/],
    ["an unknown list", 404, { ...withSeat(networkSteps), listIds: [12] }, /List with ID 12 not found/],
    ["no name", 400, { ...withSeat(networkSteps), name: "" }, /name should not be empty/],
    ["an invalid language", 400, { ...withSeat(networkSteps), language: "English please" }, /locale/],
    ["a field that does not exist", 400, { ...withSeat(networkSteps), tone: "direct" }, /tone should not exist/],
  ];
  it.each(rejected)("are rejected: %s", async (_name, status, fields, problem) => {
    const answer = await create(fields);
    expect(answer.status).toBe(status);
    expect([answer.body.message].flat().join("\n")).toMatch(problem);
  });

  it("can be a hundred e-mail seats, but not more", async () => {
    const seats = await bench.sandbox.addEmailSeats({ userId: 101, count: 101 });
    const ids = seats.map((seat) => seat.id);
    expect((await create(withMail(emailSteps, ids.slice(0, 100)))).status).toBe(201);
    const { status, body } = await create(withMail(emailSteps, ids));
    expect(status).toBe(400);
    expect(body.message).toEqual(["emailSeatIds must contain at most 100 seats"]);
  });
});
