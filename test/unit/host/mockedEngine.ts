import * as pulumi from "@pulumi/pulumi";

/** The inputs of the registered resources, by name. */
export const registered = new Map<string, Record<string, unknown>>();

interface Mocked {
  /** The id of each new resource; none in a preview. */
  readonly idOf?: (name: string) => string | undefined;
  /** The engine's response to a call, as for the state's outputs. */
  readonly call?: pulumi.runtime.Mocks["call"];
  readonly stack?: string;
  readonly preview?: boolean;
  readonly organization?: string;
}

/** Lets mocks of the SDK take the place of an engine, and forgets earlier registrations. */
export async function mockEngine({
  idOf = () => "12",
  call = () => ({}),
  stack = "stack",
  preview = false,
  organization,
}: Mocked = {}): Promise<void> {
  registered.clear();
  const newResource = ({ name, inputs }: pulumi.runtime.MockResourceArgs) => {
    registered.set(name, inputs);
    return { id: idOf(name), state: inputs };
  };
  await pulumi.runtime.setMocks({ newResource, call }, "fintech", stack, preview, organization);
}

/** The inputs with which the resource was registered. */
export async function inputsOf(resource: pulumi.CustomResource, name: string): Promise<Record<string, unknown>> {
  await new Promise((resolve) => pulumi.output(resource.urn).apply(resolve));
  return registered.get(name) ?? {};
}
