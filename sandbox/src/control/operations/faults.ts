import { type ActiveFault, faultSchema } from "../../server/faults.js";
import { acting, reading } from "../operation.js";
import { none } from "./inputs.js";

export const faultOperations = {
  /** Adds a fault. */
  fault: acting(faultSchema, ({ faults, service }, fault): { id: number } => ({
    id: faults.add(fault, Number(service.store.setting("nextId") ?? 0)),
  })),
  /** The faults that still wait for requests. */
  faults: reading(none, ({ faults }): ActiveFault[] => faults.active()),
  clearFaults: acting(none, ({ faults }): { cleared: number } => ({ cleared: faults.clear() })),
};
