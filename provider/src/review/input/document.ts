import { isRecord, parseJson } from "../../api/json";
import { Refusal } from "../../lifecycle/refusal";
import { isEvent } from "./runs";

/** What the input should have been. */
const expected =
  "Expected the output of `pulumi preview --json` or `pulumi up --json`, the events of a refresh, or a state from `pulumi stack export`.";

/** Input that cannot be reviewed. */
export function notUnderstood(source: string, what: string): Refusal {
  return new Refusal(`${source} ${what}.`, expected);
}

/** A text to read, and what messages call it: the name of the file, or `standard input`. */
export interface Input {
  readonly source: string;
  readonly text: string;
}

/**
 * The JSON objects of a text. An update prints one object a line after the indented one of its preview. Lines outside
 * of the objects are left out: wrappers of the CLI print there.
 */
export function readDocuments({ source, text }: Input): readonly Readonly<Record<string, unknown>>[] {
  const plain = text.replace(/^\uFEFF/, "");
  if (plain.trim() === "") throw new Refusal(`${source} is empty.`, expected);
  const whole = parsed(plain);
  const documents = whole === undefined ? documentsIn(plain, source) : [whole];
  const records = documents.filter(isRecord);
  if (records.length === 0) throw new Refusal(`${source} holds no output of the Pulumi CLI.`, expected);
  return records;
}

function documentsIn(text: string, source: string): unknown[] {
  const documents: unknown[] = [];
  let open: string[] | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (open === undefined) {
      if (!line.startsWith("{")) continue;
      const document = parsed(line);
      if (document === undefined) open = [line];
      else documents.push(document);
      continue;
    }
    open.push(line);
    // The CLI indents everything inside of an object.
    if (!line.startsWith("}")) continue;
    const document = parsed(open.join("\n"));
    if (document === undefined) throw cutOff(source);
    documents.push(document);
    open = undefined;
  }
  // The events of a killed update still show what it has done.
  const isUpdate = documents.some((document) => isRecord(document) && isEvent(document));
  if (open !== undefined && !isUpdate) throw cutOff(source);
  return documents;
}

function cutOff(source: string): Refusal {
  return new Refusal(
    `${source} is not complete JSON: it was probably cut off, or the command that wrote it was ended.`,
    "Run the command again, and review its whole output.",
  );
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
