import { createHash } from "node:crypto";
import type { Contact } from "../objects/contact.js";

const openings = ["Hi", "Hello", "Good morning", "Dear"];
const bodies = [
  "This comes at a good time. Could we talk next week?",
  "Sounds interesting. What does it cost for a team of our size?",
  "Not a priority for us this quarter. Please ask again in the summer.",
  "I am not the right person for this. A colleague of mine takes care of it.",
  "We already use something similar, and it does what we need.",
  "Could you send me two or three examples of customers like us?",
  "Thank you, but no. We are not looking for anything at the moment.",
  "Happy to hear more. Tuesday or Thursday afternoon works for me.",
];

/** A contact's reply. It is generated from the contact's name, and always the same. */
export function replyText(contact: Pick<Contact, "firstName" | "lastName">, to: string | undefined): string {
  const { firstName, lastName } = contact;
  const digest = createHash("sha256").update(`${firstName} ${lastName}`).digest();
  const opening = openings[digest.readUInt8(0) % openings.length] ?? "";
  const body = bodies[digest.readUInt8(1) % bodies.length] ?? "";
  return `${opening}${to === undefined ? "" : ` ${to}`},\n\n${body}\n\n${firstName}`;
}
