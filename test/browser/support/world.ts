import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { signal, step } from "../../../provider/src/index";
import type { Visit } from "./visit";

/** Ids of objects with a lot of content. */
export interface World {
  campaign: number;
  agent: number;
  answered: number;
  delivery: number;
}

/** Two weeks of two campaigns, with a webhook, requests of each kind and a fault. */
export async function makeWorld(visit: Visit): Promise<World> {
  const { sandbox } = visit;
  const receiver = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  receiver.unref();
  const { port } = receiver.address() as AddressInfo;
  await sandbox.setWebhook({ userId: 101, url: `http://127.0.0.1:${port}/contacts`, secret: "not-a-real-secret" });

  const fintech = await visit.post("/v1/list", { name: "Fintech founders" });
  const health = await visit.post("/v1/list", { name: "Healthcare operations" });
  const agent = await visit.post("/v1/agent", {
    name: "Fintech founders finder",
    listId: fintech.id,
    targetJobTitles: ["Founder", "CEO"],
    targetIndustries: ["Financial Services"],
    targetLocations: ["France"],
    targetCompanySizes: ["11-50"],
    minLeadScore: 0.5,
    variables: [
      signal.searchKeyword("open banking"),
      signal.hiring(),
      signal.competitorPage("https://network.example.com/company/acme-payments"),
      signal.technology("stripe"),
    ],
  });
  await visit.post("/v1/agent", {
    name: "Healthcare finder",
    listId: health.id,
    targetJobTitles: ["Head of Operations"],
    variables: [
      signal.searchKeyword("patient flow"),
      signal.searchKeyword("bed planning"),
      signal.hiring(),
      signal.technology("fhir"),
    ],
  });
  const campaign = await visit.post("/v1/campaign", {
    name: "Fintech Q1",
    active: true,
    listIds: [fintech.id],
    linkedinSeatId: 7,
    emailSeatIds: [21],
    language: "en-US",
    steps: [
      step.visitProfile(),
      step.invitation({ delayAfterLastStep: 1 }),
      step.message({
        message: "Hi [FirstName], I saw what [Company] builds. We help teams like yours; may I show you how?",
        delayAfterLastStep: 2,
      }),
      step.email({
        subject: "An idea for [Company]",
        message:
          "Hi [FirstName],\n\nA short idea that may save your team a day a week.\n\n[SenderFullName], [SenderCompany]",
        delayAfterLastStep: 3,
      }),
    ],
  });
  await visit.post("/v1/campaign", {
    name: "Healthcare by e-mail",
    active: true,
    listIds: [health.id],
    emailSeatIds: [21, 22],
    steps: [
      step.email({ subject: "[FirstName], a question", message: "How does [Company] plan its days?" }),
      { type: "email", subject: "Following up", messageMode: "ai", delayAfterLastStep: 3 },
    ],
  });
  await visit.post("/v1/campaign", {
    name: "Spring follow-up",
    active: false,
    listIds: [health.id],
    linkedinSeatId: 8,
    steps: [step.invitationNote({ note: "Good to meet you at the spring fair." })],
  });
  await sandbox.advance({ days: 15, hours: 1 });
  await sandbox.advance({ hours: 1 });
  await sandbox.fault({ kind: "rateLimit", retryAfterSeconds: 5, path: "/v1/contact", count: 2 });
  for (const path of ["list", "agent", "campaign", "contact", "campaign/1", "user/me"]) {
    await fetch(`${sandbox.url}/v1/${path}`, { headers: { authorization: "Bearer osk_demo_owner" } });
  }
  const deliveries = await sandbox.webhookDeliveries();
  const { campaignLogs } = await sandbox.objects();
  const answered = campaignLogs.find((log) => log.status === "answered" && log.campaignId === campaign.id);
  return { campaign: campaign.id, agent: agent.id, answered: answered?.contactId ?? 0, delivery: deliveries.length };
}
