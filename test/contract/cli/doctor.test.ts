import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSandbox } from "pulumi-outreach-sandbox";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { widthOf } from "../../../provider/src/cli/terminal/text";
import { doctorShape } from "../../../provider/src/follow/doctor/checks";
import { workingFolder } from "../../support/folders";
import { cycle, stageOf } from "../../support/runningAccount";

const stage = stageOf(() => startSandbox({ rateLimit: false }));
let folder: string;
beforeEach(() => {
  folder = workingFolder();
  // A Pulumi CLI that only prints its version.
  file(
    "pulumi",
    '#!/bin/sh\n[ "$1" = version ] && echo v3.260.0 && exit 0\necho "error: no stack selected" >&2; exit 255\n',
    0o755,
  );
  vi.stubEnv("PATH", `${folder}:/bin:/usr/bin`);
  for (const name of ["https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"]) vi.stubEnv(name, "");
});

function file(name: string, text: string, mode = 0o644): void {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), text, { mode });
}

/** The result of each check, and the exit code. */
async function diagnose(...words: string[]) {
  const { code, stdout, stderr } = await stage().run(["doctor", "--json", ...words]);
  const diagnosis = doctorShape.parse(JSON.parse(stdout));
  expect(stderr).toBe("");
  const { checks } = diagnosis;
  expect(checks.filter(({ status, fix }) => (status === "warning" || status === "broken") && !fix)).toEqual([]);
  const of = (name: string) => {
    const found = diagnosis.checks.filter((check) => check.name === name);
    return found.map(({ status, text, fix }) => [status, text, fix].filter(Boolean).join(" | ")).join("\n");
  };
  return { code, of, ...diagnosis };
}

