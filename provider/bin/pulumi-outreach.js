#!/usr/bin/env node
// Committed rather than compiled, so that npm can link the command before the first build.
"use strict";
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const compiled = join(__dirname, "..", "dist", "cli.js");
const [first, ...others] = process.argv.slice(2);

if (others.length === 0 && (first === "--version" || first === "-V")) {
  // Scripts ask for it often: without loading the command.
  process.stdout.write(`${require("../package.json").version}\n`);
} else if (existsSync(compiled)) {
  require(compiled);
} else {
  process.stderr.write("pulumi-outreach is not compiled yet. Run `npm run build` in this checkout first.\n");
  process.exitCode = 1;
}
