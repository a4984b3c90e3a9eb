#!/usr/bin/env node
// Committed rather than compiled, so that npm can link the command before the first build.
import { existsSync } from "node:fs";

const compiled = new URL("../dist/cli.js", import.meta.url);

if (existsSync(compiled)) {
  await import(compiled.href);
} else {
  process.stderr.write("pulumi-outreach-sandbox is not compiled yet. Run `npm run build` in this checkout first.\n");
  process.exitCode = 1;
}
