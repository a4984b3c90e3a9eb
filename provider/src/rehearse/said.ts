import { safeText } from "../api/redact";

/** What a process gave as the reason for its failure. */
export function said(errors: string, output = ""): string {
  const text = errors.trim() === "" ? output : errors;
  return safeText(text.replace(/^error: /, "").trim(), 500) || "it printed nothing";
}
