/** Pure rules of solvency statements: when one is due, and whether the figures may be published. */
import { addSums, NOTHING } from '@fairpot/fairness/solvency/sums';
import type { LiabilitySums } from '@fairpot/fairness/solvency/sums';
import { COINS } from '@fairpot/contract/crypto/calls';

/** Delay of the first statement after the first head of a log. */
const FIRST_AFTER_MS = 60_000;

/** When the next statement is due; null before there is a log. */
export function dueAt(
  last: { readonly at: number } | null,
  firstHeadAt: number | null,
  everyMs: number,
): number | null {
  if (last !== null) return last.at + everyMs;
  return firstHeadAt === null ? null : firstHeadAt + FIRST_AFTER_MS;
}

/** How long the first statement waits at most for the first reading of what is held. */
const LOOK_WITHIN_MS = 10 * 60_000;

/** Whether the first statement, due at `due`, still waits because holdings are unread or have no rate. */
export function waitsForHoldings(due: number, now: number, isLookedAt: boolean): boolean {
  return !isLookedAt && now < due + LOOK_WITHIN_MS;
}

/** The coin that backs the gifts of a demo. */
export const GIFT_COIN = 'USDT';

/** Base units behind gifts: one dollar of the coin per dollar, but at most `seen`. */
export function giftUnits(giftedCents: number, seen: bigint): bigint {
  const wanted = BigInt(giftedCents) * 10n ** BigInt(COINS[GIFT_COIN].decimals - 2);
  return wanted < seen ? wanted : seen;
}

/** Sums per player id, filled page by page from accounts and items. */
export class PlayerLiabilities {
  readonly #byPlayer = new Map<string, LiabilitySums>();

  get byPlayer(): ReadonlyMap<string, LiabilitySums> {
    return this.#byPlayer;
  }

  /** Adds to what a player is owed; throws for a negative figure or one beyond the safe integers. Zero adds no entry. */
  add(playerId: string, part: Partial<LiabilitySums>): void {
    const sums = { ...NOTHING, ...part };
    if (sums.cents === 0 && sums.items === 0) return;
    this.#byPlayer.set(playerId, addSums(this.#byPlayer.get(playerId) ?? NOTHING, sums));
  }
}

/** Why these liabilities must not be published: they differ from the other side of the books. Null if they match. */
export function balanceProblem(players: LiabilitySums, own: LiabilitySums, byTheBooks: number): string | null {
  const { cents } = addSums(players, own);
  return cents === byTheBooks
    ? null
    : `players and bots have ${cents} cents together, but the books have ${byTheBooks}`;
}
