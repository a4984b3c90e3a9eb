import fc from "fast-check";
import type { Values } from "../../../provider/src/lifecycle/kind";
import { templateVariables } from "../../../provider/src/resources/campaign/templateVariables";
import { companySizes, companyTypes } from "../../../provider/src/resources/sourceAgent/words";

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** Ends in a letter, so that it never becomes empty, and contains no brackets, which have a meaning. */
const plainText = (most: number) =>
  fc
    .string({ unit: "grapheme", maxLength: Math.floor(most / 12) })
    .map(
      (text) =>
        `${text
          .replace(/[\p{Cc}[\]\\]/gu, "")
          .slice(0, most - 1)
          .toWellFormed()}x`,
    )
    .filter((text) => !/\p{Surrogate}/u.test(text));

/** The same text as written by different editors. */
const message = fc
  .tuple(
    plainText(600),
    fc.constantFrom("", "\n", "\r\n", "\t", " "),
    fc.constantFrom(...templateVariables),
    plainText(600),
    fc.constantFrom("", "\n", "  ", "\r\n"),
  )
  .map(([before, between, variable, after, end]) => `${before}${between}[${variable}]${after}${end}`);

const name = fc
  .tuple(fc.constantFrom("", " "), plainText(200), fc.constantFrom("", " "))
  .map((parts) => parts.join(""));

const idNumber = fc.oneof(fc.integer({ min: 1, max: 2_000_000_000 }), fc.constant(Number.MAX_SAFE_INTEGER));
/** A number, or the same as a string. */
const id = fc.tuple(idNumber, fc.boolean()).map(([number, asText]) => (asText ? String(number) : number));
const ids = (most: number) => fc.uniqueArray(id, { minLength: 1, maxLength: most, selector: (value) => Number(value) });

const timing = {
  delayAfterLastStep: optional(fc.integer({ min: 1, max: 60 })),
  stepNumber: optional(fc.integer({ min: 1, max: 20 })),
};

/** Without fields whose value is undefined, as in a program that omits them. */
function written(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const stepOf = (type: string, fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ type: fc.constant(type), ...timing, ...fields }).map(written);

const sameMode = optional(fc.constant("same"));
const aiMode = optional(fc.constant("ai"));
const visit = stepOf("visitProfile", {});
const likes = stepOf("likePosts", { numberOfPosts: optional(fc.integer({ min: 1, max: 3 })) });
const voice = stepOf("voiceMessage", { url: fc.webUrl({ withQueryParameters: true }) });
const networkMessage = fc.oneof(
  stepOf("message", { messageMode: sameMode, message }),
  stepOf("message", { messageMode: aiMode }),
);
const email = fc.oneof(
  stepOf("email", { messageMode: sameMode, subject: plainText(100), message }),
  stepOf("email", { messageMode: aiMode }),
);
const invitation = fc.oneof(stepOf("invitation", {}), stepOf("invitationNote", { note: plainText(180) }));

const common = {
  name,
  listIds: ids(4),
  language: optional(fc.constantFrom("en-US", "fr", "pt-BR", "de")),
  active: optional(fc.boolean()),
};

const networkCampaign = fc
  .record({
    ...common,
    before: fc.array(fc.oneof(visit, likes, email), { maxLength: 4 }),
    request: optional(invitation),
    after: fc.array(fc.oneof(visit, likes, email, networkMessage, voice), { maxLength: 6 }),
    last: fc.oneof(visit, networkMessage),
    linkedinSeatId: id,
    emailSeat: id,
  })
  .map(({ before, request, after, last, emailSeat, ...rest }) => {
    const steps = [...before, ...(request ? [request] : []), ...after, last];
    const needsSeat = steps.some(({ type }) => type === "email");
    return written({ ...rest, steps, emailSeatIds: needsSeat ? [emailSeat] : undefined });
  });

const emailCampaign = fc
  .record({ ...common, steps: fc.array(email, { minLength: 1, maxLength: 6 }), emailSeatIds: ids(6) })
  .map(written);

/** Campaigns that break no rule. */
export const campaigns: fc.Arbitrary<Values> = fc.oneof(networkCampaign, emailCampaign);

const word = fc.stringMatching(/^[a-z]{1,12}$/);
const keyword = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `"${words.join(" ")}"`);
const seat = { needsUserToken: optional(fc.boolean()), linkedinSeatId: optional(id) };
const signalOf = (type: string, value: fc.Arbitrary<string>) =>
  fc.record({ type: fc.constant(type), value, ...seat }).map(written);

const signals = fc.oneof(
  signalOf("SEARCH_KEYWORD", keyword),
  signalOf("COMPETITOR_PAGE_URL", fc.webUrl()),
  signalOf("INFLUENCER_PAGE_URL", fc.webUrl()),
  signalOf("TECHNOLOGY", word),
  signalOf("HIRING", fc.constant("true")),
  signalOf("RECENTLY_CHANGED_JOB", fc.constant("true")),
  signalOf("EVENT_KEYWORD", word),
  signalOf("SOMETHING_NEW", word),
  fc.record({
    type: fc.constantFrom("VISITED_PROFILE", "YOUR_COMPANY_FOLLOWERS"),
    value: fc.constant("true"),
    needsUserToken: fc.constant(true),
    linkedinSeatId: id,
  }),
);

const texts = optional(fc.uniqueArray(plainText(60), { maxLength: 5 }));
const flag = optional(fc.boolean());

/** Source agents that break no rule. */
export const agents: fc.Arbitrary<Values> = fc
  .record({
    name,
    listId: id,
    targetJobTitles: texts,
    targetIndustries: texts,
    targetLocations: texts,
    targetCompanySizes: optional(fc.uniqueArray(fc.constantFrom(...companySizes))),
    targetCompanyTypes: optional(fc.uniqueArray(fc.constantFrom(...companyTypes))),
    agentType: optional(fc.constantFrom("autopilot", "lookalike", "website-visitor")),
    variables: optional(fc.array(signals, { minLength: 4, maxLength: 15 })),
    ignoredCompanies: texts,
    mandatoryKeywords: texts,
    additionalCriteria: optional(plainText(200)),
    excludeServiceProviders: flag,
    skipIcpFilter: flag,
    includeOpenToWorkProfiles: flag,
    leadWaterfall: flag,
    paused: flag,
    minLeadScore: optional(fc.double({ min: 0, max: 1, noNaN: true })),
    maxCreditUsage: optional(fc.integer({ min: 0, max: 10_000 })),
  })
  .map(({ variables, maxCreditUsage, ...rest }) =>
    written({
      ...rest,
      variables: rest.agentType === "lookalike" ? undefined : variables,
      maxCreditUsage: rest.agentType === "website-visitor" ? maxCreditUsage : undefined,
    }),
  );

/** Lists that break no rule. */
export const lists: fc.Arbitrary<Values> = fc.record({ name });
