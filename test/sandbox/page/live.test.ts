import { describe, expect, it } from "vitest";
import type { Live } from "../../../sandbox/src/page/live.js";
import { usePage } from "./pageBench.js";

const bench = usePage();

/** The page's events, read one after another. */
async function follow() {
  const closing = new AbortController();
  const response = await fetch(`${bench.sandbox.controlUrl}/page/live`, { signal: closing.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    type: response.headers.get("content-type"),
    async next(): Promise<Live> {
      while (!text.includes("\n\n")) {
        const { done = true, value = "" } = (await reader?.read()) ?? {};
        if (done) throw new Error("the events have ended");
        text += value;
      }
      const end = text.indexOf("\n\n");
      const event = text.slice(0, end);
      text = text.slice(end + 2);
      return JSON.parse(event.replace(/^data: /, ""));
    },
    close: () => closing.abort(),
  };
}

describe("the events of the page", () => {
  it("begin with the current state, and contain the changed kinds of objects", async () => {
    const events = await follow();
    expect(events.type).toMatch(/^text\/event-stream/);
    const first = await events.next();
    expect(first).toMatchObject({ clock: "manual", specOnly: false, now: Date.parse("2026-03-02T08:00:00Z") });
    await bench.list();
    const changedIn = ({ revisions }: Live) =>
      Object.keys(revisions).filter((kind) => revisions[kind] !== first.revisions[kind]);
    let second = await events.next();
    // A read in the middle of the request sees that it began.
    while (!changedIn(second).includes("lead_list")) second = await events.next();
    expect(changedIn(second).sort()).toEqual(["lead_list", "request"]);
    await bench.sandbox.advance({ minutes: 5 });
    expect((await events.next()).now).toBe(Date.parse("2026-03-02T08:05:00Z"));
    const answer = await fetch(`${bench.sandbox.controlUrl}/page/data/lists`);
    expect(JSON.parse(answer.headers.get("x-page-revisions") ?? "{}")).toMatchObject({
      lead_list: second.revisions.lead_list,
      clock: Date.parse("2026-03-02T08:05:00Z"),
    });
    events.close();
  });

  it("end with the sandbox", async () => {
    const events = await follow();
    await events.next();
    await bench.sandbox.close();
    await expect(events.next()).rejects.toThrow(/the events have ended|terminated/);
  });
});
