/** First come, first served: servers (threads, cores) that each do one job at a time. Jobs must arrive in order of time. Used by simulate.ts. */
export class Queue {
  /** When each server is free, in ms. */
  readonly #freeAt: number[];
  #busyMs = 0;

  constructor(servers: number) {
    this.#freeAt = Array.from({ length: servers }, () => 0);
  }

  /** A job that arrives at `at` and takes `ms`. Returns when it is done. */
  serve(at: number, ms: number): number {
    let next = 0;
    for (let i = 1; i < this.#freeAt.length; i += 1) if ((this.#freeAt[i] ?? 0) < (this.#freeAt[next] ?? 0)) next = i;
    const done = Math.max(at, this.#freeAt[next] ?? 0) + ms;
    this.#freeAt[next] = done;
    this.#busyMs += ms;
    return done;
  }

  /** Milliseconds of work so far, over all servers. */
  get busyMs(): number {
    return this.#busyMs;
  }
}
