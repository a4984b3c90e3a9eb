import fc from "fast-check";
import type { Answer } from "../../../provider/src/api/objects";
import { answerFrom } from "../../../provider/src/api/shapes";
import type { AccountContent } from "../../../provider/src/export/model";
import { type Kind, kinds } from "../../../provider/src/kinds";
import { stepTypes } from "../../../provider/src/resources/campaign/stepTypes";
import { documentedTypes } from "../../../provider/src/resources/sourceAgent/signalTypes";

/** An account with these objects, as the service would return them. */
export function contentOf(
  objects: Partial<Record<Kind, readonly object[]>>,
  more: Partial<AccountContent> = {},
): AccountContent {
  const answers = (kind: Kind): Answer[] =>
    (objects[kind] ?? []).flatMap((json) => answerFrom(kinds[kind], JSON.parse(JSON.stringify(json))) ?? []);
  return {
    owner: { origin: "https://outreach.example.com", actingUserId: "101" },
    isMember: false,
    answers: { List: answers("List"), SourceAgent: answers("SourceAgent"), Campaign: answers("Campaign") },
    ...more,
  };
}

/** Texts that would break a carelessly generated program. */
export const hostileTexts = [
  "$".concat("{process.exit(1)}"),
  "`$".concat("{x}`"),
  "*/ process.exit(1) /*",
  "'; process.exit(1); '",
  '"); process.exit(1); ("',
  "line\u2028separator\u2029",
  "\u202Etxet desrever\u202C",
  "__proto__",
  "constructor",
  "\ud800",
  "a\\",
  "\\u0022",
  "// comment\nprocess.exit(1)",
  "</script><!--",
  "#!/bin/sh",
  "class",
  "🎉👩‍💻",
  "  ",
  "2026 leads",
  "Клиенты",
  "日本のリード",
  "עברית",
  "Straße",
  "STRASSE",
  "İstanbul ı",
  "con",
  "a".repeat(300),
  "\u0007bell",
  "first\r\nsecond\r\n",
  "\n\n tabs\t\n trailing \n\n",
  "text",
  "outreach",
  "fintech 2",
  "fintech",
  "Fintech",
];

const text = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: "binary", maxLength: 30 }), fc.lorem());
const textOrNothing = fc.option(text, { nil: null });
const time = fc.constant("2026-01-15T12:00:00.000Z");

const signal = fc.record(
  {
    type: fc.oneof(fc.constantFrom(...documentedTypes), fc.constantFrom("NEW_EVENT", "WEBSITE_VISITOR", "JOB_SEARCH")),
    value: fc.oneof(fc.constantFrom("true", '"open banking"', "stripe", "https://network.example.com/in/a"), text),
    needsUserToken: fc.option(fc.boolean(), { nil: null }),
    linkedinSeatId: fc.option(fc.integer({ min: 1, max: 99 }), { nil: null }),
    strength: fc.integer(),
    last_usage: fc.constant(null),
  },
  { requiredKeys: ["type", "value"] },
);

const step = fc.record(
  {
    type: fc.constantFrom(...stepTypes),
    delayAfterLastStep: fc.integer({ min: 1, max: 9 }),
    messageMode: fc.constantFrom("ai", "same", null),
    message: textOrNothing,
    subject: textOrNothing,
    note: textOrNothing,
    url: fc.constantFrom("https://audio.example.com/1.mp3", null),
    numberOfPosts: fc.constantFrom(1, 2, 3, null),
  },
  { requiredKeys: ["type"] },
);

const listId = fc.integer({ min: 1, max: 12 });
const list = fc.record({
  name: text,
  campaignId: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
  userId: fc.constant(101),
  createdAt: time,
});
const agent = fc.record({
  name: text,
  listId: fc.option(listId, { nil: null }),
  agentType: fc.constantFrom("autopilot", "lookalike", "website-visitor", "something-new"),
  targetJobTitles: fc.array(text, { maxLength: 3 }),
  targetCompanySizes: fc.array(fc.constantFrom("11-50", "1-10"), { maxLength: 2 }),
  variables: fc.option(fc.array(signal, { maxLength: 16 }), { nil: null }),
  additionalCriteria: textOrNothing,
  leadWaterfall: fc.boolean(),
  paused: fc.boolean(),
  minLeadScore: fc.constantFrom(null, 0.8, 7),
  maxCreditUsage: fc.constantFrom(null, 5),
  createdAt: time,
});
const campaign = fc.record(
  {
    name: text,
    active: fc.boolean(),
    steps: fc.array(step, { maxLength: 4 }),
    language: fc.constantFrom(null, "en-US", "en_US"),
    linkedinSeatId: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
    listIds: fc.array(listId, { maxLength: 3 }),
    emailSeatIds: fc.array(fc.integer({ min: 21, max: 24 }), { maxLength: 2 }),
    tone: fc.constant("direct"),
    createdAt: time,
  },
  { requiredKeys: ["name", "active", "steps", "language", "linkedinSeatId", "createdAt"] },
);

function numbered<T extends object>(items: fc.Arbitrary<T>, most: number): fc.Arbitrary<object[]> {
  return fc.array(items, { maxLength: most }).map((all) => all.map((item, index) => ({ id: index + 1, ...item })));
}

/** Accounts that were filled by hand in unusual ways. */
export const oddAccounts: fc.Arbitrary<AccountContent> = fc
  .record({
    List: numbered(list, 12),
    SourceAgent: numbered(agent, 6),
    Campaign: numbered(campaign, 12),
    seats: fc.array(fc.integer({ min: 21, max: 24 }), { maxLength: 2 }),
  })
  .map(({ seats, ...objects }) => contentOf(objects, { emailSeats: [...new Set(seats)].map((id) => ({ id })) }));
