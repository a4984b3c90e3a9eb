import type { Proxies } from "../../api/transport";
import { broken, type Check, ok, warning } from "./checks";

/** Reports whether requests to the address go through a proxy. Never shows the proxy's user name and password. */
export function proxyCheck(origin: string | undefined, { httpsProxy, noProxy }: Proxies): Check {
  if (httpsProxy === undefined) return ok("proxy", "none (HTTPS_PROXY is not set)");
  const proxy = URL.canParse(httpsProxy) ? new URL(httpsProxy) : undefined;
  if (proxy === undefined) {
    return broken("proxy", "HTTPS_PROXY is not a URL", "Set it to an address such as http://proxy.example.com:3128.");
  }
  if (origin === undefined) return ok("proxy", `HTTPS_PROXY names ${proxy.host}`);
  const service = new URL(origin);
  if (service.protocol === "http:") return ok("proxy", `HTTPS_PROXY does not apply to ${service.host}`);
  const entries = (noProxy ?? "").split(/[,\s]+/).filter((entry) => entry !== "");
  const excluding = entries.find((entry) => isExcludedBy(entry, service));
  if (excluding !== undefined) return ok("proxy", `requests to ${service.host} go directly: NO_PROXY has ${excluding}`);
  const text = `requests to ${service.host} go through ${proxy.host}`;
  const parent = entries.find((entry) => isExcludedBy(`.${entry}`, service));
  if (parent === undefined) return ok("proxy", text);
  return warning(
    "proxy",
    `${text}: ${parent} in NO_PROXY means that host alone`,
    `Write .${parent} for all hosts below it.`,
  );
}

/** True if this entry of NO_PROXY matches by the HTTP client's rules: a name without `.` or `*` matches only itself. */
function isExcludedBy(entry: string, { hostname, port }: URL): boolean {
  const [name = "", entryPort] = entry.toLowerCase().split(/:(?=\d+$)/);
  if (entryPort !== undefined && entryPort !== (port === "" ? "443" : port)) return false;
  return /^[.*]/.test(name) ? hostname.endsWith(name.replace(/^\*/, "")) : hostname === name;
}
