import { expect } from "vitest";
import { runsFile, runsFileVariable, runsFolderVariable } from "../../tools/testRun/cliRuns.mjs";

// Programs that a test starts inherit the variable, and the tests' CLI adds a line for each run.
const { testPath } = expect.getState();
const folder = process.env[runsFolderVariable];
if (folder !== undefined && testPath !== undefined) process.env[runsFileVariable] = runsFile(folder, testPath);
