// @ts-check
import { ThreadsPoolWorker } from "vitest/node";

/** @typedef {import("node:worker_threads").Worker} Thread */

export class KeptThreads {
  static poolName = "kept threads";
  /** @type {Pick<Thread, "terminate"> | undefined} */
  #idle;

  get hasThread() {
    return this.#idle !== undefined;
  }

  take() {
    const idle = this.#idle;
    this.#idle = undefined;
    return idle;
  }

  /** @param {Pick<Thread, "terminate">} thread */
  keep(thread) {
    this.#idle = thread;
  }

  async drop() {
    await this.take()?.terminate();
  }
}

/**
 * Vitest's thread, reused for the next run: loading the modules takes longer than the tests of one mutant.
 * @param {import("vitest/node").PoolOptions} options
 * @param {KeptThreads} kept
 */
export function keptWorker(options, kept) {
  /** @type {[event: string, listener: (message: unknown) => void][]} */
  const listeners = [];
  let isAskedToStop = false;
  return new (class extends ThreadsPoolWorker {
    /** @override */
    name = KeptThreads.poolName;

    /** @override @type {ThreadsPoolWorker["on"]} */
    on(event, listener) {
      listeners.push([event, listener]);
      super.on(event, listener);
    }

    /** @override @type {ThreadsPoolWorker["send"]} */
    send(message) {
      if (message.type !== "stop") return super.send(message);
      // Afterwards, the thread would no longer receive messages.
      isAskedToStop = true;
      const stopped = { type: "stopped", __vitest_worker_response__: true };
      queueMicrotask(() => {
        for (const [event, listener] of [...listeners]) if (event === "message") listener(stopped);
      });
    }

    /** @override */
    async start() {
      Reflect.set(this, "_thread", kept.take());
      await super.start();
    }

    /** @override */
    async stop() {
      /** @type {Thread} */
      const thread = Reflect.get(this, "_thread");
      if (!isAskedToStop) return await super.stop();
      for (const [event, listener] of listeners) this.off(event, listener);
      thread.stdout.unpipe();
      thread.stderr.unpipe();
      kept.keep(thread);
    }
  })(options);
}
