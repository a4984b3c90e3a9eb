import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { candidates } from "../../tools/browser.mjs";

describe("the search for browsers", () => {
  it("on Linux covers the PATH, Chrome first", () => {
    const found = candidates("linux", { PATH: ["/one", "", "/two"].join(delimiter) });
    expect(found.slice(0, 2)).toEqual([join("/one", "google-chrome-stable"), join("/two", "google-chrome-stable")]);
    expect(found).toContain(join("/two", "chromium"));
    expect(candidates("linux", {})).toEqual([]);
  });

  it("on macOS and Windows covers the application folders", () => {
    expect(candidates("darwin", {})).toContain("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
    const found = candidates("win32", { PROGRAMFILES: "C:/Program Files" });
    expect(found).toEqual([
      join("C:/Program Files", "Google/Chrome/Application/chrome.exe"),
      join("C:/Program Files", "Microsoft/Edge/Application/msedge.exe"),
    ]);
  });
});
