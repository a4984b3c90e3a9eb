import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import { z } from "zod";
import { documents, type PrintedDocument } from "../../provider/src/cli/documents";
import { repository } from "./project";

/** The folder of the schemas that users get. */
export const schemaFolder = join(repository, "docs", "schemas");

export const schemaFile = ({ name }: PrintedDocument) => join(schemaFolder, `${name}.schema.json`);

const validator = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });
const compiled = new Map<string, ValidateFunction>();

function validatorOf(document: PrintedDocument): ValidateFunction {
  const known = compiled.get(document.name);
  if (known !== undefined) return known;
  const made = validator.compile(JSON.parse(readFileSync(schemaFile(document), "utf8")));
  compiled.set(document.name, made);
  return made;
}

/** The schema of a document. Throws if a part of its shape has none. */
export function schemaOf({ printedBy, shape, isOnEachLine }: PrintedDocument): object {
  // A check in code describes itself in `meta`, or not at all.
  const { $schema, ...schema } = z.toJSONSchema(shape, { io: "output", unrepresentable: "any" });
  if (JSON.stringify(schema).includes("{}")) throw new Error(`${printedBy}: a part of its schema allows anything`);
  return { $schema, title: `\`pulumi-outreach ${printedBy} --json\`${isOnEachLine ? ", each line" : ""}`, ...schema };
}

/** A line for each violation of a document's published schema. */
export function schemaProblems(document: PrintedDocument, value: unknown): string[] {
  const validate = validatorOf(document);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${document.name}${instancePath}: ${message} ${JSON.stringify(params)}`,
  );
}

/**
 * Checks each document that a command has printed. Throws if a document matches none of the command's schemas, or if
 * the command has none.
 *
 * @param words the command line, beginning with the command's name
 */
export function assertPublished(words: readonly string[], stdout: string): void {
  const [command = ""] = words;
  const isFollowing = command === "logs" && words.some((word) => word === "--follow" || word === "-f");
  const printed = (documents[command] ?? []).filter(({ isOnEachLine = false }) => isOnEachLine === isFollowing);
  const texts = isFollowing ? stdout.split("\n").filter((line) => line !== "") : [stdout];
  for (const text of texts) {
    const value: unknown = JSON.parse(text);
    const problems = printed.map((document) => schemaProblems(document, value));
    if (problems.some((found) => found.length === 0)) continue;
    throw new Error(
      `\`${words.join(" ")}\` prints a document that no published schema describes:\n${problems.flat().join("\n") || "the command has none"}`,
    );
  }
}

/** The same for commands that may have failed, which print nothing to stdout. */
export function assertPublishedIfJson(words: readonly string[], stdout: string): void {
  if (words.includes("--json") && stdout !== "" && !words.includes("--help")) assertPublished(words, stdout);
}
