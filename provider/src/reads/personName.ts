interface Named {
  readonly firstName?: string;
  readonly lastName?: string;
}

/** The full name of a user. Empty if unknown. */
export function userName({ firstName, lastName }: Named): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}

/** The full name of a contact, which may be in a separate field that users do not have. */
export function contactName({ fullName, ...parts }: Named & { readonly fullName?: string }): string {
  return fullName ?? userName(parts);
}
