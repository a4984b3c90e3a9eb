import { afterEach, describe, expect, it, vi } from "vitest";
import { resolveSettings, type SettingName, type Source } from "../../../provider/src/host/settings";
import { open } from "../api/opening";

const address = "http://127.0.0.1:4100";
const rehearse = (origin = address, key: string | undefined = "local-key") => {
  vi.stubEnv("OUTREACH_REHEARSAL", origin);
  vi.stubEnv("OUTREACH_REHEARSAL_KEY", key);
};
afterEach(() => vi.unstubAllEnvs());

const from =
  (texts: Partial<Record<SettingName, string>>): Source =>
  (name) =>
    texts[name];
/** Everything that could direct a run elsewhere. */
const real = {
  baseUrl: "https://outreach.example.com",
  apiKey: "real-key",
  coordination: "postgres://somebody:secret@db.example.com/team",
  requestsPerMinute: "1",
  launch: "never",
  adopt: "twin",
};
const places: [string, Source, Source, ReadonlySet<string>][] = [
  ["the environment", from(real), from({}), new Set()],
  ["the stack's config", from({}), from(real), new Set()],
  ["an explicit provider", from({}), from(real), new Set(Object.keys(real))],
  ["nowhere", from({}), from({}), new Set()],
];

describe("in a rehearsal", () => {
  it.each(places)("the local service takes precedence over the settings of %s", (_, environment, config, explicit) => {
    rehearse();
    expect(resolveSettings(environment, config, explicit)).toMatchObject({
      ...{ origin: address, apiKey: "local-key", requestsPerMinute: 1_000_000, isRehearsal: true },
      ...{ coordination: undefined, adopt: undefined, launch: "allow" },
    });
  });

  it("a run acts for the member in the settings", () => {
    rehearse();
    const member = from({ impersonateUserId: "102", premiumSeats: "7", acknowledge: "rename" });
    const expected = { impersonateUserId: "102", premiumSeats: [7], acknowledge: ["rename"] };
    expect(resolveSettings(from({}), member, new Set())).toMatchObject(expected);
  });

  it.each([
    "https://outreach.example.com",
    "http://outreach.example.com",
    "http://127.0.0.1.example.com",
    "http://localhost@outreach.example.com",
    "https://127.0.0.1@outreach.example.com",
    "127.0.0.1:4100",
  ])("another machine is refused: %s", (origin) => {
    rehearse(origin);
    expect(() => resolveSettings(from(real), from(real), new Set())).toThrow(
      "OUTREACH_REHEARSAL is not an address of this machine, so nothing was sent.",
    );
  });

  it.each([undefined, "", "two words"])("the local service's key is required, and not %j", (key) => {
    rehearse(address, key);
    if (key === undefined) vi.stubEnv("OUTREACH_REHEARSAL_KEY", undefined);
    expect(() => resolveSettings(from(real), from(real), new Set())).toThrow("(OUTREACH_REHEARSAL_KEY)");
  });

  it("no account is opened elsewhere, whatever the settings", () => {
    expect(() => open("https://outreach.example.com", { isRehearsal: true })).toThrow(
      "this run is a rehearsal, and https://outreach.example.com is not on this machine",
    );
    expect(() => open(address, { isRehearsal: true })).not.toThrow();
    expect(() => open("https://outreach.example.com")).not.toThrow();
  });
});

describe("outside a rehearsal", () => {
  it("settings are unchanged", () => {
    const { baseUrl: origin, apiKey, coordination } = real;
    const settings = resolveSettings(from(real), from({}), new Set());
    expect(settings).toMatchObject({ origin, apiKey, launch: "never", coordination });
    expect(settings.isRehearsal).toBeUndefined();
  });
});
