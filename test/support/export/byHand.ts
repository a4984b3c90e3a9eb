import type { Sandbox } from "../../../sandbox/src/index";

/** Creates objects as a person without this package would. Answers their ids. */
export async function byHand(sandbox: Sandbox, path: string, body: object, headers: Record<string, string> = {}) {
  const [key = ""] = sandbox.accounts.owner.apiKeys;
  const reply = await fetch(sandbox.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const answer: unknown = await reply.json();
  if (!reply.ok || typeof answer !== "object" || answer === null || !("id" in answer)) {
    throw new Error(`POST ${path}: ${JSON.stringify(answer)}`);
  }
  return Number(answer.id);
}

const longText = "Hi [FirstName],\r\n\r\nI saw what [Compny] builds.\n";

/** A list, a source agent and a campaign that runs. */
export async function smallAccount(sandbox: Sandbox) {
  const list = await byHand(sandbox, "/v1/list", { name: "Fintech founders" });
  const agent = await byHand(sandbox, "/v1/agent", {
    name: "Fintech finder",
    listId: list,
    targetLocations: ["France"],
  });
  const steps = [{ type: "visitProfile" }, { type: "message", messageMode: "same", message: longText }];
  const campaign = await byHand(sandbox, "/v1/campaign", {
    ...{ name: "Fintech Q1", listIds: [list], steps, linkedinSeatId: 7, active: true },
  });
  return { list, agent, campaign };
}

/** Objects with equal names, any script, emoji, unknown and malformed signals, no steps, and lists that nobody uses. */
export async function oddAccount(sandbox: Sandbox): Promise<void> {
  const first = await byHand(sandbox, "/v1/list", { name: "Fintech founders" });
  const twin = await byHand(sandbox, "/v1/list", { name: "Fintech founders" });
  await byHand(sandbox, "/v1/list", { name: "🎉" });
  const odd = await byHand(sandbox, "/v1/list", { name: "Клиенты `$".concat("{x}` */ \u202e\u2028 'q' \"d\" \\") });
  const signals = [
    { type: "SEARCH_KEYWORD", value: '"open banking"' },
    { type: "SEARCH_KEYWORD", value: "without quotes" },
    { type: "TECHNOLOGY", value: "Stripe" },
    { type: "HIRING", value: "yes" },
    { type: "SOMETHING_NEW", value: "x" },
    { type: "VISITED_PROFILE", value: "true", needsUserToken: true, linkedinSeatId: 7 },
  ];
  for (const listId of [first, twin]) {
    await byHand(sandbox, "/v1/agent", { name: "class", listId, variables: signals, paused: true, minLeadScore: 0.8 });
  }
  await byHand(sandbox, "/v1/agent", { name: "2026", listId: odd, agentType: "website-visitor", maxCreditUsage: 5 });
  const steps = [
    { type: "invitationNote", note: "Hello\nthere" },
    { type: "message", messageMode: "same", message: longText },
    { type: "message", messageMode: "ai" },
    { type: "email", messageMode: "same", subject: "Re: [FirstName]", message: "*/ `$".concat("{process.exit(1)}`\n") },
    { type: "likePosts", numberOfPosts: 3, delayAfterLastStep: 9 },
  ];
  const campaign = { steps, linkedinSeatId: 7, emailSeatIds: [22] };
  await byHand(sandbox, "/v1/campaign", {
    ...campaign,
    name: "日本",
    listIds: [first, twin],
    active: true,
    language: "ja",
  });
  await byHand(sandbox, "/v1/campaign", { ...campaign, name: "Q1", listIds: [odd], active: false });
  const bare = { name: "Q1", listIds: [odd], steps: [{ type: "visitProfile" }], linkedinSeatId: 7, active: false };
  await byHand(sandbox, "/v1/campaign", bare);
  await byHand(sandbox, "/v1/campaign", { ...bare, active: true });
}
