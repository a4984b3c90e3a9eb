import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSandbox } from "pulumi-outreach-sandbox";
import { describe, expect, it, vi } from "vitest";
import { emailHash } from "../../../provider/src/api/normal";
import { temporaryFolder } from "../../support/folders";
import { alice, bruno, outreachOf } from "../../support/organization";
import { planWith } from "../../support/promised";
import { send, stageOf, startTime } from "../../support/runningAccount";

const stage = stageOf(() => startSandbox({ rateLimit: false, startTime, firstId: 5_000, answerRate: 0 }));

const someone = {
  ...{ firstName: "Quintessa", lastName: "Zwanenburg", company: "Vuurtoren Works" },
  ...{ email: "quintessa@vuurtoren.example", profileUrl: "https://network.example.com/in/quintessa-zwanenburg" },
};
/** Strings that must not appear anywhere, also in their normalized forms. */
const traces = [
  ...["quintessa", "zwanenburg", "vuurtoren"],
  ...[emailHash(someone.email), Buffer.from(someone.email).toString("base64").slice(0, -4)],
];

/** Every file below a folder, as Latin-1 text. */
function filesBelow(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path, "latin1")]);
}

describe("people", () => {
  it("leave no trace on the disk, in the coordination database or in debug logs, whatever the command", async () => {
    const places = temporaryFolder();
    const [cache, elsewhere] = [join(places, "cache"), join(places, "do-not-contact")];
    const plan = join(places, "preview.json");
    writeFileSync(plan, planWith([]));
    vi.stubEnv("OUTREACH_CACHE_FOLDER", cache);
    for (const name of ["TMPDIR", "XDG_CACHE_HOME", "XDG_STATE_HOME"]) vi.stubEnv(name, join(places, "other"));
    vi.stubEnv("OUTREACH_LOG", "debug");
    writeFileSync(elsewhere, `sha256:${emailHash(someone.email)}`);
    await outreachOf(stage(), alice, "One", [someone], true);
    await outreachOf(stage(), bruno, "Two", [someone], true);
    await stage().sandbox.addContacts({ userId: 101, contacts: [{ ...someone }] });
    await stage().sandbox.advance({ days: 1, hours: 1 });
    const [own] = (await stage().sandbox.objects()).contacts.filter(({ userId }) => userId === 101);
    const asked: [string[], number][] = [
      [["people", "--collisions"], 0],
      [["people", "--suppressed", "--from", elsewhere], 0],
      [["person", someone.email], 0],
      [["person", someone.profileUrl, "--json"], 0],
      [["person", "Quintessa Zwanenburg"], 0],
      [["contacts", "--search", "Quintessa"], 0],
      [["contacts", String(own?.id)], 0],
      [["status"], 0],
      [["verify", "--all-members", "--plan", plan], 3],
    ];
    let logged = 0;
    for (const [words, expected] of asked) {
      const { code, stdout, stderr } = await stage().run(words);
      expect([words, code]).toEqual([words, expected]);
      const names = !["status", "verify"].includes(words[0] ?? "");
      expect([words, stdout.toLowerCase().includes("quintessa")]).toEqual([words, names]);
      logged += stderr.split("\n").filter((line) => line.startsWith("GET /v1/")).length;
      for (const trace of traces)
        expect([words, stderr.toLowerCase()]).not.toEqual([words, expect.stringContaining(trace)]);
    }
    // The debug log was on, and the shared store was written: they could have contained a trace.
    expect(logged).toBeGreaterThan(30);
    const written = filesBelow(places).filter(([path]) => path !== elsewhere);
    expect(written.some(([path]) => path.startsWith(cache))).toBe(true);
    for (const [path, content] of written) {
      for (const trace of traces) expect([path, content.toLowerCase().includes(trace)]).toEqual([path, false]);
    }
  });

  it("are not in the address of a failed request", async () => {
    vi.stubEnv("OUTREACH_LOG", "debug");
    await send(stage().sandbox, "POST", "/v1/list", { name: "One" });
    await stage().sandbox.fault({
      kind: "status",
      status: 400,
      path: "/v1/contact",
      body: { message: "no", statusCode: 400 },
    });
    const { code, stderr } = await stage().run(["contacts", "--search", "Quintessa"]);
    expect(code).toBe(1);
    expect(stderr).toContain("GET /v1/contact → 400");
    expect(stderr).not.toContain("Quintessa");
  });
});
