/** The address of a webhook without what may be secret: user, password and the values of the query. */
export function shownAddress(url: string): string {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  for (const name of new Set(shown.searchParams.keys())) shown.searchParams.set(name, "***");
  return shown.href;
}
