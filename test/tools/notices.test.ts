import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { condensed, wordsOf } from "../../tools/notices.mjs";

const long = "Permission is hereby granted, free of charge, to any person. ".repeat(5).trim();

/** The original text, with each reference resolved. */
function expanded(text: string): string[] {
  const [, ...paragraphs] = text.split(/\n\n/);
  const numbered = new Map<string, string>();
  return paragraphs.map((paragraph) => {
    const [, number = "", rest] = /^> \[(\d+)\](?:\n([\s\S]*))?$/.exec(paragraph) ?? [];
    if (number === "") return wordsOf(paragraph);
    if (rest !== undefined) numbered.set(number, rest);
    return wordsOf(numbered.get(number) ?? "");
  });
}

describe("licence texts", () => {
  it("refer to an earlier paragraph by its number", () => {
    const text = `## one\n\n> Copyright (c) Ada\n>\n> ${long}\n\n## two\n\n> Copyright (c) Bo\n>\n> ${long.replace(" free", "\n> free")}\n`;
    const shown = condensed(text);
    expect(shown.match(/Permission is hereby granted/g)).toHaveLength(5);
    expect(shown).toMatch(/Copyright \(c\) Bo\n\n> \[1\]$/);
  });

  it("stay unchanged if nothing repeats", () => {
    expect(condensed(`MIT\n\n${long}\n`)).toBe(`MIT\n\n${long}\n`);
  });

  it("keep every word of prettier's bundled licences, in less than half of the space", () => {
    const folder = dirname(createRequire(import.meta.url).resolve("prettier/package.json"));
    const text = readFileSync(join(folder, "THIRD-PARTY-NOTICES.md"), "utf8");
    const shown = condensed(text);
    expect(expanded(shown)).toEqual(text.split(/\n[> ]*\n/).map(wordsOf));
    expect(shown.length).toBeLessThan(text.length / 2);
  });
});
