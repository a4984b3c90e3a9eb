import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attributes, constant, html, lines, type Markup, namedBlanks } from "../../../provider/src/page/markup";
import { hostileText } from "../../support/review/hostile";
import { elementsOf, textOf } from "../../support/review/parsedPage";

const made = (markup: Markup) => markup.toString();
const page = (markup: Markup) => `<!doctype html>\n${markup}`;

describe("html", () => {
  it.each([
    ["<b>", "&lt;b&gt;"],
    ["Tom & Jerry's \"`", "Tom &amp; Jerry&#39;s &quot;&#96;"],
    ["&lt;", "&amp;lt;"],
    ["a\u202eb", 'a<span class="code">U+202E</span>b'],
    ["a\u0000b", 'a<span class="code">U+0000</span>b'],
    ["a\nb", 'a<span class="code">U+000A</span>b'],
    ["a\ud800b", 'a<span class="code">U+D800</span>b'],
    ["a\u2028b", 'a<span class="code">U+2028</span>b'],
    ["a\u{e0041}b", 'a<span class="code">U+E0041</span>b'],
    ["👩‍🚀 ✔️ שלום नमस्ते", "👩‍🚀 ✔️ שלום नमस्ते"],
  ])("escapes %j in the content of an element", (text, shown) => {
    expect(made(html`<p>${text}</p>`)).toBe(`<p>${shown}</p>`);
  });

  it.each([
    ['" onclick="x', "&quot; onclick=&quot;x"],
    ["a\u202eb\n", "a[U+202E]b[U+000A]"],
    ["<b>", "&lt;b&gt;"],
  ])("escapes %j in a value and in a title", (text, shown) => {
    expect(made(html`<p title="a ${text} b">c</p>`)).toBe(`<p title="a ${shown} b">c</p>`);
    expect(made(html`<p${attributes({ title: text })}>c</p>`)).toBe(`<p title="${shown}">c</p>`);
    expect(made(html`<title>${text}</title>`)).toBe(`<title>${shown}</title>`);
    expect(made(html`<option value="1">${text}</option>`)).toBe(`<option value="1">${shown}</option>`);
  });

  it("inserts markup unescaped, and lists of it, and nothing for missing values", () => {
    const item = html`<li>${"<"}</li>`;
    expect(made(html`<ul>${[item, [item]]}${undefined}${false}${0}</ul>`)).toBe("<ul><li>&lt;</li><li>&lt;</li>0</ul>");
    expect(made(html`<p${attributes({ open: true, hidden: false, title: undefined, "data-stack": 0 })}></p>`)).toBe(
      '<p open data-stack="0"></p>',
    );
  });

  it.each<[string, () => Markup, RegExp]>([
    ["a value without quotes", () => html`<p title=${"x"}></p>`, /stands in a tag/],
    ["a value in single quotes", () => html`<p title='${"x"}'></p>`, /stands in a tag/],
    ["a name of a tag", () => html`<${"b"}>x</b>`, /no tag after </],
    ["a string in a tag", () => html`<p ${"onclick"}></p>`, /stands in a tag/],
    ["a string after the name of a tag", () => html`<p${" onclick"}></p>`, /Only attributes/],
    ["a comment", () => html`<!-- ${"x"} -->`, /no tag after </],
    ["markup in a value", () => html`<p title="${html`<b></b>`}"></p>`, /content of an element/],
    ["markup in a title", () => html`<title>${html`<b></b>`}</title>`, /content of an element/],
    ["attributes outside of a tag", () => html`<p>${attributes({ open: true })}</p>`, /Only attributes/],
    ["a tag that does not end", () => html`<p title="${"x"}"`, /ends within a tag/],
    ["a handler", () => html`<p${attributes({ onclick: "x" })}></p>`, /no attribute onclick/],
    ["a style", () => html`<p${attributes({ style: "x" })}></p>`, /no attribute style/],
    ["a name that is none", () => html`<p${attributes({ 'a"b': "x" })}></p>`, /no attribute a"b/],
    ["the end of a script", () => constant("a</script>b"), /would end the element/],
    ["a comment in a script", () => constant("a<!--b"), /would end the element/],
  ])("refuses %s", (_, make, problem) => {
    expect(make).toThrow(problem);
  });

  it("does not let a text change the elements around it", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const shown = page(
          html`<p title="${text}"${attributes({ lang: text })}>${text}${lines(text)}${namedBlanks(text)}</p>`,
        );
        const elements = elementsOf(shown).filter(({ name }) => name !== "span");
        expect(elements.map(({ name, attributes: values }) => [name, [...values.keys()]])).toEqual([
          ["p", ["title", "lang"]],
        ]);
      }),
      { numRuns: 500 },
    );
  });

  it("shows every visible character", () => {
    const visible = fc.string({ unit: "grapheme-composite" }).filter((text) => !/[\p{C}\p{Z}\p{DI}\u2800]/u.test(text));
    fc.assert(
      fc.property(visible, (text) => {
        expect(textOf(page(html`<p>${text}</p>`))).toBe(text);
      }),
    );
  });
});

describe("lines", () => {
  it("keeps line breaks and tabs, and names other invisible characters", () => {
    expect(made(lines("a\r\nb\n\tc\rd\u0007"))).toBe(
      'a\nb\n\tc<span class="code">U+000D</span>d<span class="code">U+0007</span>',
    );
  });

  it("can name every space", () => {
    expect(textOf(page(namedBlanks(" \n\t\u00a0")))).toBe("spaceline break\ntabU+00A0");
  });
});
