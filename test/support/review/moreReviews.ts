import type { Review } from "../../../provider/src/review/model";
import { agent, campaign, finding, list, review, stack, step, text, urnOf } from "./build";
import { busyChange } from "./sampleReviews";

/** One program with a stack for each member; one of the previews failed. */
export function severalStacks(): Review {
  const stacks = ["olivia", "ben", "chen"];
  return review({
    verdict: "failed",
    fingerprint: undefined,
    stacks: [
      stack(
        { updated: 1, unchanged: 2 },
        { stack: "olivia", project: "outreach-per-member", settings: { impersonateEmail: "olivia@example.com" } },
      ),
      stack(
        {},
        {
          stack: "ben",
          project: "outreach-per-member",
          status: "stopped",
          fingerprint: undefined,
          diagnostics: [
            {
              severity: "error",
              resource: "fintech",
              text: 'steps[2].message: "[Frstname]" is no variable; did you mean [FirstName]?\nsteps[3].note: at most 180 characters are allowed.',
            },
            { severity: "warning", text: "The stack was not refreshed for 40 days." },
          ],
        },
      ),
      stack({ created: 1 }, { stack: "chen", project: "outreach-per-member", fingerprint: "77aa01" }),
    ],
    findings: stacks
      .filter((each) => each !== "ben")
      .map((each) =>
        finding("danger", "starts-sending", `Campaign "Outreach of ${each}" starts to send.`, {
          stack: each,
          urn: urnOf("Campaign", "main", each),
        }),
      ),
    campaigns: stacks
      .filter((each) => each !== "ben")
      .map((each, index) =>
        campaign("main", {
          stack: each,
          name: `Outreach of ${each}`,
          change: index === 0 ? "updated" : "created",
          runs: "yes",
          lists: [{ id: "5", name: "Shared list", change: "same" }],
          linkedinSeat: { before: String(index + 3), after: String(index + 3) },
          steps: [step("invitation", { day: 0 }), step("message", { day: 2, texts: [text("Hello [FirstName]")] })],
        }),
      ),
  });
}

/** Changes that were made in the app. */
export function drift(): Review {
  return review({
    about: "drift",
    fingerprint: undefined,
    stacks: [stack({ updated: 1, deleted: 1, unchanged: 9 }, { fingerprint: undefined })],
    findings: [
      finding("danger", "text-changed", 'Somebody changed the text of step 1 of "Fintech Q1".', {
        urn: urnOf("Campaign", "fintech"),
        path: "steps[0].message",
      }),
    ],
    campaigns: [
      campaign("fintech", {
        name: "Fintech Q1",
        running: "yes",
        runs: "yes",
        steps: [
          step("message", {
            day: 0,
            change: "changed",
            texts: [text("Hello [FirstName]!!", { before: "Hello [FirstName]," })],
          }),
        ],
      }),
    ],
    agents: [
      agent("health", { name: "Healthcare finder", change: "deleted", paused: { before: "no", after: "unknown" } }),
    ],
    unchanged: 9,
  });
}

/** A finished update without dangers. */
export function doneWell(): Review {
  return review({
    about: "done",
    fingerprint: undefined,
    stacks: [stack({ created: 1, unchanged: 4 }, { fingerprint: undefined })],
    lists: [list("new", { name: "Event visitors", id: "78" })],
    unchanged: 4,
  });
}

/** No changes. */
export function nothing(): Review {
  return review({ stacks: [stack({ unchanged: 7 })], unchanged: 7 });
}

/** Many changed campaigns with five steps each, on several seats, and agents and lists. */
export function many(campaigns: number, others = 0): Review {
  const { campaigns: samples } = busyChange();
  const [first] = samples;
  const changed = Array.from({ length: campaigns }, (_, index) =>
    campaign(`campaign-${index}`, {
      ...first,
      urn: urnOf("Campaign", `campaign-${index}`),
      resource: `campaign-${index}`,
      name: `Campaign ${index} of the ${["north", "south", "east", "west"][index % 4]}`,
      linkedinSeat: { before: String(index % 9), after: String(index % 9) },
      running: index % 3 === 0 ? "yes" : "no",
      runs: index % 3 === 0 ? "yes" : "no",
    }),
  );
  return review({
    stacks: [stack({ updated: campaigns, created: others * 2 })],
    findings: changed
      .filter((_, index) => index % 5 === 0)
      .map(({ urn, name }) =>
        finding("danger", "running-text", `The text of step 3 of "${name}" changes while it sends.`, {
          urn,
          path: "steps[2].message",
        }),
      ),
    campaigns: changed,
    agents: Array.from({ length: others }, (_, index) =>
      agent(`agent-${index}`, { name: `Agent ${index}`, change: "created" }),
    ),
    lists: Array.from({ length: others }, (_, index) => list(`list-${index}`, { name: `List ${index}` })),
  });
}
