/** The URN of a resource in a stack in the tests. */
export function urnOf(kind: string, name = "leads", stack = "test"): string {
  return `urn:pulumi:${stack}::outreach-test::pulumi-nodejs:dynamic/outreach:${kind}::${name}`;
}

/** Its last part: the name in the program. */
export function nameOf(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}

export function kindOf(urn: string): string {
  const [, kind] = /dynamic\/outreach:(\w+)::/.exec(urn) ?? [];
  if (kind === undefined) throw new Error(`${urn} is not a URN of this package's resources`);
  return kind;
}
