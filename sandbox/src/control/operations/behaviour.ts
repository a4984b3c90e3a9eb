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
    service.agenda.wakeAll();
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

  /**
   * Starts over, as with an empty store: adds the initial objects again, with other ids, and resets the clock, the
   * faults, the request log, the webhook deliveries and the use of the rate limit. Options stay as configured.
   */
  reset: acting(
    z.strictObject({ populate: z.boolean().default(true) }),
    ({ service, faults, limiter, log, time, webhooks, populate }, wanted): Promise<{ reset: true }> =>
      time.between(() => {
        service.store.transaction(() => {
          service.store.clear();
          service.clock.restart();
          time.restart();
          if (wanted.populate) populate();
        });
        faults.clear();
        limiter.clear();
        webhooks.clear();
        log.restart();
        return { reset: true };
      }),
  ),
};
