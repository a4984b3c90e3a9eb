import * as acorn from "prettier/plugins/acorn";
import * as estree from "prettier/plugins/estree";
import { format } from "prettier/standalone";

/** Formats a module. The source must not use TypeScript-only syntax, because the smaller JavaScript parser is used. */
export async function formatModule(source: string): Promise<string> {
  return await format(source, { parser: "acorn", plugins: [acorn, estree] });
}
