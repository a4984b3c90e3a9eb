import { createRequire, syncBuiltinESMExports } from "node:module";
import { digestOf, type World } from "./world";

const crypto: { randomUUID: () => string } = createRequire(import.meta.url)("node:crypto");
let current: World | undefined;

/** From now on, ids that the code makes up follow from the process of this world and what it has made up before. */
export function sameIds(world: World): void {
  if (current === undefined) {
    crypto.randomUUID = () => madeUp(current ?? world);
    syncBuiltinESMExports();
  }
  current = world;
}

function madeUp(world: World): string {
  const number = world.number(`ids of ${world.acting}`);
  const digest = Buffer.from(digestOf(`${world.acting} ${number}`)).toString("hex");
  return `${digest.slice(0, 8)}-0000-4000-8000-${String(number).padStart(12, "0")}`;
}
