/** Print styles: everything expanded, black on white, without controls. */
export const print = `@media print {
  :root { color-scheme: light; font-size: 11px; background: none; }
  #page { display: block; }
  nav, .filter, .skip, .look:not(:popover-open), #filter { display: none; }
  main { padding: 0; max-width: none; }
  .card, .calendar-box, .verdict { box-shadow: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  details.card > summary::before { display: none; }
  details.card > summary { padding: 10px 14px; }
  .card-body { padding: 2px 14px 14px; }
  .fingerprint summary, .hint { display: none; }
  .facts > div { grid-template-columns: minmax(0, 105px) minmax(0, 1fr); }
  h2, h3, h4, summary, .section > .lead, .step-head, .seat { break-after: avoid; }
  .finding, .remark, .step, .campaign-row, .things li, .facts > div, .verdict { break-inside: avoid; }
  .excerpt { display: block; }
  a { color: inherit; text-decoration: none; }
  .columns { grid-template-columns: minmax(0, 8fr) minmax(0, 5fr); }
  ins, del, .chip, .event, .words, .remark, .verdict, .step-icon, .things li, .variable, .key::before { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
