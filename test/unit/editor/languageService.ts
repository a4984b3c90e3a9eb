import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
/** The program that a user is editing; it exists only in memory. */
export const programFile = join(repository, "test", "types", "edited.ts");
/** The sources of the package that a user imports. */
export const frontDoor = join(repository, "provider", "src", "index.ts");
/** The entry that a user's tests import. */
export const testingEntry = join(repository, "provider", "src", "testing.ts");

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  strict: true,
  skipLibCheck: true,
  types: ["node"],
};

/** What an editor shows while a user writes a program. */
export class Editor {
  private text = "";
  private version = 0;
  private readonly service: ts.LanguageService;

  constructor() {
    const files = new Map<string, ts.IScriptSnapshot>();
    const snapshot = (name: string) => {
      const known = files.get(name);
      if (known !== undefined) return known;
      const text = ts.sys.readFile(name);
      if (text === undefined) return undefined;
      const made = ts.ScriptSnapshot.fromString(text);
      files.set(name, made);
      return made;
    };
    this.service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getCurrentDirectory: () => repository,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getScriptFileNames: () => [programFile],
      getScriptVersion: (name) => (name === programFile ? String(this.version) : "1"),
      getScriptSnapshot: (name) => (name === programFile ? ts.ScriptSnapshot.fromString(this.text) : snapshot(name)),
      fileExists: (name) => name === programFile || ts.sys.fileExists(name),
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
    });
  }

  /** Puts this after the package's import, removes its `|`, and returns the position. */
  write(program: string): number {
    const head = 'import * as pulumi from "@pulumi/pulumi";\nimport * as outreach from "../../provider/src/index";\n';
    const place = program.indexOf("|");
    this.text = head + program.replace("|", "");
    this.version += 1;
    return head.length + Math.max(place, 0);
  }

  /** The errors that are shown in this program, as one text each. */
  errors(program: string): string[] {
    this.write(program);
    const found = [
      ...this.service.getSyntacticDiagnostics(programFile),
      ...this.service.getSemanticDiagnostics(programFile),
    ];
    return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  }

  /** What is offered at `|`. */
  completions(program: string): string[] {
    const offered = this.service.getCompletionsAtPosition(programFile, this.write(program), undefined);
    return (offered?.entries ?? []).map(({ name }) => name);
  }

  /** What is shown about the name at `|`. */
  hover(program: string): string {
    return ts.displayPartsToString(
      this.service.getQuickInfoAtPosition(programFile, this.write(program))?.documentation,
    );
  }

  /** What is shown while the arguments at `|` are written. */
  signatureHelp(program: string): string {
    const help = this.service.getSignatureHelpItems(programFile, this.write(program), undefined);
    return ts.displayPartsToString(help?.items[0]?.documentation);
  }

  /** The compiler's view of this program and of the package. */
  compiled(text: string): ts.Program {
    this.write(text);
    const program = this.service.getProgram();
    if (program === undefined) throw new Error("the language service has no program");
    return program;
  }
}
