import { expect } from "vitest";
import { runsFile, runsFileVariable, runsFolderVariable } from "../../tools/testRun/cliRuns.mjs";

// The programs that a test starts inherit it, and the CLI of the tests adds a line for each of its runs.
const { testPath } = expect.getState();
const folder = process.env[runsFolderVariable];
if (folder !== undefined && testPath !== undefined) process.env[runsFileVariable] = runsFile(folder, testPath);
