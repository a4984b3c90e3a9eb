import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const folder = fileURLToPath(new URL("../../types", import.meta.url));

it("the arguments compile as defined in test/types", () => {
  const { config } = ts.readConfigFile(`${folder}/tsconfig.json`, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  expect(fileNames.length).toBeGreaterThan(1);
  const program = ts.createProgram(fileNames, options);
  // Only for these files: the build checks the sources that they import.
  const own = fileNames.flatMap((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  });
  const lines = own.map(({ file, start = 0, messageText }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    return `${file?.fileName.slice(folder.length + 1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
  expect(lines).toEqual([]);
}, 60_000);
