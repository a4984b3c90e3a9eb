/** Only the webhook receiver. Importing it does not load the Pulumi SDK, which takes most of a second. */
export type { Contact, ContactProgress } from "./reads/answers";
export type { WebhookAnswer } from "./webhook/answer";
export type { WebhookErrorReason } from "./webhook/error";
export { WebhookError } from "./webhook/error";
export type { WebhookExpectation } from "./webhook/expectation";
export type { FetchHandler } from "./webhook/fetchHandler";
export type { WebhookHeaders, WebhookHeaderValue } from "./webhook/headers";
export type {
  FastifyReplyWithRaw,
  FastifyRequestWithRaw,
  FastifyWithWebhook,
  HonoContextWithRaw,
  HonoRequestWithRaw,
  WebhookListener,
} from "./webhook/listener";
export { createWebhookListener } from "./webhook/listener";
export type { NodeHandler } from "./webhook/nodeHandler";
export type { ReceivedDelivery, WebhookErrorContext, WebhookListenerArgs } from "./webhook/receiver";
export type { ReplayClaim, ReplayStore } from "./webhook/replay";
export type { VerifyWebhookArgs, WebhookEvent } from "./webhook/verify";
export { verifyWebhook } from "./webhook/verify";
