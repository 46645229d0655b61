/**
 * Looks for accounts that work together. Results are read once, in order, a page at a time; only pairs and winners of that page are
 * judged. The cursor, the sums and the signs are of one transaction, so a page counts once, whichever nodes run this.
 */
import { resultsAfter, roundsSince, shareNetwork } from '../accounts/links.ts';
import { shareAddress, sharedAddresses } from '../crypto/front.ts';
import { depositedSince, stakedSince } from '../protection/front.ts';
import { refundsSince, withdrawnSince } from '../withdrawals/front.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { Db } from '../platform/database/sql.ts';
import { flowsOf, pairSign, passedThrough, PASS_DAYS, ringOf, SPAN_DAYS, type PairFlow } from './rules.ts';
import {
  addPairs,
  forgetSums,
  moveCursor,
  pairsOfWinner,
  pairSums,
  raise,
  takeCursor,
  type PairSums,
} from './store.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Results become readable out of order by the length of a transaction, which is far shorter than this. */
const LAG_MS = 60_000;
const ROUNDS_PER_PAGE = 200;

/**
 * Counts a page of results and judges its pairs and winners, in one transaction: a node that dies loses no sign. Returns the number of
 * rounds.
 */
export async function checkResults({ db, clock }: Deps): Promise<number> {
  const now = clock.now();
  const today = Math.floor(now / DAY_MS);
  return db.transaction(async (tx) => {
    const cursor = await takeCursor(tx);
    if (cursor === undefined) return 0;
    const rounds = await resultsAfter(tx, cursor, now - LAG_MS, ROUNDS_PER_PAGE);
    const last = rounds.at(-1);
    if (last === undefined) return 0;
    const sums = new Map<string, PairFlow & { day: number; rounds: number }>();
    for (const { at, results } of rounds) {
      for (const flow of flowsOf(results)) {
        const day = Math.floor(at / DAY_MS);
        const key = `${flow.loserId} ${flow.winnerId} ${day}`;
        const sum = sums.get(key);
        sums.set(key, { ...flow, day, cents: flow.cents + (sum?.cents ?? 0), rounds: 1 + (sum?.rounds ?? 0) });
      }
    }
    const pairs = [...sums.values()];
    await addPairs(tx, pairs);
    for (const { loserId, winnerId } of pairs) await judgePair(tx, loserId, winnerId, today, now);
    for (const winnerId of new Set(pairs.map((pair) => pair.winnerId))) await judgeWinner(tx, winnerId, today, now);
    await moveCursor(tx, last);
    return rounds.length;
  });
}

async function judgePair(db: Db, loserId: string, winnerId: string, today: number, now: number): Promise<void> {
  const sums = await pairSums(db, loserId, winnerId, today);
  if (sums === undefined) return;
  const pair = {
    ...sums,
    loserRounds: await roundsSince(db, loserId, today - SPAN_DAYS),
    loserDepositedCents: await depositedSince(db, loserId, SPAN_DAYS),
    winnerWithdrawnCents: await withdrawnSince(db, winnerId, today - SPAN_DAYS),
  };
  // Whether they are linked is asked only where it matters.
  if (pairSign({ ...pair, isLinked: true }) === null) return;
  const isLinked =
    (await shareNetwork(db, loserId, winnerId, now - SPAN_DAYS * DAY_MS)) ||
    (await shareAddress(db, loserId, winnerId));
  const sign = pairSign({ ...pair, isLinked });
  if (sign === null) return;
  const figures = {
    movedUsd: pair.movedCents / 100,
    backUsd: pair.backCents / 100,
    roundsTogether: pair.rounds,
    roundsOfLoser: pair.loserRounds,
    loserDepositedUsd: pair.loserDepositedCents / 100,
    winnerWithdrewUsd: pair.winnerWithdrawnCents / 100,
    linked: isLinked ? 1 : 0,
  };
  await raise(db, { sign, playerId: winnerId, others: [loserId], figures }, now);
}

async function judgeWinner(db: Db, winnerId: string, today: number, now: number): Promise<void> {
  const withdrawn = await withdrawnSince(db, winnerId, today - SPAN_DAYS);
  if (withdrawn === 0) return;
  const pairs = [];
  for (const sums of await pairsOfWinner(db, winnerId, today)) pairs.push(await withRounds(db, sums, today, withdrawn));
  const ring = ringOf(pairs);
  if (ring === null) return;
  const figures = {
    accounts: ring.feeders.length,
    movedUsd: ring.movedCents / 100,
    winnerWithdrewUsd: withdrawn / 100,
  };
  await raise(db, { sign: 'RING', playerId: winnerId, others: ring.feeders, figures }, now);
}

async function withRounds(db: Db, sums: PairSums, today: number, winnerWithdrawnCents: number) {
  const loserRounds = await roundsSince(db, sums.loserId, today - SPAN_DAYS);
  return { ...sums, loserRounds, loserDepositedCents: 0, winnerWithdrawnCents };
}

/** Looks at the largest refunds of today, and at payout addresses that two accounts added. Returns the number of new signs. */
export async function checkWithdrawals({ db, clock }: Deps): Promise<number> {
  const now = clock.now();
  const today = Math.floor(now / DAY_MS);
  let raised = 0;
  for (const { playerId, cents } of await refundsSince(db, today, today - PASS_DAYS)) {
    const staked = await stakedSince(db, playerId, PASS_DAYS);
    if (!passedThrough(cents, staked)) continue;
    const figures = { refundedUsd: cents / 100, stakedUsd: staked / 100 };
    raised += Number(await raise(db, { sign: 'PASS_THROUGH', playerId, others: [], figures }, now));
  }
  for (const { playerId, others } of await sharedAddresses(db, now - 2 * DAY_MS)) {
    const figures = { accounts: others.length + 1 };
    raised += Number(await raise(db, { sign: 'SHARED_ADDRESS', playerId, others, figures }, now));
  }
  return raised;
}

export function forget({ db, clock }: Deps): Promise<number> {
  return forgetSums(db, Math.floor(clock.now() / DAY_MS));
}
