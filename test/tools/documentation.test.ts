import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "../../tools/repository.mjs";
import { temporaryFolder } from "../support/folders";
import { referenceOf } from "./undocumented";

/** The compiler needs some seconds, and more if it shares the machine. */
const patient = { timeout: 120_000 };

describe("the API reference", () => {
  it(
    "has a description and a heading for every public name, and describes every type that it names",
    patient,
    async () => {
      expect(await referenceOf(join(repository, "typedoc.json"))).toEqual({
        ...{ undocumented: [], withoutHeading: [], behindInherited: [], hasWarnings: false },
        modules: ["pulumi-outreach", "pulumi-outreach/testing"],
      });
    },
  );

  it("lacks a description for exports, members, constructors and parameters without a comment", patient, async () => {
    const folder = temporaryFolder();
    const source = `
      export interface ThingArgs {
        name: string;
        /** How it looks. */
        colour?: string;
      }
      /** A thing. */
      export class Thing {
        declare readonly createdAt: string;
        private readonly hidden = 1;
        /** @param name Unique name. */
        constructor(readonly name: string, args: ThingArgs) { this.hidden; args; }
      }
      /** Builders. */
      export const thing = {
        red: (shade: number) => shade,
        /** A blue one. */
        blue: (shade: number) => shade,
      };
      export type Words = "one" | "two";
    `;
    writeFileSync(join(folder, "index.ts"), source);
    const written = {
      "tsconfig.json": { compilerOptions: { types: [] }, files: ["index.ts"] },
      "typedoc.json": { entryPoints: ["index.ts"], tsconfig: "tsconfig.json", excludePrivate: true },
    };
    for (const [name, value] of Object.entries(written)) writeFileSync(join(folder, name), JSON.stringify(value));
    const reference = await referenceOf(join(folder, "typedoc.json"));
    expect(reference.undocumented).toEqual([
      "Thing.constructor",
      "Thing.constructor.args",
      "Thing.createdAt",
      "ThingArgs",
      "ThingArgs.name",
      "Words",
      "thing.__type.red",
    ]);
  });

  it("is not checked if it cannot be generated", patient, async () => {
    await expect(referenceOf(join(temporaryFolder(), "typedoc.json"))).rejects.toThrow("cannot be generated");
  });
});
