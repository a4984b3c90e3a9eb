import { z } from "zod";
import { type CommandDefinition, described } from "../command";
import { flag, stackOption } from "../options";

const wholeNumber = (least: number, most: number, otherwise: number) => {
  const message = `takes a whole number from ${least} to ${most}`;
  const text = z.string().regex(/^\d{1,9}$/, message);
  const number = text.transform(Number).refine((value) => value >= least && value <= most, message);
  return number.default(otherwise);
};

const share = (otherwise: number) =>
  z
    .string()
    .regex(/^(?:0(?:\.\d{1,4})?|1(?:\.0{1,4})?|\.\d{1,4})$/, "takes a share from 0 to 1, such as 0.2")
    .transform(Number)
    .default(otherwise);

const aReference = "takes a branch, a tag or a commit";

export const rehearse = {
  name: "rehearse",
  summary: "Play the campaigns of this project on a local service, with made-up people",
  description:
    "Brings the program up on a throw-away stack against the local service (the package pulumi-outreach-sandbox), switches its campaigns on and lets days pass. Nobody real is contacted, and neither the service nor the stack is touched; the program's own code does run. The guide docs/rehearsing.md of the repository says what is assumed",
  input: z
    .object({
      stack: stackOption("the stack whose config is used, without its secrets"),
      days: described(wholeNumber(1, 365, 30), "--days <number>", "days to play (30)"),
      contacts: described(
        wholeNumber(1, 20_000, 200),
        "--contacts <number>",
        "made-up people in all lists together (200)",
      ),
      arriveOver: described(
        wholeNumber(1, 365, 1),
        "--arrive-over <days>",
        "the people arrive in equal parts over so many days (1)",
      ),
      answerRate: described(share(0.2), "--answer-rate <share>", "share of people who answer, 0 to 1 (0.2)"),
      incomplete: described(
        share(0.1),
        "--incomplete <share>",
        "share of people without a company, and without a job title (0.1)",
      ),
      seed: described(
        wholeNumber(0, 999_999_999, 1),
        "--seed <number>",
        "another number gives other people and answers (1)",
      ),
      html: described(
        z.string().min(1, "takes the name of a file").optional(),
        "--html <file>",
        "also write one self-contained page",
      ),
      against: described(
        z.string().min(1, aReference).max(250, aReference).optional(),
        "--against <ref>",
        "show what is different from the program at this commit of git",
      ),
      againstState: flag("--against-state", "show what is different from what the state of the stack holds"),
      markdown: flag("--markdown", "with one of both: print a folded section of Markdown"),
    })
    .refine(({ arriveOver, days }) => arriveOver <= days, {
      path: ["arriveOver"],
      message: "takes no more than the days to play",
    })
    .refine(({ against, againstState }) => against === undefined || !againstState, {
      path: ["againstState"],
      message: "and --against exclude each other",
    })
    .refine(({ against, againstState, markdown }) => against !== undefined || againstState || !markdown, {
      path: ["markdown"],
      message: "needs --against or --against-state: a whole rehearsal is text, JSON or a page",
    }),
  examples: [
    ["pulumi-outreach rehearse", "30 days with 200 people"],
    ["pulumi-outreach rehearse --stack production --days 60 --contacts 1000", "Two months with the config of a stack"],
    ["pulumi-outreach rehearse --html rehearsal.html", "The calendar and every text as a page"],
    ["pulumi-outreach rehearse --against main --markdown", "What this branch changes, for a pull request"],
    ["pulumi-outreach rehearse --against-state --stack production", "What bringing the program up would change"],
  ],
} satisfies CommandDefinition;
export type RehearseInput = z.output<typeof rehearse.input>;
