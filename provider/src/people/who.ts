import { emailForm, emailHash, personNameForm, profileForm } from "../api/normal";
import type { Appearance } from "./model";

/** How a person is identified by the user's words. */
export interface Who {
  readonly by: "contact" | "e-mail" | "hash" | "profile" | "name";
  matches(appearance: Appearance): boolean;
}

/**
 * Parses the words for a person: a contact id, an e-mail address or its SHA-256, a profile URL, or otherwise a full name.
 * Undefined for an invalid address.
 */
export function whoIn(words: string): Who | undefined {
  const word = words.trim();
  if (/^\d+$/.test(word)) return { by: "contact", matches: ({ contactId }) => contactId === word };
  const hash = /^(?:sha256:)?([\da-f]{64})$/i.exec(word)?.[1]?.toLowerCase();
  if (hash !== undefined)
    return { by: "hash", matches: ({ emails }) => emails.some((each) => emailHash(each) === hash) };
  if (word.includes("@") && !word.includes("/")) {
    const email = emailForm(word);
    return email === undefined ? undefined : { by: "e-mail", matches: ({ emails }) => emails.includes(email) };
  }
  if (word.includes("/") && !/\s/.test(word)) {
    const profile = profileForm(word);
    return profile === undefined
      ? undefined
      : { by: "profile", matches: (appearance) => appearance.profile === profile };
  }
  const name = personNameForm(word);
  return name === undefined
    ? undefined
    : { by: "name", matches: (appearance) => personNameForm(appearance.name) === name };
}
