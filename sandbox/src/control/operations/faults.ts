import { z } from "zod";
import { type ActiveFault, faultSchema } from "../../server/faults.js";
import { acting, reading } from "../operation.js";
import { id, none } from "./inputs.js";

export const faultOperations = {
  /** Adds a fault to the next matching requests. */
  fault: acting(faultSchema, ({ faults, service }, fault): { id: number } => ({
    id: faults.add(fault, Number(service.store.setting("nextId") ?? 0)),
  })),
  /** The faults that have not yet affected all of their requests. */
  faults: reading(none, ({ faults }): ActiveFault[] => faults.active()),
  /** Removes the fault with this id; all of them without an id. */
  clearFaults: acting(z.strictObject({ id: id.optional() }), ({ faults }, wanted): { cleared: number } => ({
    cleared: faults.clear(wanted.id),
  })),
};
