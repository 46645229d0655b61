/**
 * Profits of players, and of accounts that are linked: they share a payout address, or a network that few use. Value that linked accounts
 * win from each other cancels out, so a group is judged by what it won from everyone else. Computed anew for each order, so nothing that
 * was won between two sweeps leaves.
 */
import { networkPeers } from '../accounts/links.ts';
import type { Db } from '../platform/database/sql.ts';
import { profitsOf, profitsOver } from '../protection/front.ts';
import { largestProfit, type Figures } from './rules.ts';
import { addressPeers, forgivenUsd } from './store.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Accounts that are linked to a player in one way. A network of more is public. */
const MAX_LINKED = 10;
/** A group over the limit has a player above this part of it. */
const GROUP_PARTS = 2 * MAX_LINKED + 1;
/** How long after its last session a network links accounts. */
const NETWORK_MS = 30 * DAY_MS;

/** This player and the accounts that are linked to them. */
async function groupOf(db: Db, playerId: string, now: number): Promise<string[]> {
  const addresses = await addressPeers(db, playerId, MAX_LINKED);
  const networks = await networkPeers(db, playerId, now - NETWORK_MS, MAX_LINKED);
  return [...new Set([playerId, ...addresses, ...networks])];
}

/** The figures of a player or their group over the limit in 24 hours; null within it. What staff saw when they reset it is taken off. */
export async function profitOverLimit(
  db: Db,
  playerId: string,
  limitCents: number,
  now: number,
): Promise<{ readonly group: readonly string[]; readonly figures: Figures } | null> {
  const group = await groupOf(db, playerId, now);
  const largest = largestProfit(playerId, await profitsOf(db, group));
  if (largest.wonCents - largest.stakedCents <= limitCents) return null;
  const forgiven = Math.round((await forgivenUsd(db, group, now - DAY_MS)) * 100);
  const profit = largest.wonCents - largest.stakedCents;
  if (profit - forgiven <= limitCents) return null;
  const figures = {
    profitUsd: profit / 100,
    wonUsd: largest.wonCents / 100,
    stakedUsd: largest.stakedCents / 100,
    limitUsd: limitCents / 100,
    accounts: largest.accounts,
  };
  return { group, figures };
}

/** Players whose profit, or that of their group, may be over the limit; the largest first. Only those who won in the last hour. */
export async function profitSuspects(db: Db, limitCents: number): Promise<string[]> {
  const profits = await profitsOver(db, Math.floor(limitCents / GROUP_PARTS));
  return profits
    .sort((a, b) => b.wonCents - b.stakedCents - (a.wonCents - a.stakedCents))
    .map(({ playerId }) => playerId);
}
