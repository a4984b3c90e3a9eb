import { createHash } from "node:crypto";
import { nameForm } from "./texts";

// The forms in which people are compared. A form is undefined for what identifies nobody.

/** Longer texts are no addresses: a service or a file may hold anything. */
const longestAddress = 2_000;

/**
 * An e-mail address in lower case, without blanks around it and without `mailto:`. Signs such as `+` and dots are kept:
 * what they mean is the affair of each provider of mailboxes.
 */
export function emailForm(text: string | undefined): string | undefined {
  if (text === undefined || text.length > longestAddress) return undefined;
  const address = text
    .normalize("NFC")
    .trim()
    .replace(/^mailto:/i, "")
    .toLowerCase();
  const match = /^([^\s@<>,;]+)@([^\s@<>,;]+)$/.exec(address);
  const domain = domainForm(match?.[2]);
  return match === null || domain === undefined ? undefined : `${match[1]}@${domain}`;
}

/** The SHA-256 of an e-mail address in normal form, in hexadecimal digits. */
export function emailHash(email: string): string {
  return createHash("sha256").update(email, "utf8").digest("hex");
}

/** The domain of an e-mail address in normal form. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}

/** A domain in lower case and in ASCII. Undefined for what is none: one word has no dot. */
export function domainForm(text: string | undefined): string | undefined {
  const domain = text?.trim().toLowerCase().replace(/\.$/, "");
  if (domain === undefined || !/^[^\s/@:?#%[\]\\]+\.[^\s/@:?#%[\]\\]+$/.test(domain)) return undefined;
  const url = urlOf(`https://${domain}`);
  if (url === undefined || url.port !== "" || url.pathname !== "/") return undefined;
  const labels = url.hostname.split(".");
  const areFine = labels.every((label) => label.length <= 63 && /^[a-z\d_]([a-z\d_-]*[a-z\d_])?$/.test(label));
  // The last label of an IP address has digits alone.
  return areFine && !/^\d+$/.test(labels.at(-1) ?? "") ? url.hostname : undefined;
}

/** The first parts of the host that name a language, a country or a device, and not another network. */
const hostPrefix = /^(www|m|mobile|[a-z]{2})\.(?=[^.]+\.)/;

/**
 * The address of a profile: scheme, letter case, `www.` or a country before the host, parameters, and what follows the name
 * of the profile do not count. Undefined for an address without a path.
 */
export function profileForm(text: string | undefined): string | undefined {
  const typed = text?.trim();
  if (typed === undefined || typed === "" || typed.length > longestAddress || /\s/.test(typed)) return undefined;
  const url = urlOf(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (url === undefined || !/^https?:$/.test(url.protocol) || !url.hostname.includes(".")) return undefined;
  const segments = decoded(url.pathname)
    .normalize("NFC")
    .toLowerCase()
    .split("/")
    .filter((segment) => segment !== "");
  if (segments.length === 0) return undefined;
  // `/in/ada-byron/fr` and `/in/ada-byron/details` are pages of one profile.
  const kept = segments[0] === "in" ? segments.slice(0, 2) : segments;
  if (kept[0] === "in" && kept.length < 2) return undefined;
  const host = url.hostname.replace(/\.$/, "").replace(hostPrefix, "");
  return `${host}${url.port === "" ? "" : `:${url.port}`}/${kept.join("/")}`;
}

/** A company's name in lower case, with single blanks. */
export function companyForm(text: string | undefined): string | undefined {
  const name = nameForm(text ?? "").toLowerCase();
  return name === "" ? undefined : name;
}

/** A person's whole name without accents, letter case and blanks around. Undefined for a single word, which names nobody. */
export function personNameForm(text: string | undefined): string | undefined {
  const name = nameForm(text ?? "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
  return name.includes(" ") ? name : undefined;
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
