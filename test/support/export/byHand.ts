import type { Sandbox } from "../../../sandbox/src/index";

/** A user of the sandbox, whose key acts for a member if `as` is given. */
export interface Maker {
  readonly sandbox: Sandbox;
  readonly as?: number;
}

/** Creates an object as a user without this package would. Returns its id. */
export async function byHand({ sandbox, as }: Maker, path: string, body: object): Promise<number> {
  const [key = ""] = sandbox.accounts.owner.apiKeys;
  const headers = new Headers({ authorization: `Bearer ${key}`, "content-type": "application/json" });
  if (as !== undefined) headers.set("x-impersonate-user-id", String(as));
  const reply = await fetch(sandbox.url + path, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const answer: unknown = await reply.json();
  if (!reply.ok || typeof answer !== "object" || answer === null || !("id" in answer)) {
    throw new Error(`POST ${path}: ${JSON.stringify(answer)}`);
  }
  return Number(answer.id);
}

const longText = "Hi [FirstName],\r\n\r\nI saw what [Compny] builds.\n";

/** Creates a list, a source agent and a running campaign. */
export async function smallAccount(maker: Maker) {
  const list = await byHand(maker, "/v1/list", { name: "Fintech founders" });
  const agent = await byHand(maker, "/v1/agent", { name: "Fintech finder", listId: list, targetLocations: ["France"] });
  const steps = [{ type: "visitProfile" }, { type: "message", messageMode: "same", message: longText }];
  const campaign = await byHand(maker, "/v1/campaign", {
    ...{ name: "Fintech Q1", listIds: [list], steps, linkedinSeatId: 7, active: true },
  });
  return { list, agent, campaign };
}

/** Creates objects with equal names, any script, emoji, unknown and malformed signals, and unused lists. */
export async function oddAccount(maker: Maker): Promise<void> {
  const first = await byHand(maker, "/v1/list", { name: "Fintech founders" });
  const twin = await byHand(maker, "/v1/list", { name: "Fintech founders" });
  await byHand(maker, "/v1/list", { name: "🎉" });
  const odd = await byHand(maker, "/v1/list", { name: "Клиенты `$".concat("{x}` */ \u202e\u2028 'q' \"d\" \\") });
  const signals = [
    { type: "SEARCH_KEYWORD", value: '"open banking"' },
    { type: "SEARCH_KEYWORD", value: "without quotes" },
    { type: "TECHNOLOGY", value: "Stripe" },
    { type: "HIRING", value: "yes" },
    { type: "SOMETHING_NEW", value: "x" },
    { type: "VISITED_PROFILE", value: "true", needsUserToken: true, linkedinSeatId: 7 },
  ];
  for (const listId of [first, twin]) {
    await byHand(maker, "/v1/agent", { name: "class", listId, variables: signals, paused: true, minLeadScore: 0.8 });
  }
  await byHand(maker, "/v1/agent", { name: "2026", listId: odd, agentType: "website-visitor", maxCreditUsage: 5 });
  const steps = [
    { type: "invitationNote", note: "Hello\nthere" },
    { type: "message", messageMode: "same", message: longText },
    { type: "message", messageMode: "ai" },
    {
      ...{ type: "email", messageMode: "same", subject: "Re: [FirstName]" },
      message: "*/ `$".concat("{process.exit(1)}`\n"),
    },
    { type: "likePosts", numberOfPosts: 3, delayAfterLastStep: 9 },
  ];
  const campaign = { steps, linkedinSeatId: 7, emailSeatIds: [22] };
  const running = { ...campaign, name: "日本", listIds: [first, twin], active: true, language: "ja" };
  await byHand(maker, "/v1/campaign", running);
  await byHand(maker, "/v1/campaign", { ...campaign, name: "Q1", listIds: [odd], active: false });
  const bare = { name: "Q1", listIds: [odd], steps: [{ type: "visitProfile" }], linkedinSeatId: 7, active: false };
  await byHand(maker, "/v1/campaign", bare);
  await byHand(maker, "/v1/campaign", { ...bare, active: true });
}

/** Creates `ofEach` lists, source agents and campaigns. */
export async function largeAccount(maker: Maker, ofEach: number, linkedinSeatId: number): Promise<void> {
  for (let number = 1; number <= ofEach; number++) {
    const list = await byHand(maker, "/v1/list", { name: `Leads ${number}` });
    await byHand(maker, "/v1/agent", {
      ...{ name: `Finder ${number}`, listId: list, targetJobTitles: ["Founder", "CEO"], paused: true },
      variables: ["one", "two", "three", "four"].map((word) => ({
        type: "SEARCH_KEYWORD",
        value: `"${word} ${number}"`,
      })),
    });
    await byHand(maker, "/v1/campaign", {
      ...{ name: `Wave ${number}`, listIds: [list], linkedinSeatId, active: number % 3 === 0 },
      steps: [
        { type: "invitation" },
        { type: "message", messageMode: "same", message: `Hi [FirstName],\n\nthis is wave ${number}.` },
        { type: "message", messageMode: "same", message: "Have you seen it?", delayAfterLastStep: 4 },
      ],
    });
  }
}
