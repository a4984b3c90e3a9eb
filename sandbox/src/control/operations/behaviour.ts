import { z } from "zod";
import { type Behaviour, type BehaviourInput, behaviourSchema } from "../../options.js";
import { readInput } from "../../rules/body.js";
import { acting } from "../operation.js";

/** Checks names only: `configure` merges the change into the current behaviour and checks the result. */
const behaviourChange = z.partialRecord(behaviourSchema.keyof(), z.unknown()) as unknown as z.ZodType<
  Partial<Behaviour>,
  BehaviourInput
>;

export const behaviourOperations = {
  /** Changes how the service behaves, from the next request on. */
  configure: acting(behaviourChange, ({ service, limiter }, change): Behaviour => {
    const behaviour = readInput(behaviourSchema, { ...service.behaviour, ...change });
    service.behaviour = behaviour;
    limiter.configure(behaviour.rateLimit);
    return behaviour;
  }),

  /** Moves time ahead. Agents and planner run at each full hour that passes. */
  advance: acting(
    z.strictObject({
      minutes: z.number().nonnegative().default(0),
      hours: z.number().nonnegative().default(0),
      days: z.number().nonnegative().max(3660).default(0),
    }),
    async ({ time, service }, { minutes, hours, days }): Promise<{ now: string }> => {
      await time.advance(((days * 24 + hours) * 60 + minutes) * 60_000);
      return { now: service.clock.iso() };
    },
  ),

  /** Empties the store, the log and the faults, and adds the initial objects again, with other ids. */
  reset: acting(
    z.strictObject({ populate: z.boolean().default(true) }),
    ({ service, faults, log, time, populate }, wanted): { reset: true } => {
      service.store.transaction(() => {
        const now = service.clock.now();
        service.store.clear();
        service.clock.restart(now);
        time.restart();
        if (wanted.populate) populate();
      });
      faults.clear();
      log.clear();
      return { reset: true };
    },
  ),
};
