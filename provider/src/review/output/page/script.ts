/**
 * The page's script. Everything is readable without it: it filters, and expands the targets of links. It inserts texts only
 * via `textContent`.
 */
export const script = String.raw`(() => {
"use strict";
const find = (id) => document.getElementById(id);
const bar = find("filter"), field = find("filter-text"), stack = find("filter-stack");
const dangers = find("filter-dangers"), state = find("filter-state");
const top = find("filter-top");
const items = Array.from(document.querySelectorAll("[data-item]"), (element) => ({
  element, noun: element.dataset.item, stacks: element.dataset.stack?.split(" "), danger: "danger" in element.dataset,
}));
const groups = Array.from(document.querySelectorAll("[data-group]"));
const cards = () => Array.from(document.querySelectorAll("details.card:not(.out)"));
const nouns = [
  ["campaign", "campaign", "campaigns"], ["agent", "source agent", "source agents"], ["list", "list", "lists"],
  ["finding", "finding", "findings"], ["other", "kind of other resources", "kinds of other resources"],
  ["left", "object that stays", "objects that stay"],
];
const plain = (text) => text.toLocaleLowerCase("en").replace(/\s+/g, " ");

function matches(item, words) {
  if (dangers.checked && !item.danger) return false;
  if (stack && stack.value !== "" && item.stacks && !item.stacks.includes(stack.value)) return false;
  if (words.length === 0) return true;
  item.text ??= plain(item.element.textContent);
  return words.every((word) => item.text.includes(word));
}

function told(shown, words) {
  if (words.length === 0 && !dangers.checked && (!stack || stack.value === "")) return "";
  const parts = [];
  for (const [noun, one, many] of nouns) {
    const all = items.filter((item) => item.noun === noun).length;
    if (shown.get(noun) > 0) parts.push(shown.get(noun) + " of " + all + " " + (all === 1 ? one : many));
  }
  return parts.length > 0 ? "Shown: " + parts.join(", ") + "." : "Nothing matches.";
}

function apply() {
  const words = plain(field.value).split(" ").filter((word) => word !== "");
  const shown = new Map(nouns.map(([noun]) => [noun, 0]));
  for (const item of items) {
    const isShown = matches(item, words);
    item.element.classList.toggle("out", !isShown);
    if (isShown) shown.set(item.noun, (shown.get(item.noun) ?? 0) + 1);
  }
  for (const group of groups) {
    const all = group.querySelector("[data-item]");
    group.classList.toggle("out", all !== null && group.querySelector("[data-item]:not(.out)") === null);
  }
  state.textContent = told(shown, words);
}

// What is left of the page may stand above the place to which it is scrolled.
function applyFromTop() {
  apply();
  const start = top.getBoundingClientRect().top + scrollY;
  if (scrollY > start) scrollTo(0, start);
}

let waiting;
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(applyFromTop, 120);
}

function clear() {
  field.value = "";
  dangers.checked = false;
  if (stack) stack.value = "";
  apply();
}

function reveal() {
  const target = find(location.hash.slice(1));
  if (!target) return;
  if (target.closest(".out")) clear();
  for (let each = target.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
  target.scrollIntoView();
  target.focus({ preventScroll: true });
}

let opened = [];
function openForPrint() {
  opened = Array.from(document.querySelectorAll("details:not([open])"));
  for (const each of opened) each.open = true;
}
function closeAfterPrint() {
  for (const each of opened) each.open = false;
  opened = [];
}

field.addEventListener("input", soon);
field.addEventListener("keydown", (event) => { if (event.key === "Escape") { field.value = ""; soon(); } });
dangers.addEventListener("change", applyFromTop);
if (stack) stack.addEventListener("change", applyFromTop);
find("open-all").addEventListener("click", () => { for (const each of cards()) each.open = true; });
find("close-all").addEventListener("click", () => { for (const each of cards()) each.open = false; });
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  if (!link) return;
  const above = link.closest("[popover]");
  if (above) above.hidePopover();
  // The address may stay the same, and then nothing else tells of it.
  setTimeout(reveal);
});
addEventListener("hashchange", reveal);
addEventListener("beforeprint", openForPrint);
addEventListener("afterprint", closeAfterPrint);
bar.hidden = items.length === 0;
// On a phone, open cards would put all that follows out of reach.
if (matchMedia("screen and (max-width: 480px)").matches) for (const each of cards()) each.open = false;
if (location.hash !== "") reveal();
if (field.value !== "" || dangers.checked) apply();
})();`;
