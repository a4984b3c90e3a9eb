import { z } from "zod";
import { everyResource } from "./acknowledgement";
import { id, list, must, strict, text, yesOrNo } from "./fields";
import { stepSchema } from "./stepSchema";

/** Specification: Limits. */
const mostEmailSeats = 100;

const tagRule = must("a locale tag, as in `en-US` or `fr`");

/** A locale tag as BCP 47 shapes it; which languages the service speaks is not said. */
const localeTag = z.string(tagRule).refine((value) => /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$/.test(value), {
  error: ({ input }) => {
    const underscore = typeof input === "string" && /^[A-Za-z]{2,3}_/.test(input);
    return `must be a locale tag, as in \`en-US\` or \`fr\`${underscore ? ": with a hyphen, not an underscore" : ""}`;
  },
});

export const campaignSchema = strict("a campaign", {
  name: text({ what: "the name of the campaign" }),
  listIds: list(id(), "a list of list ids").min(1, { error: "is empty: it must hold at least one list" }),
  steps: list(stepSchema, "a list of steps").min(1, { error: "is empty: it must hold at least one step" }),
  linkedinSeatId: id().optional(),
  emailSeatIds: list(id(), "a list of e-mail seat ids")
    .max(mostEmailSeats, { error: `has too many e-mail seats; at most ${mostEmailSeats} are allowed` })
    .optional(),
  language: localeTag.optional(),
  active: yesOrNo().optional(),
  ...everyResource,
});
