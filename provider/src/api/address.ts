/** Host names of this machine. */
export const loopbackHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** True if the address is on this machine. */
export function isOnThisMachine(origin: string): boolean {
  return URL.canParse(origin) && loopbackHosts.has(new URL(origin).hostname);
}

/** Why requests may not go to this base address, worded to follow the name of the setting. Undefined if they may. */
export function whyNotAllowed(origin: string): string | undefined {
  let url: URL;
  try {
    url = new URL(origin);
  } catch {
    return "is not a URL such as https://outreach.example.com";
  }
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  if (url.search !== "" || url.hash !== "") return "must not contain a query or fragment";
  if (url.protocol === "https:") return undefined;
  if (url.protocol === "http:" && loopbackHosts.has(url.hostname)) return undefined;
  return "must start with https://, because every request carries the key; plain http:// is for this machine only (localhost, 127.0.0.1, [::1])";
}

/** Removes trailing slashes. Uses a loop because a regular expression would backtrack from each slash. */
export function withoutSlashesAtEnd(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** True if a browser could open the address. */
export function isWebAddress(value: string): boolean {
  if (/[\s\p{Cc}\p{Surrogate}]/u.test(value) || !/^https?:\/\/[^/?#]/i.test(value)) return false;
  return URL.canParse(value);
}

/** True for the URL of a PostgreSQL database. */
export function isPostgresUrl(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    // Throws for an incomplete percent-encoding, as the driver would.
    decodeURIComponent(username + password);
    return /^postgres(ql)?:$/.test(protocol);
  } catch {
    return false;
  }
}

/** Removes a trailing slash and a final `/v1`, and keeps a path before it. */
export function normaliseBaseUrl(text: string): string {
  const url = new URL(text);
  const path = withoutSlashesAtEnd(url.pathname);
  return url.origin + (path.endsWith("/v1") ? withoutSlashesAtEnd(path.slice(0, -3)) : path);
}
