#!/usr/bin/env node
// Committed rather than compiled, so that npm can link the command before the first build.
"use strict";
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const compiled = join(__dirname, "..", "dist", "cli.js");

if (existsSync(compiled)) {
  require(compiled);
} else {
  process.stderr.write("pulumi-outreach-sandbox is not compiled yet. Run `npm run build` in this checkout first.\n");
  process.exitCode = 1;
}
