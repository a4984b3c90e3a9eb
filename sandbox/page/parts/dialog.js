import { useEffect, useId, useRef, useState } from "preact/hooks";
import { html } from "../html.js";
import { messageOf, run } from "../service.js";

/**
 * A question over the page, closed by Escape, by its button, or by its action.
 * @param {{ title: string, action: string, operation: string, input: () => object, close: () => void,
 *   after?: () => void, danger?: boolean, children?: unknown }} props
 */
export function Dialog({ title, action, operation, input, close, after, danger, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [problem, setProblem] = useState(/** @type {string | undefined} */ (undefined));
  const [isBusy, setBusy] = useState(false);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    try {
      await run(operation, input());
      after?.();
      close();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return html`<dialog ref=${dialog} aria-labelledby=${heading} onClose=${close}>
    <form onSubmit=${submit}>
      <h2 id=${heading}>${title}</h2>
      ${children}
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      <div class="actions">
        <button type="button" class="plain" onClick=${close}>Cancel</button>
        <button type="submit" class=${danger ? "danger" : "primary"} disabled=${isBusy}>${action}</button>
      </div>
    </form>
  </dialog>`;
}

/**
 * @param {{ label: string, value: string, onValue: (value: string) => void, hint?: string, required?: boolean,
 *   type?: string, step?: string, min?: string, max?: string }} props
 */
export function Field({ label, value, onValue, hint, ...rest }) {
  const id = useId();
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <input id=${id} value=${value} aria-describedby=${hint && `${id}-hint`} ...${rest}
      onInput=${(/** @type {InputEvent & { currentTarget: HTMLInputElement }} */ event) => onValue(event.currentTarget.value)} />
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
  </div>`;
}

/**
 * Several values, one on each line.
 * @param {{ label: string, value: string, onValue: (value: string) => void }} props
 */
export function Lines({ label, value, onValue }) {
  const id = useId();
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <textarea id=${id} rows=${Math.max(2, value.split("\n").length)} aria-describedby=${`${id}-hint`} value=${value}
      onInput=${(/** @type {InputEvent & { currentTarget: HTMLTextAreaElement }} */ event) => onValue(event.currentTarget.value)} />
    <p class="hint" id=${`${id}-hint`}>One on each line</p>
  </div>`;
}

/** The values of such a field. @param {string} text */
export function linesOf(text) {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/**
 * @param {{ label: string, value: string, onValue: (value: string) => void, options: [string, string][], hidden?: boolean }} props
 */
export function Choice({ label, value, onValue, options, hidden }) {
  const id = useId();
  return html`<div class="field">
    <label for=${id} class=${hidden ? "unseen" : ""}>${label}</label>
    <select id=${id} value=${value}
      onChange=${(/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) => onValue(event.currentTarget.value)}>
      ${options.map(([code, text]) => html`<option key=${code} value=${code} selected=${code === value}>${text}</option>`)}
    </select>
  </div>`;
}
