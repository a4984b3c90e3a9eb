import { render } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { Clock } from "./parts/clock.js";
import { Choice } from "./parts/dialog.js";
import { Icon } from "./parts/icons.js";
import { linkTo, usePlace } from "./place.js";
import { Scope, useScope } from "./scope.js";
import { follow, useLive, useRead } from "./service.js";
import { AgentView } from "./views/agent.js";
import { Agents } from "./views/agents.js";
import { CampaignView } from "./views/campaign.js";
import { Campaigns } from "./views/campaigns.js";
import { ContactView } from "./views/contact.js";
import { Contacts } from "./views/contacts.js";
import { Deliveries } from "./views/deliveries.js";
import { Lists } from "./views/lists.js";
import { Members } from "./views/members.js";
import { NowView } from "./views/now.js";
import { Requests } from "./views/requests.js";
import { Seats } from "./views/seats.js";

/** @type {{ [view: string]: { title: string, all: unknown, one?: unknown } }} */
const views = {
  now: { title: "Now", all: NowView },
  campaigns: { title: "Campaigns", all: Campaigns, one: CampaignView },
  contacts: { title: "Contacts", all: Contacts, one: ContactView },
  agents: { title: "Agents", all: Agents, one: AgentView },
  lists: { title: "Lists", all: Lists },
  seats: { title: "Seats", all: Seats },
  members: { title: "Members", all: Members },
  deliveries: { title: "Webhook deliveries", all: Deliveries },
  requests: { title: "Requests", all: Requests },
};

function Page() {
  const [user, setUser] = useState(/** @type {number | undefined} */ (undefined));
  const scope = useMemo(() => ({ user, setUser }), [user]);
  const place = usePlace();
  const view = views[place.view] ?? views.now;
  const shown = place.id !== undefined && view?.one ? view.one : view?.all;
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const at = `${place.view}/${place.id ?? ""}`;
  const first = useRef(at);
  useEffect(() => {
    document.title = `${view?.title} · Outreach sandbox`;
    showCurrentLink();
    if (first.current === at) return;
    first.current = "";
    // Readers of the page hear where they are now; the keyboard goes on from there.
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
      <ul>
        ${Object.entries(views).map(
          ([name, { title }]) =>
            html`<li key=${name}><a href=${linkTo(name)} aria-current=${place.view === name ? "page" : undefined}><${Icon} name=${name} />${title}</a></li>`,
        )}
      </ul>
      <${Footnote} />
    </nav>
    <main id="main" tabindex="-1" ref=${main} aria-label=${view?.title}>
      <${shown} key=${at} id=${place.id} query=${place.query} />
    </main>
  <//>`;
}

/** On a narrow screen the links scroll sideways. `scrollIntoView` would also move the place where the Tab key starts. */
function showCurrentLink() {
  const link = document.querySelector("nav [aria-current]");
  const list = link?.closest("ul");
  if (!link || !list) return;
  const [inside, whole] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inside.right > whole.right) list.scrollLeft += inside.right - whole.right + 16;
  if (inside.left < whole.left) list.scrollLeft -= whole.left - inside.left + 16;
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
