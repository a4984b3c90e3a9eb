import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, extname, join, posix } from "node:path";

/** One file of the page, as it is served. */
export interface PageFile {
  content: Buffer;
  type: string;
  tag: string;
}

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The libraries of the page: the name that its modules import, and the module that a browser loads. */
const libraries: Record<string, { from: string; module: string }> = {
  preact: { from: "preact", module: "preact.mjs" },
  "preact/hooks": { from: "preact/hooks", module: "hooks.mjs" },
  htm: { from: "htm", module: "htm.module.js" },
  "@tanstack/virtual-core": { from: "@tanstack/virtual-core", module: "../esm/index.js" },
};

/** All style sheets in one file. */
export const STYLE = "style.css";

const { resolve } = createRequire(import.meta.url);
/** The same folder from the sources and from the bundle. */
const folder = join(dirname(resolve("pulumi-outreach-sandbox/package.json")), "page");

/**
 * All files of the page by their served path. A request only looks up a path here, so it cannot reach any other file.
 */
export class PageFiles {
  private readonly files = new Map<string, PageFile>();
  /** Paths of the libraries by the name that modules import. */
  readonly imports: Record<string, string> = {};

  constructor() {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => extname(name) in types);
    const styles = names.filter((name) => extname(name) === ".css").sort();
    this.add(STYLE, Buffer.concat(styles.map((name) => readFileSync(join(folder, name)))));
    for (const name of names) {
      if (!styles.includes(name)) this.add(name.replaceAll("\\", "/"), readFileSync(join(folder, name)));
    }
    for (const [name, { from, module }] of Object.entries(libraries)) {
      this.addLibrary(name, join(dirname(resolve(from)), module));
    }
  }

  get(path: string): PageFile | undefined {
    return this.files.get(path);
  }

  /**
   * A module and all its static imports, so that the browser can load them at once instead of finding them one by one.
   */
  neededBy(path: string, found = new Set<string>()): Set<string> {
    const file = this.files.get(path);
    if (!file || found.has(path)) return found;
    found.add(path);
    for (const [, specifier = ""] of file.content
      .toString()
      .matchAll(/(?:^|[;}])\s*(?:import|export)[^"';]*?["']([^"']+)["']/gm)) {
      this.neededBy(this.imports[specifier] ?? posix.join(posix.dirname(path), specifier), found);
    }
    return found;
  }

  private addLibrary(name: string, module: string): void {
    const served = `library/${name}/${basename(module)}`;
    this.imports[name] = served;
    const text = readFileSync(module, "utf8");
    this.addModule(served, text);
    for (const [, other = ""] of text.matchAll(/from ?"\.\/([\w-]+\.js)"/g)) {
      this.addModule(`library/${name}/${other}`, readFileSync(join(dirname(module), other), "utf8"));
    }
  }

  private addModule(path: string, text: string): void {
    // Bundlers replace this name; a browser does not know it.
    this.add(path, Buffer.from(text.replaceAll("process.env.NODE_ENV", '"production"')));
  }

  private add(path: string, content: Buffer): void {
    const tag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 16)}"`;
    this.files.set(path, { content, type: types[extname(path)] ?? "application/octet-stream", tag });
  }
}
