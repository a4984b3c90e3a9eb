import { join } from "node:path";
import { z } from "zod";
import { npmPack } from "./cachedPackages";
import { repository } from "./project";

/** The archives of both packages, as they would be published. */
export interface PackedPackages {
  readonly provider: string;
  readonly sandbox: string;
}

const printed = z.tuple([z.looseObject({ filename: z.string() })]);

/** Packs both packages of this checkout into a folder. */
export async function packBoth(folder: string): Promise<PackedPackages> {
  const pack = async (name: string) => {
    const text = await npmPack(join(repository, name), ["--json", "--pack-destination", folder]);
    return join(folder, printed.parse(JSON.parse(text))[0].filename);
  };
  return { provider: await pack("provider"), sandbox: await pack("sandbox") };
}
