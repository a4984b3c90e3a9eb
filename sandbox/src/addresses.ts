/** The names and addresses of this machine itself. */
export const loopbackHosts: readonly string[] = ["127.0.0.1", "::1", "localhost"];

/** A host as written in a URL: an IPv6 address is in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

/** Whether the host of a URL is this machine itself. */
export function isLoopback(hostnameOfUrl: string): boolean {
  return loopbackHosts.some((host) => hostInUrl(host) === hostnameOfUrl);
}

/** Parses an `http:` or `https:` URL; `undefined` for any other string. */
export function httpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** The host in a request, without its port, in lower case; empty if there is none. */
export function hostOfRequest(headers: { host?: string }): string {
  return (headers.host ?? "").replace(/:\d+$/, "").toLowerCase();
}
