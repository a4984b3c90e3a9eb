/** The address of a webhook without parts that may be secret: user, password and query values. */
export function shownAddress(url: string): string {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  for (const name of new Set(shown.searchParams.keys())) shown.searchParams.set(name, "***");
  return shown.href;
}
