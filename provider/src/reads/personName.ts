interface Named {
  readonly firstName?: string;
  readonly lastName?: string;
}

/** The name of a user. Empty if the service does not tell it. */
export function userName({ firstName, lastName }: Named): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}

/** The same of a contact, which may have its whole name in a field of its own. A user has none that is validated. */
export function contactName({ fullName, ...parts }: Named & { readonly fullName?: string }): string {
  return fullName ?? userName(parts);
}
