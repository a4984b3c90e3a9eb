import { z } from "zod";
import { defineCommand } from "../command";

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

export const rehearse = defineCommand({
  name: "rehearse",
  summary: "Play the campaigns of this project on a local service, with made-up people",
  description:
    "Brings the program up on a throw-away stack against the local service (the package pulumi-outreach-sandbox), switches its campaigns on and lets days pass. Nobody real is contacted, and neither the service nor the stack is touched; the program's own code does run. The guide docs/rehearsing.md of the repository says what is assumed",
  options: [
    { flags: "-s, --stack <name>", description: "the stack whose config is used, without its secrets" },
    { flags: "--days <number>", description: "days to play (30)" },
    { flags: "--contacts <number>", description: "made-up people in all lists together (200)" },
    { flags: "--arrive-over <days>", description: "the people arrive in equal parts over so many days (1)" },
    { flags: "--answer-rate <share>", description: "share of people who answer, 0 to 1 (0.2)" },
    { flags: "--incomplete <share>", description: "share of people without a company, and without a job title (0.1)" },
    { flags: "--seed <number>", description: "another number gives other people and answers (1)" },
    { flags: "--html <file>", description: "also write one self-contained page" },
    { flags: "--against <ref>", description: "show what is different from the program at this commit of git" },
    { flags: "--against-state", description: "show what is different from what the state of the stack holds" },
    { flags: "--markdown", description: "with one of both: print a folded section of Markdown" },
  ],
  examples: [
    ["pulumi-outreach rehearse", "30 days with 200 people"],
    ["pulumi-outreach rehearse --stack production --days 60 --contacts 1000", "Two months with the config of a stack"],
    ["pulumi-outreach rehearse --html rehearsal.html", "The calendar and every text as a page"],
    ["pulumi-outreach rehearse --against main --markdown", "What this branch changes, for a pull request"],
    ["pulumi-outreach rehearse --against-state --stack production", "What bringing the program up would change"],
  ],
  input: z
    .object({
      stack: z.string().optional(),
      days: wholeNumber(1, 365, 30),
      contacts: wholeNumber(1, 20_000, 200),
      arriveOver: wholeNumber(1, 365, 1),
      answerRate: share(0.2),
      incomplete: share(0.1),
      seed: wholeNumber(0, 999_999_999, 1),
      html: z.string().min(1, "takes the name of a file").optional(),
      against: z
        .string()
        .min(1, "takes a branch, a tag or a commit")
        .max(250, "takes a branch, a tag or a commit")
        .optional(),
      againstState: z.boolean().default(false),
      markdown: z.boolean().default(false),
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
  async run(input, context) {
    const { runRehearsal } = await import("../rehearse/run");
    return await runRehearsal(input, context);
  },
});
