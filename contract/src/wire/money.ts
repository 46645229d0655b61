/**
 * Money: the one place that makes, rounds, formats and parses cents.
 *
 * Inside Fairpot every amount is an integer number of US cents (`Cents`). The wire of the product spec carries `...Usd`
 * numbers with two decimals; only `usd` makes them and only `centsFromUsd` reads them. `centsFromText` parses typed
 * amounts. Code never computes with, compares or prints a `...Usd` number: a lint rule of the client
 * (scripts/lint/house.mjs) enforces it, and scripts/lint/lint.test.ts tests the rule.
 */

declare const centsBrand: unique symbol;

/** Integer US cents, -(2^53 - 1) to 2^53 - 1. Only the functions of this file make them. */
export type Cents = number & { readonly [centsBrand]: 'Cents' };

/** The integer `n` as cents. Throws a RangeError for anything that is not a safe integer. */
export function cents(n: number): Cents {
  if (!Number.isSafeInteger(n)) throw new RangeError(`not an integer number of cents: ${n}`);
  return (n === 0 ? 0 : n) as Cents;
}

/** Sum of amounts; 0 for none. Throws when the sum leaves the safe integers. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let total = 0;
  for (const amount of amounts) total += amount;
  return cents(total);
}

/** Cents as the wire's USD number with at most two decimals: 1234 -> 12.34. */
export function usd(amount: Cents): number {
  return amount / 100;
}

/**
 * A USD number from the wire as cents. It is never rounded: an amount is the nearest integer number of cents, and a
 * number further from it than the last bits of a double (0.1 + 0.2) has a third decimal and is refused with a
 * RangeError. So 19.99, whose double times 100 is 1998.9999999999998, is 1999.
 */
export function centsFromUsd(amountUsd: number): Cents {
  const nearest = Math.round(amountUsd * 100);
  const noise = 4 * Number.EPSILON * Math.max(1, Math.abs(amountUsd));
  if (!Number.isSafeInteger(nearest) || Math.abs(amountUsd - nearest / 100) > noise) {
    throw new RangeError(`not a USD amount with two decimals: ${amountUsd}`);
  }
  return cents(nearest);
}

/**
 * `bps` / 10,000 of an amount of 0 or more, rounded down, exact for every amount. `rounding` 'up' rounds up instead.
 * The product of amount and rate may exceed the safe integers, so whole ten thousands and the remainder are multiplied
 * separately.
 */
export function shareOf(amount: Cents, bps: number, rounding: 'down' | 'up' = 'down'): Cents {
  const rest = amount % 10_000;
  const part = (rest * bps) / 10_000;
  return cents(((amount - rest) / 10_000) * bps + (rounding === 'up' ? Math.ceil(part) : Math.floor(part)));
}

/** Cents from typed dollars: '12', '12.', '12.3', '12.34'. Null for anything else. */
export function centsFromText(text: string): Cents | null {
  const [, whole, rest = ''] = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? null : cents(Number(whole + rest.padEnd(2, '0')));
}

/** '$1,234.50', '-$0.05': the format of amounts on screens and in texts. */
export function formatUsd(amount: Cents): string {
  return `${amount < 0 ? '-' : ''}$${plainUsd(cents(Math.abs(amount)), true)}`;
}

/** '1234.50' (or '1,234.50' when grouped): the number with two decimals, as the spec's texts need it. */
export function plainUsd(amount: Cents, grouped = false): string {
  const whole = Math.trunc(Math.abs(amount) / 100).toString();
  const rest = String(Math.abs(amount) % 100).padStart(2, '0');
  const head = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole;
  return `${amount < 0 ? '-' : ''}${head}.${rest}`;
}
