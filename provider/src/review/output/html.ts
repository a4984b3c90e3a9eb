import type { Review } from "../model";
import { reviewMarkdown } from "./markdown";

/** The review as one page without a link to anything: the Markdown of it as text. */
export function reviewPage(review: Review, _options?: { readonly now?: Date }): string {
  const text = reviewMarkdown(review).replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Review</title><pre>${text}</pre></html>\n`;
}
