import { safeText } from "../api/redact";

/** The reason that a process printed for its failure. */
export function failureReason(errors: string, output = ""): string {
  const text = errors.trim() === "" ? output : errors;
  return safeText(text.replace(/^error: /, "").trim(), 500) || "it printed nothing";
}