describe("pulumi-outreach doctor", () => {
  it("checks everything in nine requests, none of which changes anything", async () => {
    const { campaignId } = await cycle(stage().sandbox, "Fintech Q1");
    await stage().requests();
    const { code, stdout, stderr } = await stage().run(["doctor"]);
    expect(code).toBe(0);
    expect(stderr).toBe("Nothing is broken, 0 warnings; 9 requests.\n");
    expect(stdout.split("\n").map((line) => line.slice(0, 19).trimEnd())).toEqual(
      [
        "✓  node",
        "✓  package",
        "-  sdk",
        "✓  cli",
        "✓  settings",
        "✓  proxy",
        "✓  address",
        "✓  key",
        "✓  member",
        "✓  clock",
      ].concat(["✓  e-mail seats", "✓  LinkedIn seats", "✓  operations", "✓  limit", "✓  coordination", ""]),
    );
    expect(stdout).toContain("lists, source agents and campaigns are listed and read by id;");
    expect(stdout).toContain("campaigns use 7\n");
    expect(stdout).toContain("21, 22, 23; 150 e-mails a day in all\n");
    expect(stdout).toContain("Pulumi CLI 3.260.0\n");
    expect(stdout).toMatch(/ 9 of 100 requests of the last minute are used, 91 are left\n/);
    const requests = await stage().requests();
    expect(requests).toHaveLength(9);
    expect(requests.filter((line) => !line.startsWith("GET ") || line.endsWith("queue"))).toEqual([]);
    expect(requests).toContain(`GET /v1/campaign/${campaignId}`);
  });

  it("fits a terminal of 80 columns", async () => {
    const { stdout } = await stage().run(["doctor"], { columns: 80 });
    expect(Math.max(...stdout.split("\n").map(widthOf))).toBeLessThanOrEqual(80);
  });

  it.each([
    [{ specOnly: true }, []],
    [{ specOnly: true }, ["--as", "alice@fernhill.example.com"]],
    [{ specOnly: false }, ["--as", "alice@fernhill.example.com"]],
  ] as const)("stays within ten requests (%j %j)", async (behaviour, words) => {
    await cycle(stage().sandbox, "Fintech Q1");
    await stage().sandbox.configure(behaviour);
    await stage().requests();
    const { code, of, requests } = await diagnose(...words);
    expect(code).toBe(0);
    expect(await stage().requests()).toHaveLength(requests);
    expect(requests).toBeLessThanOrEqual(10);
    expect(of("operations")).toMatch(
      behaviour.specOnly
        ? /^warning \| .* not list lists, list source agents, list campaigns \| docs\/spec-only/
        : /^ok/,
    );
  });

  it("reports that impersonation works, and that the key is therefore the owner's", async () => {
    const { of } = await diagnose("--as", "103");
    expect(of("member")).toBe("ok | requests act as user 103 (Bruno Keller), by impersonation");
    expect(of("key")).toBe("ok | accepted; it is the organization owner's");
  });

  it.each([
    [
      "a member's key",
      { OUTREACH_API_KEY: "osk_demo_alice" },
      "103",
      /broken \| .* \| the key belongs to user 102, who is not the owner/,
    ],
    ["a member who left", {}, "104", /broken \| .*104.* deactivated/],
    ["a foreign user", {}, "201", /broken \| .* \| user 201 is not a member of the key's organization/],
    ["an unknown address", {}, "eve@example.com", /broken \| none of the 4 members has the address/],
  ])("names the problem with acting for a member: %s", async (_, env, member, expected) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const { code, of, requests } = await diagnose("--as", member);
    expect([code, of("member")]).toEqual([1, expect.stringMatching(expected)]);
    expect(requests).toBeLessThanOrEqual(10);
  });

  it("says that a member's own key acts only for its own user", async () => {
    vi.stubEnv("OUTREACH_API_KEY", "osk_demo_alice");
    const { code, of } = await diagnose();
    expect([code, of("key")]).toEqual([
      0,
      "ok | accepted; it is not the organization owner's and acts for its own user only",
    ]);
  });

  it("works without settings, and names each missing one", async () => {
    vi.stubEnv("OUTREACH_API_KEY", "");
    vi.stubEnv("OUTREACH_BASE_URL", "");
    const { code, of, requests } = await diagnose();
    expect([code, requests]).toEqual([1, 0]);
    expect(of("settings")).toMatch(/^broken \| could not read the config of the selected stack: no stack is selected/);
    expect(of("key")).toMatch(
      /^broken \| No API key in the environment, and the config of the stack was not read \| Set it with `pulumi config/,
    );
    expect(of("address")).toMatch(/^broken \| No address of the service in the environment, .* \| Set it with/);
    expect(of("service")).toBe("unknown | not asked, because the settings are not complete");
    expect(of("coordination")).toMatch(/^ok \| the folder .* can be written/);
  });

  it.each([
    ["a key with a space in it", { OUTREACH_API_KEY: "osk secret" }, "key", /^broken \| .*one word/],
    [
      "plain http",
      { OUTREACH_BASE_URL: "http://outreach.example.com" },
      "address",
      /^broken \| .*must start with https:/,
    ],
    ["no URL", { OUTREACH_BASE_URL: "outreach" }, "address", /^broken \| .*is not a URL/],
    ["a wrong limit", { OUTREACH_REQUESTS_PER_MINUTE: "many" }, "settings", /broken \| outreach:requestsPerMinute/],
    [
      "a variable that nearly is one",
      { OUTREACH_IMPERSONATE_USER: "102" },
      "settings",
      /^warning \| .*OUTREACH_IMPERSONATE_USER_ID/,
    ],
    [
      "a database that is none",
      { OUTREACH_COORDINATION: "mysql://db.example.com" },
      "coordination",
      /^broken \| .*PostgreSQL/,
    ],
    [
      "a database that does not respond",
      { OUTREACH_COORDINATION: "postgres://me:pass9word@127.0.0.1:1/x" },
      "coordination",
      /^broken \| .*coordination database/,
    ],
    ["a proxy that is not a URL", { HTTPS_PROXY: "proxy" }, "proxy", /^broken \| HTTPS_PROXY is not a URL/],
  ])("finds %s", async (_, env, name, expected) => {
    for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value);
    const { of, checks } = await diagnose();
    expect(of(name)).toMatch(expected);
    expect(JSON.stringify(checks)).not.toMatch(/osk secret|pass9word/);
  });

  it.each([
    [
      "a key that is not accepted",
      { kind: "status", status: 401 },
      "key",
      /^broken \| the service answered: .* \| the key was not accepted/,
    ],
    [
      "a web page",
      { kind: "foreign" },
      "address",
      /^broken \| the answer is a web page, not JSON \| .*OUTREACH_BASE_URL/,
    ],
    [
      "a redirect",
      { kind: "status", status: 308, headers: { location: "https://other.example.com/v1/user/me" } },
      "address",
      /broken \| .* \| the service redirects to https:\/\/other/,
    ],
    ["a limit that is used up", { kind: "rateLimit", retryAfterSeconds: 40 }, "limit", /^broken \| .*a wait of 40 s/],
    ["a broken connection", { kind: "reset" }, "address", /^broken \| the connection broke/],
  ] as const)("finds %s", async (_, fault, name, expected) => {
    await stage().sandbox.fault({ ...fault, path: "/v1/**", count: 99 });
    const { code, of } = await diagnose();
    expect([code, of(name)]).toEqual([1, expect.stringMatching(expected)]);
  });

  it("finds an address where nothing listens", async () => {
    vi.stubEnv("OUTREACH_BASE_URL", "http://127.0.0.1:1");
    const { code, of } = await diagnose();
    expect([code, of("address")]).toEqual([
      1,
      expect.stringMatching(/^broken \| nothing accepts connections at 127\.0\.0\.1:1/),
    ]);
    expect(of("key")).toBe("unknown | not tried, because the service does not answer");
  });

  it.each([
    [
      10 * 60,
      /^broken \| this machine's clock is (599|600) s behind the service's; signed webhooks are refused at 300 s \| /,
    ],
    [-60, /^warning \| this machine's clock is (60|61) s ahead of the service's/],
    [0, /^ok \| agrees with the service's$/],
  ])("compares the clocks (%i s)", async (seconds, expected) => {
    const headers = { date: new Date(Date.now() + seconds * 1000).toUTCString() };
    const body = { id: 101, firstName: "Olivia", isActive: true };
    await stage().sandbox.fault({ kind: "status", status: 200, path: "/v1/user/me", body, headers, count: 9 });
    // Later responses have the right date.
    for (const path of ["/v1/list", "/v1/agent", "/v1/campaign", "/v1/email-seat"]) {
      await stage().sandbox.fault({ kind: "status", status: 200, path, body: [], headers, count: 9 });
    }
    await stage().sandbox.fault({
      kind: "status",
      status: 200,
      path: "/v1/organization",
      body: { ownerId: 101 },
      headers,
      count: 9,
    });
    expect((await diagnose()).of("clock")).toMatch(expected);
  });

  it("finds a key in plain text in any stack's config file, and never prints it", async () => {
    file("Pulumi.yaml", "name: mine\nruntime: nodejs\n");
    file(
      "Pulumi.dev.yaml",
      "config:\n  outreach:apiKey: osk_plain_text\n  outreach:coordination: postgres://a:p9w@db.example.com/x\n",
    );
    file("Pulumi.prod.yaml", "config:\n  outreach:apiKey:\n    secure: v1:xyz\n");
    const { code, of, checks } = await diagnose();
    expect(code).toBe(1);
    expect(of("stack files")).toMatch(
      /^broken \| Pulumi\.dev\.yaml: outreach:apiKey is in the stack's config in plain text \| Create a new key.*\nbroken \| Pulumi\.dev\.yaml: outreach:coordination/,
    );
    expect(JSON.stringify(checks)).not.toMatch(/osk_plain_text|p9w/);
  });

  it("reads the project's versions", async () => {
    file("Pulumi.yaml", "name: mine\nruntime: nodejs\n");
    expect((await diagnose()).of("sdk")).toMatch(/^warning \| the project has no @pulumi\/pulumi installed/);
    file("node_modules/@pulumi/pulumi/package.json", '{"version":"3.100.0"}');
    file("node_modules/pulumi-outreach/package.json", '{"version":"0.9.0"}');
    const { of } = await diagnose();
    expect(of("sdk")).toMatch(/^broken \| @pulumi\/pulumi 3\.100\.0 is older than 3\.216\.0/);
    expect(of("package")).toMatch(/^warning \| pulumi-outreach 1\.2\.3 runs, and the project has 0\.9\.0/);
  });

  it.each([
    ["an old CLI", "#!/bin/sh\necho v3.240.1\n", /^warning \| Pulumi CLI 3\.240\.1 cannot import/],
    ["a CLI that fails", "#!/bin/sh\nexit 3\n", /^warning \| `pulumi version` failed/],
  ])("finds %s", async (_, script, expected) => {
    file("pulumi", script, 0o755);
    expect((await diagnose()).of("cli")).toMatch(expected);
  });

  it("says that there is no CLI", async () => {
    vi.stubEnv("PATH", join(folder, "nothing"));
    expect((await diagnose()).of("cli")).toMatch(/^warning \| the Pulumi CLI \(pulumi\) is not on the PATH/);
  });

  it("reports that the cache cannot be used, so that other processes are not counted", async () => {
    file("cache", "a file");
    vi.stubEnv("OUTREACH_CACHE_FOLDER", join(folder, "cache"));
    expect((await diagnose()).of("coordination")).toMatch(
      /warning \| requests are counted by each process for itself[^|]*\| Install /,
    );
  });
});
