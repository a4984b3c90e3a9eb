import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The CLI that `npm test` has found or built, otherwise the one that searches for itself. */
export function pulumiExecutable(): string {
  const found = process.env.OUTREACH_TEST_PULUMI;
  if (found !== undefined && found !== "") {
    return join(found, process.platform === "win32" ? "pulumi.exe" : "pulumi");
  }
  return fileURLToPath(new URL("../../tools/pulumi/pulumi", import.meta.url));
}
