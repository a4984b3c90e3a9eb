/** The parts of a name, as users and contacts have them. */
interface Named {
  readonly fullName?: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** The name of a user or a contact. Empty if the service does not tell it. */
export function personName({ fullName, firstName, lastName }: Named): string {
  return fullName ?? [firstName, lastName].filter(Boolean).join(" ");
}
