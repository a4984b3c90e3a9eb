import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SqlStore } from "../../../provider/src/api/coordination/sqlStore";
import { SqliteFolder } from "./sqliteFolder";
import { runNamed } from "./stages";

let files: SqliteFolder;
beforeEach(() => {
  files = new SqliteFolder();
});
afterEach(() => files.close());

/** Expects that a process keeps to the limit on its own, and returns its only warning. */
async function expectAlone(cacheFolder = files.folder): Promise<string> {
  const { opened, warnings } = files.coordination(cacheFolder);
  expect(await opened.take(3)).toHaveLength(2);
  expect(await opened.take(1)).toMatchObject({ blocked: false });
  await opened.creating("List", "lists", "7", async () => undefined);
  expect(warnings).toHaveLength(1);
  return warnings[0] ?? "";
}

describe("a process coordinates on its own, with one warning, if the file is", () => {
  test("damaged from the beginning; the file is set aside, and the next run shares a new one", async () => {
    writeFileSync(files.file, "x".repeat(10_000));
    expect(await expectAlone()).toContain("cannot be used");
    expect(readFileSync(`${files.file}.damaged`, "latin1")).toContain("xxx");
    const { opened, warnings } = files.coordination();
    expect(await opened.take(1)).toHaveLength(1);
    expect(warnings).toEqual([]);
    expect(existsSync(files.file)).toBe(true);
  });

  test("damaged in the middle of a run", async () => {
    const { opened, warnings } = files.coordination();
    expect(await opened.take(1)).toHaveLength(1);
    writeFileSync(files.file, "x".repeat(statSync(files.file).size));
    expect(await opened.take(1)).toHaveLength(1);
    expect(await opened.take(1)).toMatchObject({ blocked: false });
    expect(warnings).toEqual([expect.stringContaining("does not know of others of this machine")]);
  });

  test("truncated", async () => {
    await files.store("one").take("limit", 30, 1, 1000);
    writeFileSync(files.file, readFileSync(files.file).subarray(0, 5_000));
    expect(await expectAlone()).toContain("cannot be used");
  });

  test("from a newer release", async () => {
    await files.store("one").ownerOf("hash");
    files.change("update version set number = 99");
    expect(await expectAlone()).toContain("newer release of pulumi-outreach (version 99)");
    expect(existsSync(files.file)).toBe(true);
  });

  test("a foreign database", async () => {
    files.change("create table version (title text)");
    expect(await expectAlone()).toContain("cannot be used");
  });

  test("in a folder that is a file", async () => {
    writeFileSync(join(files.folder, "file"), "");
    expect(await expectAlone(join(files.folder, "file", "below"))).toContain("ENOTDIR");
  });

  test("a folder", async () => {
    mkdirSync(files.file);
    expect(await expectAlone()).toContain("cannot be used");
  });

  test("read only", async () => {
    await files.store("one").ownerOf("hash");
    const connection = files.raw();
    // Root may write to every file; a folder instead of the journal makes the engine refuse for root as well.
    connection.close();
    rmSync(`${files.file}-journal`);
    mkdirSync(`${files.file}-journal`);
    chmodSync(files.file, 0o400);
    expect(await expectAlone()).toContain("cannot be used");
  });

  test("on a full disk", async () => {
    const small = files.database();
    const store = new SqlStore(small, runNamed("one"));
    await store.rememberOwner("before", "7");
    const pages = (await small.query("pragma page_count", []))[0];
    await small.query(`pragma max_page_count = ${Object.values(pages ?? {})[0]}`, []);
    const name = "x".repeat(3_000);
    const filled = (async () => {
      for (let number = 0; number < 100; number++) await store.rememberOwner(`${number} ${name}`, "7");
    })();
    await expect(filled).rejects.toThrow(/full/);
    // The earlier content still exists.
    expect(await store.ownerOf("before")).toBe("7");
  });
});
