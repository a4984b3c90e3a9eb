import type { ControlParts } from "./control/operations.js";
export function renderPage(_parts: ControlParts): string {
  return "<!doctype html><title>outreach-sandbox</title>";
}
