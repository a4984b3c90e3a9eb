import { request } from "node:http";
import type { SandboxOptions } from "../../../sandbox/src/index.js";
import type { reads } from "../../../sandbox/src/page/reads.js";
import { callService, useSandbox } from "../support.js";

type Reads = typeof reads;

/** A sandbox whose page is read like a browser does. */
export function usePage(options: SandboxOptions = {}) {
  const bench = useSandbox(options);
  return Object.assign(bench, {
    /** The response for a view of the page; throws unless the status is 200. */
    async read<Name extends keyof Reads>(name: Name, query: Record<string, string | number> = {}) {
      const texts = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
      const path = `/_control/page/data/${name}?${new URLSearchParams(texts)}`;
      const answer = await callService<Awaited<ReturnType<Reads[Name]>>>(bench.sandbox.url, "GET", path);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    /** The status of a request with any headers: fetch sets some of them itself. */
    status(method: string, path: string, headers: Record<string, string>): Promise<number | undefined> {
      return new Promise((resolve, reject) => {
        const sent = request(`${bench.sandbox.url}${path}`, { method, headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        sent.on("error", reject);
        sent.end(method === "POST" ? "{}" : undefined);
      });
    },
  });
}
