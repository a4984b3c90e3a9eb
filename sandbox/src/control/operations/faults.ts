import { type ActiveFault, faultSchema } from "../../server/faults.js";
import { acting, reading } from "../operation.js";
import { none } from "./inputs.js";

export const faultOperations = {
  /** Adds a fault to the next matching requests. */
  fault: acting(faultSchema, ({ faults, service }, fault): { id: number } => ({
    id: faults.add(fault, Number(service.store.setting("nextId") ?? 0)),
  })),
  /** The faults that have not yet happened to all of their requests. */
  faults: reading(none, ({ faults }): ActiveFault[] => faults.active()),
  /** Removes all faults. */
  clearFaults: acting(none, ({ faults }): { cleared: number } => ({ cleared: faults.clear() })),
};
