import * as acorn from "prettier/plugins/acorn";
import * as estree from "prettier/plugins/estree";
import { format } from "prettier/standalone";

/** Formats a module. It may hold nothing that only TypeScript has: the parser is that of JavaScript, which is smaller. */
export async function formatted(source: string): Promise<string> {
  return await format(source, { parser: "acorn", plugins: [acorn, estree] });
}
