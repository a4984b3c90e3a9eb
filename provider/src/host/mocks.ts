import * as pulumi from "@pulumi/pulumi";
import { isRecord } from "../api/json";
import { describe } from "../lifecycle/about";
import { splitHints } from "../lifecycle/check";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import { describeProblems } from "../lifecycle/problem";
import { isUnknown, unknownText } from "../lifecycle/unknown";
import { brokenRules } from "./programArguments";
import { readStateToken } from "./stated";
import { providerType, typeToken } from "./token";
import type { ProgramUnderTest } from "./underTest";

/** Mocks for other packages. */
export type OtherMocks = Partial<pulumi.runtime.Mocks>;

/** Returns the fields that the service would add to an object of this kind. */
export type Added = (kind: DeclaredKind, inputs: Values) => Values;

/** High enough that tests do not use these ids themselves. */
const firstId = 900_001;

/** Mocks of the engine: they register this package's resources and pass everything else to `others`. */
export function mocksFor(
  program: ProgramUnderTest,
  kinds: readonly DeclaredKind[],
  added: Added,
  others: OtherMocks,
): pulumi.runtime.Mocks {
  let nextId = firstId;

  function register(kind: DeclaredKind, name: string, given: Values): pulumi.runtime.MockResourceResult {
    const { inputs: news, urn = name } = splitHints(mapValues(given, asProviderInput));
    const found = brokenRules(kind, news);
    if (found.length > 0) program.broken.push(describeProblems(kind.noun, name, found));
    // Broken values have no canonical form; they are reported to the test.
    const inputs = found.length > 0 ? news : kind.canonical(news);
    if (program.registered.has(urn)) {
      program.broken.push(`${describe(kind.noun, name)} is declared twice: give each resource of a kind its own name.`);
    }
    const isPreview = pulumi.runtime.isDryRun();
    const adopted = typeof inputs.adopt === "number" ? inputs.adopt : undefined;
    const id = isPreview ? undefined : String(adopted ?? nextId++);
    program.registered.set(urn, { id, inputs });
    const outputs = isPreview ? inputs : { ...added(kind, inputs), ...inputs };
    const state = Object.fromEntries(
      Object.entries(outputs).map(([key, value]) => [
        key,
        pulumi.runtime.isRpcSecret(given[key]) ? pulumi.secret(value) : value,
      ]),
    );
    return { id, state };
  }

  return {
    newResource(args) {
      program.noteActivity();
      const { type, name, inputs, custom } = args;
      const kind = kinds.find((each) => typeToken(each.name) === type);
      if (kind !== undefined) return register(kind, name, isRecord(inputs) ? inputs : {});
      if (others.newResource !== undefined && type !== providerType) return others.newResource(args);
      return { id: custom === false ? undefined : name, state: inputs };
    },
    call(args) {
      program.noteActivity();
      // A stack under test has no state.
      if (args.token === readStateToken) return { outputs: {} };
      if (others.call !== undefined) return others.call(args);
      const text = `${args.token} is a function of another package, and this test gives no answer for it: setMocks({ call: … }).`;
      // The SDK shows only the details of an error.
      throw Object.assign(new Error(text), { details: text });
    },
  };
}

/** A value as a provider receives it: without secret marks, and with the engine's placeholder for unknown values. */
function asProviderInput(value: unknown): unknown {
  if (pulumi.isUnknown(value)) return unknownText;
  const inner: unknown = pulumi.runtime.unwrapRpcSecret(value);
  if (pulumi.isUnknown(inner)) return unknownText;
  if (Array.isArray(inner)) return inner.map(asProviderInput);
  return isRecord(inner) ? mapValues(inner, asProviderInput) : inner;
}

/** The value without its unknown parts. */
export function withoutUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isUnknown(item)).map(withoutUnknown);
  if (!isRecord(value)) return value;
  const known = Object.entries(value).filter(([, inner]) => !isUnknown(inner));
  return mapValues(Object.fromEntries(known), withoutUnknown);
}

function mapValues(values: Values, change: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
