import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { npm, npmPack } from "./cachedPackages";
import { repository } from "./project";

const manifestSchema = z.looseObject({ dependencies: z.record(z.string(), z.string()).default({}) });
const packedSchema = z.tuple([z.looseObject({ filename: z.string() })]);

/** The packages of some examples, as npm installs them for a user with copies: no link leads to the checkout. */
export class Installed {
  private constructor(
    readonly folder: string,
    /** The folder that has `node_modules` at present. */
    private place: string,
  ) {}

  static async for(examples: readonly string[]): Promise<Installed> {
    // Outside the checkout, so that no folder above provides a package that an example lacks.
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "outreach-installed-")));
    const [{ filename }] = packedSchema.parse(
      JSON.parse(await npmPack(join(repository, "provider"), ["--json", "--pack-destination", folder])),
    );
    const manifests = examples.map((name) => readFileSync(join(repository, "examples", name, "package.json"), "utf8"));
    const wanted = Object.assign({}, ...manifests.map((text) => manifestSchema.parse(JSON.parse(text)).dependencies));
    // The SDK version of the checkout, which is in npm's cache.
    const sdk = z
      .looseObject({ version: z.string() })
      .parse(JSON.parse(readFileSync(join(repository, "node_modules", "@pulumi", "pulumi", "package.json"), "utf8")));
    const dependencies = {
      ...wanted,
      "pulumi-outreach": `file:${join(folder, filename)}`,
      "@pulumi/pulumi": sdk.version,
    };
    const place = join(folder, "install");
    mkdirSync(place);
    writeFileSync(join(place, "package.json"), JSON.stringify({ private: true, dependencies }));
    const installed = new Installed(folder, place);
    try {
      await npm(place, ["install", "--prefer-offline"]);
    } catch (error) {
      installed.remove();
      throw error;
    }
    return installed;
  }

  /** Copies an example and moves the installed packages to it from the example before. */
  copy(example: string): string {
    const folder = join(this.folder, example);
    cpSync(join(repository, "examples", example), folder, {
      recursive: true,
      filter: (source) => !source.includes("node_modules"),
    });
    this.moveTo(folder);
    return folder;
  }

  /** Only one example's folder has the packages at a time, which saves copying them. */
  moveTo(folder: string): void {
    renameSync(join(this.place, "node_modules"), join(folder, "node_modules"));
    this.place = folder;
  }

  remove(): void {
    if (existsSync(this.folder)) rmSync(this.folder, { recursive: true, force: true });
  }
}
