import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "../../tools/repository.mjs";
import { linksIn } from "../support/skill";

const named = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "llms.txt", "sandbox/README.md"];
const below = (folder: string) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md") && !/node_modules|dist/.test(path))
    .map((path) => join(folder, path));
const texts = [...named, ...below("docs"), ...below("examples"), ...below("provider/skill")];
const textOf = (path: string) => readFileSync(join(repository, path), "utf8");
/** In a file that is copied out of the repository, a link to a guide is an address. */
const address = "https://github.com/pulumi-outreach/pulumi-outreach/blob/main/";
const linksOf = (path: string) =>
  linksIn(textOf(path).replaceAll(`](${address}`, `](${"../".repeat(path.split(/[\\/]/).length - 1)}`));

/** The anchors that GitHub derives from a text's headings. */
function anchorsIn(text: string): string[] {
  const headings = [...text.replace(/^```.*?^```/gms, "").matchAll(/^#{1,6} (.+)$/gm)];
  return headings.map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe("the guides", () => {
  it.each(texts)("%s links to existing files and headings", (path) => {
    const broken = linksOf(path).filter((link) => {
      const [to = "", anchor] = link.split("#");
      const target = to === "" ? path : join(dirname(path), to);
      if (!existsSync(join(repository, target))) return true;
      if (anchor === undefined || statSync(join(repository, target)).isDirectory()) return false;
      return !anchorsIn(textOf(target)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it.each(["docs/README.md", "llms.txt"])("are all listed in %s", (start) => {
    const listed = linksIn(textOf(start)).map((to) =>
      relative(repository, join(repository, dirname(start), to.replace(/#.*/, ""))),
    );
    const guides = below("docs").filter((path) => basename(path) !== "README.md");
    expect(guides.filter((path) => !listed.includes(path))).toEqual([]);
  });

  it("begin with a page that the README links to", () => {
    expect(linksIn(textOf("README.md"))).toContain("docs/README.md");
  });
});
