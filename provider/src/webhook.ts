/**
 * The receiver of webhooks alone. Importing it loads no Pulumi SDK, which takes most of a second.
 */
export type { Contact, ContactProgress } from "./reads/contactShape";
export type { WebhookErrorReason } from "./webhook/error";
export { WebhookError } from "./webhook/error";
export type { WebhookExpectation } from "./webhook/expectation";
export type { WebhookHeaders, WebhookHeaderValue } from "./webhook/headers";
export type { VerifyWebhookArgs, WebhookEvent } from "./webhook/verify";
export { verifyWebhook } from "./webhook/verify";
