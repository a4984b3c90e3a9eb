/** An action in the service's app. */
export type InApp = "look" | "switchOff" | "switchOn" | "rename" | "pause" | "resume" | "remove";

/** One step for the user to take after a refusal, before running the command again. */
export type Step =
  /** Add these codes, which belong together, to the resource, or give them for one run; `run`: only for one run. */
  | { readonly do: "acknowledge"; readonly codes: readonly string[]; readonly at: "resource" | "run" }
  /** Adopt one of these; if empty, the object that the user finds in the app. */
  | { readonly do: "adopt"; readonly ids: readonly string[] }
  /** `OUTREACH_ADOPT=twin`. */
  | { readonly do: "adoptTwin" }
  /** Without names: this resource, with a former name that only the user knows. */
  | { readonly do: "alias"; readonly resource?: string; readonly old?: string }
  /** Without a value: any value other than the current one. */
  | { readonly do: "declare"; readonly property: string; readonly value?: unknown }
  | { readonly do: "declareAlso"; readonly property: string; readonly values: readonly string[] }
  /** With the service's values for this object. */
  | { readonly do: "declareHeld"; readonly properties: readonly string[]; readonly id: string }
  /** An argument or option, of the refused resource unless another one is named. */
  | { readonly do: "undeclare"; readonly property: string; readonly resource?: string }
  /** A resource; the refused one if none is named. */
  | { readonly do: "undeclareResource"; readonly resource?: string }
  /** Change the refused resource so that it no longer equals this one. */
  | { readonly do: "differ"; readonly from: string }
  | { readonly do: "revert" }
  /** In the option `dependsOn` of the refused resource. */
  | { readonly do: "dependOn"; readonly resources: readonly string[] }
  /** Empty if only the user knows which. */
  | { readonly do: "inApp"; readonly act: InApp; readonly ids: readonly string[] }
  | { readonly do: "run"; readonly command: string; readonly urn?: string }
  /** Remove the object from the state and from the program. */
  | { readonly do: "letGo"; readonly urn: string | undefined }
  /** Another resource was also refused: in this program, or in the one that it belongs to. */
  | { readonly do: "settleOther"; readonly where: "here" | "elsewhere" }
  /** In the settings of the provider. Without a value: one for each user. */
  | { readonly do: "set"; readonly setting: "baseUrl" | "user" | "launch" | "checkSuppressed"; readonly value?: string }
  /** The same command, not started by a program on its own. */
  | { readonly do: "runByPerson" }
  | { readonly do: "correct"; readonly what: "state" | "gateway" | "doNotContact" };

/** A way to continue after a refusal: these steps, one after another. */
export type WayOut = readonly Step[];

/** A text with the ways out that it describes, so that the two cannot differ. */
export class Advice {
  constructor(
    readonly text: string,
    readonly ways: readonly WayOut[],
  ) {}

  toString(): string {
    return this.text;
  }
}

/** The parts of a text. */
export type Part = string | number | Advice;

/** A text about one step, or about several that are done one after another. */
export function way(words: string, ...done: readonly Step[]): Advice {
  return new Advice(words, [done]);
}

/** A text that lists alternatives. */
export function say(texts: TemplateStringsArray, ...parts: readonly Part[]): Advice {
  return new Advice(String.raw({ raw: texts }, ...parts), parts.flatMap(waysIn));
}

/** A text that lists the consecutive steps of one way. */
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
