/**
 * When accounts look as if they worked together: pure, from sums. Games here are fair, so no account can lose a round on purpose; what two
 * accounts can do is play each other until one has it all, and withdraw there. Friends who play each other win and lose in turn, and
 * the one who is ahead did not fund the other. Sums are cents.
 */
import type { CollusionSignName } from '@fairpot/contract/operations/collusion/calls';

/** Sums and shares are over this many days. */
export const SPAN_DAYS = 30;
/** Less than this is no sign, however it moved. */
const MIN_CENTS = 20_000;
/** Fewer rounds between two accounts are chance. */
const MIN_ROUNDS = 8;
/** One way: at most a fifth of it came back. */
const BACK_SHARE = 5;
const RING_FEEDERS = 3;
const RING_MIN_CENTS = 30_000;
const FEEDER_MIN_CENTS = 5_000;
const FEEDER_MIN_ROUNDS = 3;
/** A refund of this much within a week, with a tenth of it staked at most. */
const PASS_MIN_CENTS = 50_000;
const PASS_STAKED_SHARE = 10;
export const PASS_DAYS = 7;

export interface RoundResult {
  readonly roundId: string;
  readonly playerId: string;
  readonly isBot: boolean;
  readonly stakedCents: number;
  readonly wonCents: number;
}

export interface PairFlow {
  readonly loserId: string;
  readonly winnerId: string;
  readonly cents: number;
}

/** What each loser of one round lost to each winner, in proportion to the winners' gains, rounded down. Flows of bots are left out. */
export function flowsOf(results: readonly RoundResult[]): PairFlow[] {
  const net = results.map((result) => ({ ...result, net: result.wonCents - result.stakedCents }));
  const winners = net.filter((result) => result.net > 0);
  const gained = winners.reduce((sum, result) => sum + result.net, 0);
  return net
    .filter((result) => result.net < 0 && !result.isBot)
    .flatMap((loser) =>
      winners
        .filter(({ isBot }) => !isBot)
        .map((winner) => ({
          loserId: loser.playerId,
          winnerId: winner.playerId,
          cents: Number((BigInt(-loser.net) * BigInt(winner.net)) / BigInt(gained)),
        })),
    )
    .filter(({ cents }) => cents > 0);
}

/** What is known of two players over 30 days. */
export interface PairFigures {
  /** From loser to winner, and back. */
  readonly movedCents: number;
  readonly backCents: number;
  /** Rounds in which value moved between them, either way. */
  readonly rounds: number;
  readonly loserRounds: number;
  readonly loserDepositedCents: number;
  readonly winnerWithdrawnCents: number;
  /** They signed in from the same network, or pay out to the same address. */
  readonly isLinked: boolean;
}

export type Figures = Readonly<Record<string, number>>;

/** The sign that a pair shows; null for none. */
export function pairSign(pair: PairFigures): CollusionSignName | null {
  const { movedCents, backCents, rounds, loserRounds, loserDepositedCents, winnerWithdrawnCents, isLinked } = pair;
  const net = movedCents - backCents;
  const isOneWay = backCents * BACK_SHARE <= movedCents;
  if (net < MIN_CENTS || rounds < MIN_ROUNDS || !isOneWay || rounds * 2 < loserRounds) return null;
  if (loserDepositedCents > 0 && net * 2 >= loserDepositedCents && winnerWithdrawnCents * 2 >= net)
    return 'VALUE_MOVED';
  return isLinked ? 'LINKED_ACCOUNTS' : null;
}

/** The accounts that feed one winner; null when they are no ring. */
export function ringOf(
  pairs: readonly (Omit<PairFigures, 'isLinked'> & { readonly loserId: string })[],
): { readonly feeders: readonly string[]; readonly movedCents: number } | null {
  const feeders = pairs.filter(
    ({ movedCents, backCents, rounds, loserRounds }) =>
      movedCents - backCents >= FEEDER_MIN_CENTS &&
      backCents * BACK_SHARE <= movedCents &&
      rounds >= FEEDER_MIN_ROUNDS &&
      rounds * 2 >= loserRounds,
  );
  const moved = feeders.reduce((sum, { movedCents, backCents }) => sum + movedCents - backCents, 0);
  const withdrawn = pairs[0]?.winnerWithdrawnCents ?? 0;
  if (feeders.length < RING_FEEDERS || moved < RING_MIN_CENTS || withdrawn * 2 < moved) return null;
  return { feeders: feeders.map(({ loserId }) => loserId).sort(), movedCents: moved };
}

/** Whether a player who withdrew these refunds within a week only passed value through. */
export function passedThrough(refundCents: number, stakedCents: number): boolean {
  return refundCents >= PASS_MIN_CENTS && stakedCents * PASS_STAKED_SHARE <= refundCents;
}
