/** Why a connection failed. */
interface Explanation {
  readonly cause: string;
  /** What to do next. */
  readonly advice: string;
  /** True if another attempt would fail in the same way. */
  readonly hopeless: boolean;
}

/** The destination of a connection. */
export interface Target {
  readonly host: string;
  /** The proxy that is used unless NO_PROXY names the host. */
  readonly proxy?: string;
}

const checkAddressAdvice =
  "check baseUrl (OUTREACH_BASE_URL), the network, and HTTPS_PROXY and NO_PROXY if you use a proxy";
const trustAuthorityAdvice =
  "if you trust it, set NODE_EXTRA_CA_CERTS to the file of the authority's certificate before the run";

function tlsExplanation(code: string, host: string): { cause: string; advice: string } | undefined {
  switch (code) {
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
      return { cause: `the certificate of ${host} is self-signed`, advice: trustAuthorityAdvice };
    case "SELF_SIGNED_CERT_IN_CHAIN":
      return {
        cause: `the certificate of ${host} is signed by an authority that this machine does not know (often a company proxy that decrypts TLS)`,
        advice: trustAuthorityAdvice,
      };
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return {
        cause: `the certificate of ${host} does not lead to an authority that this machine knows (the server may omit an intermediate certificate)`,
        advice: trustAuthorityAdvice,
      };
    case "CERT_HAS_EXPIRED":
      return {
        cause: `the certificate of ${host} has expired`,
        advice: "check the clock of this machine; otherwise the operator of the service must renew the certificate",
      };
    case "CERT_NOT_YET_VALID":
      return { cause: `the certificate of ${host} is not valid yet`, advice: "check the clock of this machine" };
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return {
        cause: `the certificate of ${host} is for another host name`,
        advice: "check the host name in baseUrl; another server may be answering",
      };
    case "CERT_REVOKED":
    case "CERT_UNTRUSTED":
    case "CERT_REJECTED":
      return { cause: `the certificate of ${host} is not trusted (${code})`, advice: trustAuthorityAdvice };
    default:
      return code.startsWith("ERR_SSL_") || code === "EPROTO"
        ? {
            cause: `${host} does not speak TLS as expected (${code})`,
            advice: "check the port in baseUrl, and whether http:// was meant (allowed for this machine only)",
          }
        : undefined;
  }
}

/** Explains a connection error: why the request could not be sent, and what to do. */
export function explainConnectionFailure(error: unknown, { host, proxy }: Target): Explanation {
  const { codes, messages, addresses } = errorTraits(error);
  const isOther = codes.some((code) => code.startsWith("ERR_SSL_") || code === "EPROTO");
  const isClosed = messages.some((message) => /before secure TLS connection/.test(message));
  if (proxy !== undefined && (isOther || isClosed)) {
    return {
      // Leaves out the user name and password in the proxy's URL.
      cause: `no TLS connection to ${host} could be established through the proxy ${new URL(proxy).host}: the proxy most likely answered with its own web page`,
      advice:
        "open the address in a browser behind this proxy: it may ask to sign in. Check HTTPS_PROXY, and NO_PROXY if the host is reached without it",
      hopeless: isOther,
    };
  }
  for (const code of codes) {
    const tls = tlsExplanation(code, host);
    if (tls !== undefined) return { ...tls, hopeless: true };
  }
  const hasCode = (code: string) => codes.includes(code);
  const at = addresses.length > 0 ? ` (${addresses.join(", ")})` : "";
  if (hasCode("ENOTFOUND")) {
    return { cause: `the host name ${host} is not known to DNS`, advice: checkAddressAdvice, hopeless: true };
  }
  if (hasCode("EAI_AGAIN")) {
    return {
      cause: `the host name ${host} could not be looked up right now`,
      advice: checkAddressAdvice,
      hopeless: false,
    };
  }
  if (hasCode("ECONNREFUSED")) {
    return {
      cause: `nothing accepts connections at ${host}${at}`,
      advice: `check that the service is running there; ${checkAddressAdvice}`,
      hopeless: false,
    };
  }
  if (hasCode("EHOSTUNREACH") || hasCode("ENETUNREACH") || hasCode("EADDRNOTAVAIL")) {
    return { cause: `${host}${at} cannot be reached from this machine`, advice: checkAddressAdvice, hopeless: false };
  }
  if (hasCode("UND_ERR_CONNECT_TIMEOUT") || hasCode("ETIMEDOUT")) {
    return { cause: `${host}${at} did not accept a connection in time`, advice: checkAddressAdvice, hopeless: false };
  }
  const proxyStatus = messages.map((message) => /Proxy response \((\d+)\)/.exec(message)?.[1]).find(Boolean);
  if (proxyStatus !== undefined) {
    return {
      cause: `the proxy refused to connect to ${host} (status ${proxyStatus})`,
      advice: "check HTTPS_PROXY, its user name and password, and NO_PROXY",
      hopeless: true,
    };
  }
  const known = codes.find((code) => /^[A-Z_]+$/.test(code));
  return {
    cause: `no connection to ${host}${known === undefined ? "" : ` (${known})`}`,
    advice: checkAddressAdvice,
    hopeless: false,
  };
}

/**
 * Collects from nested errors: Node.js and undici put reasons into `cause`, and into `errors` if several addresses were
 * tried.
 */
function errorTraits(error: unknown): { codes: string[]; messages: string[]; addresses: string[] } {
  const codes: string[] = [];
  const messages: string[] = [];
  const addresses: string[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (!(value instanceof Error) || depth > 5) return;
    messages.push(value.message);
    if ("code" in value && typeof value.code === "string") codes.push(value.code);
    if ("address" in value && typeof value.address === "string") addresses.push(value.address);
    if (value instanceof AggregateError) for (const inner of value.errors) visit(inner, depth + 1);
    visit(value.cause, depth + 1);
  };
  visit(error, 0);
  return { codes, messages, addresses: [...new Set(addresses)] };
}
