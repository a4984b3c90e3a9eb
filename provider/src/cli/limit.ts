import { z } from "zod";
import type { CommandOption } from "./command";

/** For commands that show a part of what may be long. */
export const limitOption: CommandOption = { flags: "-n, --limit <number>", description: "how many at most" };

const wrong = "takes a whole number from 1 on";
export const limitInput = z
  .string()
  .regex(/^\d{1,9}$/, wrong)
  .transform(Number)
  .refine((number) => number > 0, wrong)
  .optional();
