import { describe, expect, it, vi } from "vitest";
import {
  argumentNameProblems,
  describeUnknown,
  misspeltVariables,
  readKeys,
  settingsOfTheProject,
} from "../../../provider/src/host/misspelt";
import { settingNames } from "../../../provider/src/host/settings";

const read = (key: string, project = "fintech") => readKeys([key], project);

describe("a key of a stack's config", () => {
  it.each([
    ["outreach:lauch", "launch"],
    ["outreach:Launch", "launch"],
    ["outreach:launchMode", "launch"],
    ["outreach:impersonateUserID", "impersonateUserId"],
    ["outreach:impersonate-user-id", "impersonateUserId"],
    ["outreach:impersonate", "impersonateUserId"],
    ["outreach:impersonateMail", "impersonateEmail"],
    ["outreach:baseURL", "baseUrl"],
    ["outreach:requestsPerMinutes", "requestsPerMinute"],
    ["outreach:requestTimeout", "requestTimeoutSeconds"],
    ["outreach:premiumSeat", "premiumSeats"],
    ["pulumi-outreach:launch", "launch"],
    ["Outreach:launch", "launch"],
    ["outreahc:lauch", "launch"],
  ])("%s is a typo", (key, meant) => {
    const { misspelt, unknown } = read(key);
    expect(misspelt).toEqual([
      `${key} in the stack's config is not a setting of pulumi-outreach; did you mean outreach:${meant}?\n\`pulumi config rm ${key}\`, then \`pulumi config set outreach:${meant} …\``,
    ]);
    expect(unknown).toEqual([]);
  });

  it("for a secret says how to set one", () => {
    expect(read("outreach:apikey").misspelt).toEqual([
      expect.stringContaining("pulumi config set --secret outreach:apiKey"),
    ]);
  });

  it.each([
    ...settingNames.map((name) => `outreach:${name}`),
    "aws:region",
    "fintech:launch",
    "fintech:lauch",
    "launch",
  ])("%s is accepted", (key) => {
    expect(read(key)).toEqual({ misspelt: [], unknown: [] });
  });

  it("that resembles no setting is unknown, in one sentence for all", () => {
    const { misspelt, unknown } = readKeys(["outreach:region", "outreach:team\u001b[2J", "aws:region"], "fintech");
    expect(misspelt).toEqual([]);
    expect(describeUnknown(unknown)).toEqual([
      expect.stringMatching(
        /^outreach:region, outreach:team in the stack's config are not settings of pulumi-outreach and have no effect\. The settings are apiKey, baseUrl, .*coordination\.$/,
      ),
    ]);
    expect(describeUnknown([])).toEqual([]);
  });

  it("belongs to another package if only its namespace is similar and the setting itself exists", () => {
    expect(readKeys(["outreach:apiKey", "outreachy:apiKey"], "fintech")).toEqual({ misspelt: [], unknown: [] });
    expect(readKeys(["outreachy:apiKey"], "fintech").misspelt).toHaveLength(1);
    // The same if the environment sets it.
    vi.stubEnv("OUTREACH_API_KEY", "osk_demo");
    expect(readKeys(["outreachy:apiKey"], "fintech")).toEqual({ misspelt: [], unknown: [] });
    expect(readKeys(["outreachy:lauch"], "fintech").misspelt).toHaveLength(1);
    vi.unstubAllEnvs();
    expect(readKeys(["outreach:apiKey", "pulumi-outreach:apiKey"], "fintech").misspelt).toHaveLength(1);
  });

  it("belongs to a project with the same name, except for typos", () => {
    expect(read("outreach:region", "outreach")).toEqual({ misspelt: [], unknown: [] });
    expect(read("outreach:launchDate", "outreach")).toEqual({ misspelt: [], unknown: [] });
    expect(read("outreach:lauch", "outreach").misspelt).toHaveLength(1);
  });
});

describe("a setting below the project's own name", () => {
  it("is reported if nothing else sets it and its absence would go unnoticed", () => {
    expect(settingsOfTheProject({ "fintech:impersonateUserId": "102", "fintech:launch": "never" }, "fintech")).toEqual([
      "fintech:impersonateUserId in the stack's config belongs to the project, and pulumi-outreach does not read it. If it is meant for pulumi-outreach: `pulumi config set outreach:impersonateUserId …`",
      expect.stringContaining("pulumi config set outreach:launch …"),
    ]);
  });

  it.each<Record<string, string>>([
    { "fintech:launch": "2030-01-01", "fintech:baseUrl": "https://example.com" },
    { "fintech:launch": "never", "outreach:launch": "never" },
    { "other:launch": "never" },
  ])("is not reported otherwise: %j", (config) => {
    expect(settingsOfTheProject(config, "fintech")).toEqual([]);
  });
});

describe("a variable of the environment", () => {
  it.each([
    ["OUTREACH_BASEURL", "OUTREACH_BASE_URL"],
    ["OUTREACH_IMPERSONATE_USERID", "OUTREACH_IMPERSONATE_USER_ID"],
    ["OUTREACH_LAUCH", "OUTREACH_LAUNCH"],
    ["OUTREACH_ACKNOWLEDGED", "OUTREACH_ACKNOWLEDGE"],
  ])("%s is a typo", (name, meant) => {
    expect(misspeltVariables([name])).toEqual([
      `${name} in the environment is not a setting of pulumi-outreach and has no effect; did you mean ${meant}?`,
    ]);
  });

  it.each([
    "OUTREACH_BASE_URL",
    "OUTREACH_LOG",
    "OUTREACH_CACHE_FOLDER",
    "OUTREACH_TEST_LONG",
    "OUTREACH_TEST_PULUMI",
    "OUTREACH_CHAOS_SEED",
    "OUTREACH_CHAOS_FOLDER",
    "OUTREACH_BENCH_SIZES",
    "OUTREACH_RELEASES",
    "OUTREACH_TEAM",
    "OUTREACH_",
    "BASEURL",
    "PATH",
  ])("%s is not a typo", (name) => {
    expect(misspeltVariables([name])).toEqual([]);
  });
});

describe("an argument of a Provider", () => {
  it("must be an existing one", () => {
    expect(argumentNameProblems(["baseURL", "impersonate", "region", "launch"])).toEqual([
      "baseURL is not an argument of a Provider; did you mean baseUrl?",
      "impersonate is not an argument of a Provider; did you mean impersonateUserId?",
      expect.stringMatching(/^region is not an argument of a Provider \(it has apiKey, .*, coordination\)$/),
    ]);
  });
});
