import { createRequire, syncBuiltinESMExports } from "node:module";
import { digestOf, type World } from "./world";

const crypto: { randomUUID: () => string } = createRequire(import.meta.url)("node:crypto");
let current: World | undefined;

/** From now on, generated ids depend only on the process in this world and on how many it has generated before. */
export function seedIds(world: World): void {
  if (current === undefined) {
    crypto.randomUUID = () => generatedId(current ?? world);
    syncBuiltinESMExports();
  }
  current = world;
}

function generatedId(world: World): string {
  const number = world.number(`ids of ${world.acting}`);
  const digest = Buffer.from(digestOf(`${world.acting} ${number}`)).toString("hex");
  return `${digest.slice(0, 8)}-0000-4000-8000-${String(number).padStart(12, "0")}`;
}
