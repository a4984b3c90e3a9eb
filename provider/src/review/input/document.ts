import { isRecord, parsedOrUndefined } from "../../api/json";
import { Refusal } from "../../lifecycle/refusal";
import { isEvent } from "./runs";

/** Describes valid input. */
const expected =
  "Expected the output of `pulumi preview --json` or `pulumi up --json`, the events of a refresh, or a state from `pulumi stack export`.";

/** A Refusal for input that cannot be reviewed. */
export function notUnderstoodRefusal(source: string, what: string): Refusal {
  return new Refusal(`${source} ${what}.`, expected);
}

/** A string to parse, and its name in messages: the file's name, or `standard input`. */
export interface Input {
  readonly source: string;
  readonly text: string;
}

/**
 * The JSON objects in a string. An update prints one object per line after its preview's indented one. Lines outside of
 * objects are skipped, because wrappers of the CLI print there.
 */
export function readDocuments({ source, text }: Input): readonly Readonly<Record<string, unknown>>[] {
  const plain = text.replace(/^\uFEFF/, "");
  if (plain.trim() === "") throw new Refusal(`${source} is empty.`, expected);
  const whole = parsedOrUndefined(plain);
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
      const document = parsedOrUndefined(line);
      if (document === undefined) open = [line];
      else documents.push(document);
      continue;
    }
    open.push(line);
    // The CLI indents all lines inside of an object.
    if (!line.startsWith("}")) continue;
    const document = parsedOrUndefined(open.join("\n"));
    if (document === undefined) throw cutOffRefusal(source);
    documents.push(document);
    open = undefined;
  }
  // The events of a killed update still show its completed changes.
  const isUpdate = documents.some((document) => isRecord(document) && isEvent(document));
  if (open !== undefined && !isUpdate) throw cutOffRefusal(source);
  return documents;
}

function cutOffRefusal(source: string): Refusal {
  return new Refusal(
    `${source} is not complete JSON: it was probably cut off, or the command that wrote it was ended.`,
    "Run the command again, and review its whole output.",
  );
}
