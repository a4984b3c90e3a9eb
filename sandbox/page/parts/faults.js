import { useState } from "preact/hooks";
import { html } from "../html.js";
import { messageOf, run } from "../service.js";
import { counted } from "../words.js";
import { Card, Empty } from "./basics.js";
import { Choice, Field } from "./dialog.js";

/** @typedef {import("../../src/server/faults.js").ActiveFault} ActiveFault */

/** Faults that need only their kind. @type {Record<string, { label: string, fault: object }>} */
const kinds = {
  limit: { label: "429, try again in 5 s", fault: { kind: "rateLimit", retryAfterSeconds: 5 } },
  unavailable: { label: "503, not executed", fault: { kind: "status", status: 503 } },
  lost: { label: "Executed, response lost", fault: { kind: "reset", when: "after" } },
  reset: { label: "Connection reset, not executed", fault: { kind: "reset", when: "before" } },
  delay: { label: "Response after 5 s", fault: { kind: "delay", milliseconds: 5000 } },
  hang: { label: "Never answered", fault: { kind: "hang" } },
  truncate: { label: "Truncated response", fault: { kind: "truncate" } },
  foreign: { label: "Response with a sign-in page", fault: { kind: "foreign" } },
};

/** Switches faults on and off. @param {{ faults: ActiveFault[] }} props */
export function Faults({ faults }) {
  const [kind, setKind] = useState("limit");
  const [path, setPath] = useState("/v1/**");
  const [count, setCount] = useState("1");
  const [problem, setProblem] = useState(/** @type {string | undefined} */ (undefined));
  const attempt = (/** @type {Promise<unknown>} */ running) =>
    running.then(
      () => setProblem(undefined),
      (/** @type {unknown} */ error) => setProblem(messageOf(error)),
    );
  const add = (/** @type {Event} */ event) => {
    event.preventDefault();
    attempt(run("fault", { ...kinds[kind]?.fault, path, count: Number(count) }));
  };
  return html`<${Card} title="Faults" aside=${faults.length > 1 && html`<button type="button" onClick=${() => attempt(run("clearFaults", {}))}>Switch all off</button>`}>
    ${faults.length === 0 && html`<${Empty}>None is active.<//>`}
    <ul class="faults">
      ${faults.map(
        ({ id, fault, remaining }) => html`<li key=${id}>
          <div><b>${fault.kind}</b> <span class="muted">${fault.method ?? "any method"} ${fault.path ?? "any path"}, the next ${counted(remaining, "request")}</span></div>
          <button type="button" aria-label=${`Switch off fault ${id}: ${fault.kind}`} onClick=${() => attempt(run("clearFaults", { id }))}>Switch off</button>
        </li>`,
      )}
    </ul>
    <form class="stack" onSubmit=${add} aria-label="New fault">
      <${Choice} label="What happens" value=${kind} onValue=${setKind} options=${Object.entries(kinds).map(([name, { label }]) => [name, label])} />
      <${Field} label="To requests of" value=${path} onValue=${setPath} required=${true} hint="* is one part of a path, ** any number" />
      <${Field} label="How many" type="number" min="1" value=${count} onValue=${setCount} required=${true} />
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      <button type="submit">Switch on</button>
    </form>
  <//>`;
}
