import * as pulumi from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import { signal } from "../../../provider/src/resources/sourceAgent/signal";
import { unknown } from "./programs";

const known = <T>(output: pulumi.Input<T>) =>
  new Promise<pulumi.Unwrap<T>>((resolve) => pulumi.output(output).apply(resolve));

describe("signal", () => {
  it("puts a keyword in the quotes that the service requires, once", async () => {
    expect(signal.searchKeyword("open banking")).toEqual({ type: "SEARCH_KEYWORD", value: '"open banking"' });
    expect(signal.searchKeyword('"open banking"').value).toBe('"open banking"');
    expect(signal.searchKeyword(" psd2 ").value).toBe('"psd2"');
    expect(await known(signal.searchKeyword(pulumi.output("open banking")).value)).toBe('"open banking"');
    expect(await known(signal.searchKeyword(Promise.resolve("open banking")).value)).toBe('"open banking"');
  });

  it("leaves unknown values unchanged", () => {
    expect(signal.searchKeyword(unknown).value).toBe(unknown);
  });

  it("returns plain objects", () => {
    expect(signal.hiring()).toEqual({ type: "HIRING", value: "true" });
    expect(signal.recentlyChangedJob()).toEqual({ type: "RECENTLY_CHANGED_JOB", value: "true" });
    expect(signal.technology("stripe")).toEqual({ type: "TECHNOLOGY", value: "stripe" });
    expect(signal.competitorPage("https://example.com/a")).toEqual({
      type: "COMPETITOR_PAGE_URL",
      value: "https://example.com/a",
    });
    expect(signal.influencerPage("https://example.com/a").type).toBe("INFLUENCER_PAGE_URL");
    expect(signal.visitedProfile({ linkedinSeatId: 7 })).toEqual({
      type: "VISITED_PROFILE",
      value: "true",
      needsUserToken: true,
      linkedinSeatId: 7,
    });
    expect(signal.yourCompanyFollowers({ linkedinSeatId: 7 }).type).toBe("YOUR_COMPANY_FOLLOWERS");
    expect(signal.searchKeyword("psd2", { needsUserToken: true, linkedinSeatId: 7 })).toEqual({
      type: "SEARCH_KEYWORD",
      value: '"psd2"',
      needsUserToken: true,
      linkedinSeatId: 7,
    });
  });

  it.each([
    ["SEARCH_KEYWORD_COMMENT", signal.searchKeywordComment("psd2")],
    ["SEARCH_KEYWORD_LIKE", signal.searchKeywordLike("psd2")],
    ["SEARCH_KEYWORD_POST", signal.searchKeywordPost("psd2")],
    ["EVENT_KEYWORD", signal.eventKeyword("psd2")],
    ["GROUP_KEYWORD", signal.groupKeyword("psd2")],
  ])("sends the keyword of %s as given", (type, written) => {
    expect(written).toEqual({ type, value: "psd2" });
  });

  it.each([
    ["YOUR_COMPANY", signal.yourCompany()],
    ["YOUR_PROFILE", signal.yourProfile()],
    ["RECENT_ACTIVITY", signal.recentActivity()],
    ["RECENT_FUNDING_EVENT", signal.recentFundingEvent()],
    ["SOMETHING_NEW", signal.event("SOMETHING_NEW")],
  ])("sends the value true for %s", (type, written) => {
    expect(written).toEqual({ type, value: "true" });
  });
});
