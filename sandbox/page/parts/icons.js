import { html } from "../html.js";

/** Drawn on a grid of 20. @type {Record<string, string>} */
const paths = {
  now: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm0 3v4l3 2",
  tomorrow: "M4 5h12v12H4Zm0 4h12M7 3v3m6-3v3m-5 7h4m-1.500-1.500L13 13l-2 1.500",
  replies: "M8 5 3 9.500 8 14v-3c5 0 7 1 9 4 0-5-3-8-9-8Z",
  campaigns: "M3 9v3l3 .5L7 16h2l-.8-3.2L15 15V5L6 8.500H3Zm14-1v4",
  contacts: "M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6 7c0-3 2.700-4.500 6-4.500s6 1.500 6 4.500",
  agents: "M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12Zm4.500-1.500L17 17",
  lists: "M4 5h12M4 10h12M4 15h8",
  seats: "M6 3v8h8V3M6 11l-1 6m9-6 1 6M6 14h8",
  members:
    "M7 9a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Zm6.500 0a2 2 0 1 0 0-4M2.500 16c0-2.800 2-4 4.500-4s4.500 1.200 4.500 4m1.500-4c2.500 0 4.500 1.200 4.500 4",
  deliveries: "M4 4h12v12H4Zm0 7h3l1.500 2h3l1.500-2h3",
  requests: "M3 7h11l-3-3m6 9H6l3 3",
  invitation: "M8.500 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3 16c0-3 2.500-4.500 5.500-4.500M14 11v6m-3-3h6",
  invitationNote: "M8.500 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3 16c0-3 2.500-4.500 5.500-4.500M14 11v6m-3-3h6",
  message: "M4 4h12v9H9l-4 3v-3H4Z",
  voiceMessage: "M10 3a2 2 0 0 0-2 2v5a2 2 0 0 0 4 0V5a2 2 0 0 0-2-2Zm-5 7a5 5 0 0 0 10 0m-5 5v2",
  visitProfile:
    "M2.500 10S5 5 10 5s7.500 5 7.500 5-2.500 5-7.500 5-7.500-5-7.500-5Zm7.500 2a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  likePosts: "M10 16S3.500 12 3.500 7.500A3.400 3.400 0 0 1 10 6a3.400 3.400 0 0 1 6.500 1.500C16.500 12 10 16 10 16Z",
  email: "M3 5h14v10H3Zm0 1 7 5 7-5",
  answered: "M8 5 3 9.500 8 14v-3c5 0 7 1 9 4 0-5-3-8-9-8Z",
  imported: "M10 3v9m-3.500-3.500L10 12l3.500-3.500M4 16h12",
  finished: "M4 10.500 8 14.500 16 6",
  skipped: "M4 5l6 5-6 5Zm7 0 5 5-5 5",
  excluded: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM5 5l10 10",
  play: "M6 4l10 6-10 6Z",
  pause: "M7 4v12m6-12v12",
};

/** An icon beside a label with the same meaning. @param {{ name: string }} props */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${paths[name] ?? paths.now} /></svg>`;
}
