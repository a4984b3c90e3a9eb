import type { Sandbox, SandboxOptions } from "../../../sandbox/src/index.js";
import { startSandboxWith } from "../../../sandbox/src/sandbox.js";
import type { Service } from "../../../sandbox/src/service.js";
import { PlannerBench } from "./plannerBench.js";

/** A bench that gives the test access to its service. */
export class ServiceBench extends PlannerBench {
  private known: Service | undefined;

  get service(): Service {
    if (!this.known) throw new Error("The sandbox of these tests is not started");
    return this.known;
  }

  protected override begin(options: SandboxOptions): Promise<Sandbox> {
    return startSandboxWith(options, (service) => {
      this.known = service;
      return [];
    });
  }
}
