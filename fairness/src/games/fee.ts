/**
 * The fee of a round: its maximum in cents, and which items of the pot it takes.
 *
 * The settlement takes what this returns, the verifier recomputes it. Invariant: the fee is never above its rate, and
 * the choice never costs the house: it is the highest total that fits, found exactly.
 */

/** An item of the pot that the fee may take; `cents` are from its price snapshot. */
export type FeeItem = { readonly id: string; readonly cents: number };
/** The items taken, in the order given, and their sum. */
export type FeePick = { readonly ids: readonly string[]; readonly cents: number };

/** Maximum number of sums in the table of reachable sums: a fee of 671,088.64 USD. */
const MAX_CENTS = 1 << 26;
/** Up to this many items, all subset sums are few enough to list, whatever their size. */
const FEW_ITEMS = 18;

/** `floor(pot * bps / 10000)`, in cents. */
export function feeCents(potCents: number, feeBps: number): number {
  return Number((BigInt(potCents) * BigInt(feeBps)) / 10_000n);
}

/**
 * The subset with the highest total not above `limit`. Among equal totals, the subset of the earliest items: its last
 * item comes first, then its last but one, and so on. Empty when nothing fits. Exact: with up to 18 items for any
 * values, with more for a limit up to 2^26 cents (throws beyond). Time is at most items * limit / 32 word operations
 * and ends as soon as the limit is met to the cent, which many items do within the first few.
 */
export function pickFeeItems(items: readonly FeeItem[], limit: number): FeePick {
  if (!Number.isSafeInteger(limit) || limit < 0) throw new Error(`not an amount of cents: ${limit}`);
  for (const { id, cents } of items)
    if (!Number.isSafeInteger(cents) || cents < 0) throw new Error(`item ${id} is not worth whole cents: ${cents}`);
  const fitting = items.filter((item) => item.cents > 0 && item.cents <= limit);
  // Divided by their common divisor, there are fewer sums, and a limit between two multiples is met exactly.
  const unit = fitting.reduce((divisor, item) => gcd(divisor, item.cents), 0) || 1;
  const values = fitting.map((item) => item.cents / unit);
  const whole = values.reduce((sum, value) => sum + BigInt(value), 0n);
  const roof = Math.floor(limit / unit);
  const most = whole < BigInt(roof) ? Number(whole) : roof;
  const { best, lastItemOf } = values.length <= FEW_ITEMS ? listSums(values, most) : tableSums(values, most);
  const ids: string[] = [];
  for (let left = best; left > 0;) {
    const item = lastItemOf(left);
    const value = values[item];
    if (value === undefined) throw new Error(`no subset makes ${left}`);
    ids.unshift(fitting[item]?.id ?? '');
    left -= value;
  }
  return { ids, cents: best * unit };
}

/**
 * The highest reachable sum, and for every reachable one the item that made it reachable first when items are added one
 * by one. The rest of that sum was reachable by earlier items only, so following it yields a subset.
 */
type ReachableSums = { readonly best: number; readonly lastItemOf: (sum: number) => number };

function listSums(values: readonly number[], most: number): ReachableSums {
  const firstBy = new Map<number, number>([[0, -1]]);
  for (const [item, value] of values.entries()) {
    if (firstBy.has(most)) break;
    for (const sum of [...firstBy.keys()])
      if (sum + value <= most && !firstBy.has(sum + value)) firstBy.set(sum + value, item);
  }
  let best = 0;
  for (const sum of firstBy.keys()) best = Math.max(best, sum);
  return { best, lastItemOf: (sum) => firstBy.get(sum) ?? -1 };
}

function tableSums(values: readonly number[], most: number): ReachableSums {
  if (most > MAX_CENTS || values.length > 0xffff)
    throw new RangeError(`a fee of up to ${most} cents from ${values.length} items is beyond the exact search`);
  const firstBy = new Uint16Array(most + 1);
  const reached = new Uint32Array((most >>> 5) + 1);
  reached[0] = 1;
  for (const [item, value] of values.entries()) {
    if (hasBit(reached, most)) break;
    addItem(reached, value, most, (sum) => (firstBy[sum] = item));
  }
  let best = most;
  while (!hasBit(reached, best)) best -= 1;
  return { best, lastItemOf: (sum) => firstBy[sum] ?? -1 };
}

/**
 * `reached |= reached << value` within [0, most], reporting each new sum. Downwards, so that the source is not
 * overwritten.
 */
function addItem(reached: Uint32Array, value: number, most: number, onNew: (sum: number) => void): void {
  const words = value >>> 5;
  const bits = value & 31;
  for (let at = reached.length - 1; at >= words; at -= 1) {
    const high = (reached[at - words] ?? 0) << bits;
    const low = bits === 0 ? 0 : (reached[at - words - 1] ?? 0) >>> (32 - bits);
    const known = reached[at] ?? 0;
    let fresh = (high | low) & ~known;
    while (fresh !== 0) {
      const bit = 31 - Math.clz32(fresh);
      fresh &= ~(1 << bit);
      const sum = at * 32 + bit;
      if (sum > most) continue;
      reached[at] = (reached[at] ?? 0) | (1 << bit);
      onNew(sum);
    }
  }
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

function hasBit(bits: Uint32Array, index: number): boolean {
  return (((bits[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1;
}
