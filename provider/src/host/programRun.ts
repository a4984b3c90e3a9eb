import * as pulumi from "@pulumi/pulumi";

/**
 * A value for each run of a program, made on first use: with the Automation API and in tests, one process runs programs many
 * times, also concurrently.
 */
export class OfRun<T> {
  private readonly values = new WeakMap<object, T>();

  constructor(private readonly make: () => T) {}

  get value(): T {
    // Without an engine there is only one run.
    const run: object = pulumi.runtime.getMonitor() ?? this;
    const value = this.values.get(run) ?? this.make();
    this.values.set(run, value);
    return value;
  }
}
