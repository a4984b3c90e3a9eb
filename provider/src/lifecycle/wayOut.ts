/** What a person can do in the service's app. */
export type InApp = "look" | "switchOff" | "switchOn" | "rename" | "pause" | "resume" | "remove";

/** One thing that a person does after a refusal, before running it again. */
export type Step =
  /** Write these codes, which belong together, on the resource or give them for one run; `run`: only for one run. */
  | { readonly do: "acknowledge"; readonly codes: readonly string[]; readonly at: "resource" | "run" }
  /** Adopt one of these; if there are none, the object that the person finds in the app. */
  | { readonly do: "adopt"; readonly ids: readonly string[] }
  /** `OUTREACH_ADOPT=twin`. */
  | { readonly do: "adoptTwin" }
  /** Without names: this resource, under a name that only the person knows. */
  | { readonly do: "alias"; readonly resource?: string; readonly old?: string }
  /** Without a value: another one than now. */
  | { readonly do: "declare"; readonly property: string; readonly value?: unknown }
  | { readonly do: "declareAlso"; readonly property: string; readonly values: readonly string[] }
  /** With the values that the service holds of this object. */
  | { readonly do: "declareHeld"; readonly properties: readonly string[]; readonly id: string }
  /** An argument or option; of another resource than the refused one if it is named. */
  | { readonly do: "undeclare"; readonly property: string; readonly resource?: string }
  /** A resource; the refused one if none is named. */
  | { readonly do: "undeclareResource"; readonly resource?: string }
  /** Change the refused resource so that it no longer equals this one. */
  | { readonly do: "differ"; readonly from: string }
  | { readonly do: "revert" }
  /** In the option `dependsOn` of the refused resource. */
  | { readonly do: "dependOn"; readonly resources: readonly string[] }
  /** Empty if only the person can tell which. */
  | { readonly do: "inApp"; readonly act: InApp; readonly ids: readonly string[] }
  | { readonly do: "run"; readonly command: string; readonly urn?: string }
  /** Remove the object from the state and from the program. */
  | { readonly do: "letGo"; readonly urn: string | undefined }
  /** Another resource was refused as well: of this program, or of the one that it belongs to. */
  | { readonly do: "settleOther"; readonly where: "here" | "elsewhere" }
  /** In the settings of the provider. Without a value: one for each user. */
  | { readonly do: "set"; readonly setting: "baseUrl" | "user" | "launch" | "checkSuppressed"; readonly value?: string }
  /** The same command, not started by a program on its own. */
  | { readonly do: "runByPerson" }
  | { readonly do: "correct"; readonly what: "state" | "gateway" | "doNotContact" };

/** A way to go on after a refusal: these steps, one after the other. */
export type WayOut = readonly Step[];

/** A text with the ways out that it names, so that the two cannot differ. */
export class Advice {
  constructor(
    readonly text: string,
    readonly ways: readonly WayOut[],
  ) {}

  toString(): string {
    return this.text;
  }
}

/** What a text is made of. */
export type Part = string | number | Advice;

/** A text in these words about one step, or about several that are done one after the other. */
export function way(words: string, ...done: readonly Step[]): Advice {
  return new Advice(words, [done]);
}

/** A text that names alternatives. */
export function say(texts: TemplateStringsArray, ...parts: readonly Part[]): Advice {
  return new Advice(String.raw({ raw: texts }, ...parts), parts.flatMap(waysIn));
}

/** A text that names steps of one way, each of which follows on the one before. */
export function inTurn(texts: TemplateStringsArray, ...parts: readonly Part[]): Advice {
  const ways = parts
    .map(waysIn)
    .filter(({ length }) => length > 0)
    .reduce<readonly WayOut[]>(
      (firsts, seconds) => firsts.flatMap((first) => seconds.map((next) => [...first, ...next])),
      [[]],
    );
  return new Advice(
    String.raw({ raw: texts }, ...parts),
    ways.filter(({ length }) => length > 0),
  );
}

function waysIn(part: Part): readonly WayOut[] {
  return part instanceof Advice ? part.ways : [];
}
