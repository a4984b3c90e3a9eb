import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../html.js";
import { messageOf, run, useLive } from "../service.js";
import { dayName, timeOfDay, when } from "../words.js";
import { Icon } from "./icons.js";

/** @type {[string, object][]} */
const leaps = [
  ["Next hour", { hours: 1 }],
  ["Next day", { days: 1 }],
  ["Next week", { days: 7 }],
];

/** The pause between two hours while time runs live. */
const PAUSE = 600;

/** The service's time, and the buttons that move it. */
export function Clock() {
  const { live, connected } = useLive();
  const [isBusy, setBusy] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [said, say] = useState("");
  const now = useNow();

  const move = async (/** @type {object} */ span) => {
    setBusy(true);
    try {
      const { now: reached } = /** @type {{ now: string }} */ (await run("advance", span));
      say(`It is now ${when(reached)}`);
    } catch (error) {
      say(messageOf(error));
    }
    setBusy(false);
  };
  useRunning(isRunning, (problem) => {
    setRunning(false);
    say(problem);
  });

  return html`<div class="clock">
    <div class="time">
      <span class=${`pulse ${connected ? "live" : "lost"}`} title=${connected ? "Live" : "No connection"}></span>
      ${
        now === undefined
          ? html`<span class="muted">Connecting…</span>`
          : html`<time dateTime=${new Date(now).toISOString()}><b>${timeOfDay(now)}</b> <span class="date">${dayName(now)}</span></time>
            ${!connected && html`<span class="bad" role="alert">No connection to the sandbox</span>`}
            <span class="muted zone">UTC${live?.clock === "wall" ? ", runs in real time" : ""}</span>`
      }
    </div>
    <div class="leaps" role="group" aria-label="Move time ahead">
      ${leaps.map(
        ([label, span]) =>
          html`<button key=${label} type="button" disabled=${isBusy || isRunning} onClick=${() => move(span)}>${label}</button>`,
      )}
      <button type="button" class=${isRunning ? "running" : ""} aria-pressed=${isRunning} disabled=${isBusy}
        title="Moves time by one hour about every second, while this page is open"
        onClick=${() => setRunning(!isRunning)}><${Icon} name=${isRunning ? "pause" : "play"} />${isRunning ? "Stop" : "Run live"}</button>
    </div>
    <p class="unseen" role="status">${said}</p>
  </div>`;
}

/** Moves time hour by hour. @param {boolean} isRunning @param {(problem: string) => void} fail */
function useRunning(isRunning, fail) {
  const failing = useRef(fail);
  failing.current = fail;
  useEffect(() => {
    if (!isRunning) return;
    let isStopped = false;
    const step = async () => {
      while (!isStopped) {
        try {
          await run("advance", { hours: 1 });
        } catch (error) {
          if (!isStopped) failing.current(messageOf(error));
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    };
    step();
    return () => {
      isStopped = true;
    };
  }, [isRunning]);
}

/** The service's time; advances on its own if the service follows the wall clock. */
function useNow() {
  const { live } = useLive();
  const [, setRound] = useState(0);
  const received = useRef({ live, at: performance.now() });
  if (received.current.live !== live) received.current = { live, at: performance.now() };
  const isMoving = live?.clock === "wall";
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => setRound((round) => round + 1), 1000);
    return () => clearInterval(timer);
  }, [isMoving]);
  if (!live) return undefined;
  return live.now + (isMoving ? performance.now() - received.current.at : 0);
}
