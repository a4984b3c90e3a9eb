import { describe, expect, it } from "vitest";
import { inPlainText, resolveSettings, type SettingName, type Source } from "../../../provider/src/host/settings";

type Texts = Partial<Record<SettingName, string>>;
const from =
  (texts: Texts): Source =>
  (name) =>
    texts[name];
const needed: Texts = { apiKey: "key", baseUrl: "https://outreach.example.com" };

function resolve(config: Texts, environment: Texts = {}, explicit: readonly SettingName[] = []) {
  return resolveSettings(from(environment), from({ ...needed, ...config }), new Set<string>(explicit));
}

describe("the source of a setting", () => {
  it("is an explicit provider, then the environment, then the stack's config", () => {
    const config: Texts = { requestsPerMinute: "10" };
    expect(resolve(config).requestsPerMinute).toBe(10);
    expect(resolve(config, { requestsPerMinute: "20" }).requestsPerMinute).toBe(20);
    expect(resolve(config, { requestsPerMinute: "20" }, ["requestsPerMinute"]).requestsPerMinute).toBe(10);
  });

  it.each(["impersonateUserId", "impersonateEmail"] as const)(
    "refuses %s from the environment if the stack's config differs",
    (setting) => {
      const [own, other] = setting === "impersonateUserId" ? ["102", "103"] : ["a@example.com", "b@example.com"];
      const variable = setting === "impersonateUserId" ? "OUTREACH_IMPERSONATE_USER_ID" : "OUTREACH_IMPERSONATE_EMAIL";
      expect(() => resolve({ [setting]: own }, { [setting]: other })).toThrow(
        expect.objectContaining({
          message: `${variable} in the environment names another user than outreach:${setting} of this stack. Unset one of the two.`,
          problems: [expect.objectContaining({ setting, fix: "Unset one of the two." })],
        }),
      );
      expect(resolve({ [setting]: own }, { [setting]: own.toUpperCase() })[setting]).toBe(own.toUpperCase());
      expect(resolve({}, { [setting]: other })[setting]).toBe(other);
    },
  );

  it("enables the check of people only if it is set", () => {
    expect(
      [{}, { checkSuppressed: "false" }, { checkSuppressed: "true" }].map((each) => resolve(each).checkSuppressed),
    ).toEqual([false, false, true]);
    expect(() => resolve({ checkSuppressed: "yes" })).toThrow(
      "outreach:checkSuppressed (or OUTREACH_CHECK_SUPPRESSED) must be true or false.",
    );
  });

  it("is required for the key and the address: both are named at once, with the ways to set them", () => {
    expect(() => resolveSettings(from({}), from({}), new Set())).toThrow(
      expect.objectContaining({
        message: [
          "No API key. Set it with `pulumi config set --secret outreach:apiKey`, or in the environment as OUTREACH_API_KEY. Create one in the app: Settings, API.",
          "No address of the service. Set it with `pulumi config set outreach:baseUrl https://…`, or in the environment as OUTREACH_BASE_URL.",
        ].join("\n"),
        problems: [
          expect.objectContaining({ setting: "apiKey", isMissing: true }),
          expect.objectContaining({ setting: "baseUrl", isMissing: true }),
        ],
      }),
    );
  });

  it.each(["twin:4, as-is:variables[2]", '["twin:4","as-is:variables[2]"]', " [twin:4,as-is:variables[2]] "])(
    "reads the codes in %j, including brackets within a code",
    (text) => {
      expect(resolve({}, { acknowledge: text }).acknowledge).toEqual(["twin:4", "as-is:variables[2]"]);
    },
  );

  it("uses only an explicit provider's member, by id or e-mail", () => {
    const byId = resolve(
      { impersonateUserId: "102" },
      { impersonateUserId: "103", impersonateEmail: "b@example.com" },
      ["impersonateUserId"],
    );
    expect(byId).toMatchObject({ impersonateUserId: "102", impersonateEmail: undefined });
    const byEmail = resolve({ impersonateEmail: "a@example.com", impersonateUserId: "103" }, {}, ["impersonateEmail"]);
    expect(byEmail).toMatchObject({ impersonateUserId: undefined, impersonateEmail: "a@example.com" });
  });

  it.each(["mysql://other.example.com/team", "other.example.com", "postgres://somebody:100%sure@db.example.com/team"])(
    "refuses %j as a coordination database without repeating it",
    (text) => {
      let message = "";
      try {
        resolve({ coordination: text });
      } catch (error) {
        message = String(error);
      }
      expect(message).toContain(
        "outreach:coordination (or OUTREACH_COORDINATION) must be the URL of a PostgreSQL database",
      );
      expect(message).not.toContain(text);
    },
  );

  it.each([
    ["http://outreach.example.com", "must start with https://, because every request carries the key"],
    ["ftp://outreach.example.com", "must start with https://"],
    ["https://somebody:pass@outreach.example.com", "must not contain a user name or password"],
    ["https://outreach.example.com/?team=1", "must not contain a query or fragment"],
    ["https://outreach.example.com/#team", "must not contain a query or fragment"],
    ["outreach.example.com", "is not a URL such as https://outreach.example.com"],
  ])("refuses %j as an address, with the reason", (baseUrl, reason) => {
    expect(() => resolve({ baseUrl })).toThrow(`outreach:baseUrl (or OUTREACH_BASE_URL) ${reason}`);
  });

  it.each<[SettingName, string, string]>([
    ["impersonateUserId", "[object Object]", "must be the id of a user"],
    ["impersonateUserId", "10 2", "must be the id of a user"],
    ["impersonateEmail", "Calling [toString] on @pulumi/pulumi", "must be an e-mail address"],
    ["impersonateEmail", "alice", "must be an e-mail address"],
  ])("refuses an impossible member (%s)", (setting, text, reason) => {
    expect(() => resolve({ [setting]: text })).toThrow(`outreach:${setting} (or `);
    expect(() => resolve({ [setting]: text })).toThrow(reason);
  });

  it.each([
    ["https://outreach.example.com/v1/", "https://outreach.example.com"],
    [" https://outreach.example.com/team/v1", "https://outreach.example.com/team"],
    ["http://127.0.0.1:4100", "http://127.0.0.1:4100"],
  ])("reads the address %j", (baseUrl, origin) => {
    expect(resolve({ baseUrl }).origin).toBe(origin);
  });

  it("reads the URL of a coordination database", () => {
    const url = "postgresql://somebody:100%25sure@db.example.com/team?sslmode=verify-full";
    expect(resolve({ coordination: ` ${url} ` }).coordination).toBe(url);
  });
});

describe("the address of a database in plain text in a stack's config", () => {
  it.each([
    ["postgres://user:secret@db.example.com/outreach", true],
    ["postgres://user:pa/ss@db.example.com/outreach", true],
    ["postgres://user:pa@s:s?@db.example.com/outreach", true],
    ["postgres://db.example.com/outreach?password=secret", true],
    ["postgres://user@db.example.com:5432/outreach", false],
    ["postgres://db.example.com:5432/outreach?application_name=a@b", false],
    ["postgres://db.example.com/outreach", false],
  ])("%s: %s that it contains a password", (url, contains) => {
    expect(inPlainText("coordination", url)?.text.includes("contains a password") ?? false).toBe(contains);
  });
});
