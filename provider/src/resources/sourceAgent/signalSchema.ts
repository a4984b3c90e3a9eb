import { z } from "zod";
import { finding, id, must, strict, text, textProblems, webAddress, yesOrNo } from "../../kind/schema";
import type { Finding } from "../../kind/validate";

/** The form of every signal. The rule of its value depends on its type: see `signalValues`. */
export const signalSchema = strict("a signal", {
  type: text({ what: "the type of the signal" }),
  value: text({ what: "the value of the signal" }),
  needsUserToken: yesOrNo().optional(),
  linkedinSeatId: id().optional(),
});

const mostWords = 3;

function keywordProblem(value: string): Finding | undefined {
  const inner = /^"([^"]*)"$/.exec(value)?.[1];
  if (inner === undefined) {
    return {
      title: "must be enclosed in literal double quotes, once around all of it",
      hint: "`signal.searchKeyword` adds them",
    };
  }
  const words = inner.trim() === "" ? 0 : inner.trim().split(/\s+/).length;
  if (words < 1 || words > mostWords) {
    return { allowed: `must be a keyword of 1 to ${mostWords} words`, hint: `it has ${words}` };
  }
  const isSpaced = inner === inner.trim() && !/\s\s/.test(inner);
  return isSpaced ? undefined : { allowed: "must have single blanks between its words only" };
}

/** A check that finds at most one problem. */
function checkedBy(find: (value: string) => Finding | undefined) {
  return z.string().check(
    finding((value: string) => {
      // An empty or unprintable value is already reported by `signalSchema`.
      const found = textProblems(value, { what: "" }).length > 0 ? undefined : find(value);
      return found === undefined ? [] : [found];
    }),
  );
}

const keyword = checkedBy(keywordProblem);
const companyPage = webAddress("the address of a company page on the professional network");
const profilePage = webAddress("the address of a profile on the professional network");
const event = z.literal("true", must("the text `true`"));
const technology = checkedBy((value) =>
  value === value.toLowerCase() && value === value.trim()
    ? undefined
    : { allowed: "must be the name of a technology in lower case, without blanks around it" },
);

/**
 * The form of the value for each type. The service stores any other value and then silently finds nobody.
 * Service specification: Signal; `POST /v1/agent`, rule 1.
 */
export const signalValues: ReadonlyMap<unknown, z.ZodType> = new Map<unknown, z.ZodType>([
  ["SEARCH_KEYWORD", keyword],
  ["COMPETITOR_PAGE_URL", companyPage],
  ["INFLUENCER_PAGE_URL", profilePage],
  ["RECENTLY_CHANGED_JOB", event],
  ["HIRING", event],
  ["TECHNOLOGY", technology],
]);
