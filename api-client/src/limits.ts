/** The rate limits of an API key, from the headers of its answers. */

export interface LimitState {
  /** `key`: all calls of the key together. `call`: this call. */
  readonly name: string;
  /** Calls that are left now. */
  readonly left: number;
  /** Until all are available again, ms. */
  readonly fullInMs: number;
}

const STATE = /^"(\w+)";r=(\d+);t=(\d+)$/;

/** Limits of a `RateLimit` header (ratelimit-headers-10 of the IETF); unknown forms are left out. */
export function limitsOf(header: string | null): LimitState[] {
  return (header ?? '').split(', ').flatMap((part) => {
    const [, name, left, seconds] = STATE.exec(part) ?? [];
    return name === undefined ? [] : [{ name, left: Number(left), fullInMs: Number(seconds) * 1_000 }];
  });
}
