import { render } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { Empty, Title } from "./parts/basics.js";
import { Clock } from "./parts/clock.js";
import { Choice } from "./parts/dialog.js";
import { Icon } from "./parts/icons.js";
import { linkTo, usePlace } from "./place.js";
import { Scope, useScope } from "./scope.js";
import { follow, useLive, useRead } from "./service.js";

/**
 * Each view is loaded when it is first opened. @type {{ [view: string]: { title: string, all: () => Promise<unknown>,
 * one?: () => Promise<unknown> } }}
 */
const views = {
  now: { title: "Now", all: () => import("./views/now.js").then(({ NowView }) => NowView) },
  tomorrow: { title: "Tomorrow", all: () => import("./views/tomorrow.js").then(({ TomorrowView }) => TomorrowView) },
  campaigns: {
    title: "Campaigns",
    all: () => import("./views/campaigns.js").then(({ Campaigns }) => Campaigns),
    one: () => import("./views/campaign.js").then(({ CampaignView }) => CampaignView),
  },
  replies: { title: "Replies", all: () => import("./views/replies.js").then(({ Replies }) => Replies) },
  contacts: {
    title: "Contacts",
    all: () => import("./views/contacts.js").then(({ Contacts }) => Contacts),
    one: () => import("./views/contact.js").then(({ ContactView }) => ContactView),
  },
  agents: {
    title: "Agents",
    all: () => import("./views/agents.js").then(({ Agents }) => Agents),
    one: () => import("./views/agent.js").then(({ AgentView }) => AgentView),
  },
  lists: { title: "Lists", all: () => import("./views/lists.js").then(({ Lists }) => Lists) },
  seats: { title: "Seats", all: () => import("./views/seats.js").then(({ Seats }) => Seats) },
  members: { title: "Members", all: () => import("./views/members.js").then(({ Members }) => Members) },
  deliveries: {
    title: "Webhook deliveries",
    all: () => import("./views/deliveries.js").then(({ Deliveries }) => Deliveries),
  },
  requests: { title: "Requests", all: () => import("./views/requests.js").then(({ Requests }) => Requests) },
};

/** The view once it is loaded; nothing until then. @param {(() => Promise<unknown>) | undefined} load */
function useView(load) {
  const [loaded, setLoaded] = useState({ load, view: /** @type {unknown} */ (undefined) });
  useEffect(() => {
    load?.().then((view) => setLoaded({ load, view }));
  }, [load]);
  return loaded.load === load ? loaded.view : undefined;
}

function Page() {
  const [user, setUser] = useState(/** @type {number | undefined} */ (undefined));
  const scope = useMemo(() => ({ user, setUser }), [user]);
  const place = usePlace();
  const view = place.isKnown && Object.hasOwn(views, place.view) ? views[place.view] : undefined;
  const title = view?.title ?? "No such view";
  const shown = useView(place.id !== undefined && view?.one ? view.one : view?.all);
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const at = `${place.view}/${place.id ?? ""}`;
  const first = useRef(at);
  useEffect(() => {
    document.title = `${title} · Outreach sandbox`;
    showCurrentLink();
    if (first.current === at) return;
    first.current = "";
    // Screen readers announce the new view, and keyboard navigation continues from there.
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [at]);
  return html`<${Scope.Provider} value=${scope}>
    <a class="skip" href="#main" onClick=${(/** @type {Event} */ event) => {
      event.preventDefault();
      main.current?.focus();
    }}>Skip to content</a>
    <header class="top"><${Clock} /><${ScopeChoice} /></header>
    <nav aria-label="Views">
      <a class="brand" href=${linkTo("now")}><span class="mark" aria-hidden="true"></span>Outreach sandbox</a>
      <${Views} current=${place.view} />
      <${Footnote} />
    </nav>
    <main id="main" tabindex="-1" ref=${main} aria-label=${title}>
      ${view ? shown && html`<${shown} key=${at} id=${place.id} query=${place.query} />` : html`<${Unknown} />`}
    </main>
  <//>`;
}

/**
 * The links to all views. On a narrow screen they scroll sideways, and the edges show on which side there are more.
 * @param {{ current: string }} props
 */
function Views({ current }) {
  const list = useRef(/** @type {HTMLUListElement | null} */ (null));
  const [more, setMore] = useState("");
  useEffect(() => {
    const { current: element } = list;
    if (!element) return;
    const update = () => {
      const left = element.scrollLeft > 4;
      const right = element.scrollLeft + element.clientWidth < element.scrollWidth - 4;
      setMore([left && "left", right && "right"].filter(Boolean).join(" "));
    };
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener("scroll", update, { passive: true });
    update();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", update);
    };
  }, []);
  return html`<div class="views" data-more=${more}>
    <ul ref=${list}>
      ${Object.entries(views).map(
        ([name, { title }]) =>
          html`<li key=${name}><a href=${linkTo(name)} aria-current=${current === name ? "page" : undefined}><${Icon} name=${name} />${title}</a></li>`,
      )}
    </ul>
  </div>`;
}

/** Shown for an address that no link on the page has. */
function Unknown() {
  return html`<${Title} title="No such view" />
    <${Empty}>The address of the page names no view: ${location.hash}. Choose one in the navigation, or <a href=${linkTo("now")}>begin with what runs now</a>.<//>`;
}

/** On a narrow screen the links scroll sideways. `scrollIntoView` would also move the starting point of the Tab key. */
function showCurrentLink() {
  const link = document.querySelector("nav [aria-current]");
  const list = link?.closest("ul");
  if (!link || !list) return;
  const [inside, whole] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  // The edges, which indicate more links, cover the links below them.
  const edge = 44;
  if (inside.right > whole.right - edge) list.scrollLeft += inside.right - whole.right + edge;
  if (inside.left < whole.left + edge) list.scrollLeft -= whole.left + edge - inside.left;
}

function ScopeChoice() {
  const { user, setUser } = useScope();
  const { data = [] } = useRead("members", {}, ["user_account", "organization"]);
  /** @type {[string, string][]} */
  const options = data.flatMap(({ name, members }) =>
    members.map((member) => /** @type {[string, string]} */ ([String(member.id), `${member.name} (${name})`])),
  );
  return html`<div class="scope"><${Choice} label="View as" value=${user === undefined ? "" : String(user)}
    options=${[["", "Everyone"], ...options]}
    onValue=${(/** @type {string} */ value) => setUser(value === "" ? undefined : Number(value))} /></div>`;
}

function Footnote() {
  const { live } = useLive();
  return html`<p class="footnote">The sandbox contacts nobody. All people in it are fictitious.${live?.specOnly ? " Only the operations of the specification are available." : ""}</p>`;
}

follow();
const root = document.getElementById("page");
if (root) {
  root.replaceChildren();
  render(html`<${Page} />`, root);
}
