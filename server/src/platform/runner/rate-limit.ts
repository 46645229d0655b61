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
    const perToken = limit.perMs / limit.max;
    const tokens = this.#tokens(subject, limit, now);
    // Deleted and set again: the map's order is the order of last use.
    this.#buckets.delete(subject);
    this.#buckets.set(subject, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
    if (this.#buckets.size > this.#maxBuckets) this.#evictOldest();
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil(((1 - tokens) * perToken) / 1000));
  }

  /** The whole tokens that are left, and the whole seconds until all are available again. */
  stateOf(subject: string, limit: RateLimit, now: number): { readonly left: number; readonly seconds: number } {
    const tokens = this.#tokens(subject, limit, now);
    return {
      left: Math.floor(tokens),
      seconds: Math.ceil(((limit.max - tokens) * limit.perMs) / limit.max / 1000),
    };
  }

  #tokens(subject: string, limit: RateLimit, now: number): number {
    const known = this.#buckets.get(subject);
    if (known === undefined) return limit.max;
    return Math.min(limit.max, known.tokens + (Math.max(0, now - known.at) * limit.max) / limit.perMs);
  }

  get size(): number {
    return this.#buckets.size;
  }

  #evictOldest(): void {
    const oldest = this.#buckets.keys().next();
    if (!oldest.done) this.#buckets.delete(oldest.value);
  }
}
