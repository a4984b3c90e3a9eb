import { z } from "zod";
import { type Behaviour, type BehaviourInput, behaviourSchema } from "../../options.js";
import { readInput } from "../../rules/body.js";
import { acting } from "../operation.js";

/** Checks names only: `configure` checks the values when it has merged them into the whole behaviour. */
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

  /** Moves time ahead; each full hour that passes runs the agents and the planner. */
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

  /** Empties the store and fills it as at the start. */
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
