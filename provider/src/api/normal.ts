import { createHash } from "node:crypto";
import { nameForm } from "./texts";

// Normal forms for comparing people. A form is undefined if the value identifies nobody.

/** Longer strings are not addresses. The input may come from any service or file. */
const longestAddress = 2_000;

/**
 * An e-mail address in lower case, without surrounding whitespace and `mailto:`. `+` tags and dots are kept, because
 * their meaning depends on the mail provider.
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

/** The form in which a member's address is compared with those in settings and in the service's list. */
export function memberAddress(email: string): string {
  return email.trim().toLowerCase();
}

/** The SHA-256 of an e-mail address in normal form, as hexadecimal digits. */
export function emailHash(email: string): string {
  return createHash("sha256").update(email, "utf8").digest("hex");
}

/** The domain of an e-mail address in normal form. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}

/** A domain in lower case and ASCII. Undefined if it is not a domain, for example a single word. */
export function domainForm(text: string | undefined): string | undefined {
  const domain = text?.trim().toLowerCase().replace(/\.$/, "");
  if (domain === undefined || !/^[^\s/@:?#%[\]\\]+\.[^\s/@:?#%[\]\\]+$/.test(domain)) return undefined;
  const url = urlOf(`https://${domain}`);
  if (url === undefined || url.port !== "" || url.pathname !== "/") return undefined;
  const labels = url.hostname.split(".");
  const areFine = labels.every((label) => label.length <= 63 && /^[a-z\d_]([a-z\d_-]*[a-z\d_])?$/.test(label));
  // The last label of an IP address consists of digits only.
  return areFine && !/^\d+$/.test(labels.at(-1) ?? "") ? url.hostname : undefined;
}

/** Subdomains for a language, country or device. */
const hostPrefix = /^(www|m|mobile|[a-z]{2})\.(?=[^.]+\.)/;

/**
 * A profile URL without the parts that do not identify the profile: scheme, letter case, `www.` or country subdomain,
 * query, and path segments after the profile's name. Undefined for a URL without a path.
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

/** A company name in lower case, with single spaces. */
export function companyForm(text: string | undefined): string | undefined {
  const name = nameForm(text ?? "").toLowerCase();
  return name === "" ? undefined : name;
}

/**
 * A person's full name without accents, case differences and surrounding whitespace. Undefined for a single word, which
 * identifies nobody.
 */
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
