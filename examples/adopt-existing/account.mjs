// @ts-check
// Creates a small account in the local service, as if made in the app, to try adopt.sh without a real account.
const { OUTREACH_BASE_URL: address = "", OUTREACH_API_KEY: key = "" } = process.env;
if (!URL.canParse(address) || !/^(127\.0\.0\.1|localhost|\[::1\])$/.test(new URL(address).hostname)) {
  throw new Error("OUTREACH_BASE_URL must be the address of a local service, because this script creates objects");
}

const leads = await create("list", { name: "Fintech founders" });
await create("list", { name: "Conference in spring" });
await create("agent", {
  name: "Fintech founders finder",
  listId: leads,
  targetJobTitles: ["Founder", "CEO"],
  targetIndustries: ["Financial Services"],
  targetLocations: ["France"],
  minLeadScore: 0.8,
  variables: [
    { type: "SEARCH_KEYWORD", value: '"open banking"' },
    { type: "HIRING", value: "true" },
    { type: "COMPETITOR_PAGE_URL", value: "https://network.example.com/company/acme-payments" },
    // Should be lower case, but the service does not reject it.
    { type: "TECHNOLOGY", value: "Stripe" },
  ],
});
await create("campaign", {
  name: "Fintech Q1",
  active: true,
  listIds: [leads],
  linkedinSeatId: Number(process.env.LINKEDIN_SEAT ?? 7),
  steps: [
    { type: "visitProfile" },
    { type: "invitation", delayAfterLastStep: 1 },
    {
      type: "message",
      messageMode: "same",
      message: "Hi [FirstName],\n\nI saw what [Company] builds. May I show you what we do?\n\n[SenderFirstName]",
    },
  ],
});

/**
 * @param {string} kind
 * @param {object} body
 * @returns {Promise<number>} the id of the new object
 */
async function create(kind, body) {
  const reply = await fetch(new URL(`/v1/${kind}`, address), {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`POST /v1/${kind} → ${reply.status}: ${await reply.text()}`);
  const { id, name } = await reply.json();
  console.log(`${kind} ${id}: ${name}`);
  return id;
}
