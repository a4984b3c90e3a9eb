import { createHash } from "node:crypto";
import { type PageFiles, STYLE } from "./files.js";

const MAIN = "main.js";
const FIRST_VIEW = "views/now.js";

export interface Shell {
  html: string;
  /** The value of `content-security-policy`: everything comes from this server, and only one inline script runs. */
  policy: string;
}

/** The document that loads the page. Contains no data from the service. */
export function makeShell(files: PageFiles, base: string): Shell {
  const imports = Object.fromEntries(Object.entries(files.imports).map(([name, path]) => [name, `${base}/${path}`]));
  // Browsers read import maps only from the document. The policy allows exactly this script.
  const importMap = JSON.stringify({ imports });
  const hash = createHash("sha256").update(importMap).digest("base64");
  // Most visits begin with the first view; other views are loaded when they are opened.
  const preloaded = files.neededBy(FIRST_VIEW, files.neededBy(MAIN));
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Outreach sandbox</title>
<link rel="icon" href="${base}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${base}/${STYLE}">
<script type="importmap">${importMap}</script>
${[...preloaded].map((path) => `<link rel="modulepreload" href="${base}/${path}">`).join("\n")}
<script type="module" src="${base}/${MAIN}"></script>
</head>
<body><div id="page"><noscript>This page needs JavaScript. Programs use the control operations instead.</noscript></div></body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { html, policy };
}
