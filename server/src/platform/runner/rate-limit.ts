/**
 * Token buckets in memory: at most `max` calls in `perMs` per subject and call. Used by the command runner; each node counts for itself. Invariant:
 * the table is bounded; a flood of new subjects evicts the oldest ones.
 */
export interface RateLimit {
  readonly max: number;
  readonly perMs: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const MAX_BUCKETS = 50_000;

export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>();
  readonly #maxBuckets: number;

  constructor(maxBuckets = MAX_BUCKETS) {
    this.#maxBuckets = maxBuckets;
  }

  /** Takes a token. Returns 0 on success, else the whole seconds until one is available (at least 1). */
  take(subject: string, limit: RateLimit, now: number): number {
    const known = this.#buckets.get(subject);
    const perToken = limit.perMs / limit.max;
    const gained = known ? Math.max(0, now - known.at) / perToken : limit.max;
    const tokens = Math.min(limit.max, (known?.tokens ?? 0) + gained);
    // Deleted and set again: the map's order is the order of last use.
    this.#buckets.delete(subject);
    this.#buckets.set(subject, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    if (this.#buckets.size > this.#maxBuckets) this.#evictOldest();
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil(((1 - tokens) * perToken) / 1000));
  }

  get size(): number {
    return this.#buckets.size;
  }

  #evictOldest(): void {
    const oldest = this.#buckets.keys().next();
    if (!oldest.done) this.#buckets.delete(oldest.value);
  }
}
