/** A player's own protection as the screens show it: this room's data leaves the server only this way. */
import { LOOSEN_OPEN_MS } from '@fairpot/contract/protection/calls';
import type { getProtection } from '@fairpot/contract/protection/schemas';
import type { CallOutput } from '@fairpot/contract/wire/call.schemas';
import { cents, usd } from '@fairpot/contract/wire/money';
import { memberSince } from '../accounts/people.ts';
import type { Db } from '../platform/database/sql.ts';
import { cryptoSums, tradeSums } from '../withdrawals/front.ts';
import { blockAt } from './rules.ts';
import { blockOf, guardOf, isAnswered, limitsOf, type GuardRow, type LimitRow } from './store.ts';

type ProtectionView = CallOutput<typeof getProtection>;

const HOUR_MS = 3_600_000;

export async function protectionOf(db: Db, playerId: string): Promise<ProtectionView> {
  const guard = await guardOf(db, playerId);
  const limits = await limitsOf(db, playerId);
  return {
    now: guard.now,
    limits: limits.map((row) => limitView(guard.now, row)),
    limitsAnswered: await isAnswered(db, playerId),
    block: blockAt(guard.now, blockOf(guard)),
    realityMinutes: guard.realityMinutes,
    play: playView(guard),
    net: await netOf(db, playerId),
  };
}

async function netOf(db: Db, playerId: string): Promise<ProtectionView['net']> {
  const [trades, coins] = [await tradeSums(db, playerId), await cryptoSums(db, playerId)];
  const deposited = cents(trades.depositedCents + coins.depositedCents);
  const withdrawn = cents(trades.takenCents + coins.takenCents);
  return {
    since: await memberSince(db, playerId),
    depositedUsd: usd(deposited),
    withdrawnUsd: usd(withdrawn),
    netUsd: usd(cents(deposited - withdrawn)),
  };
}

function limitView(now: number, row: LimitRow): ProtectionView['limits'][number] {
  const { kind, span, askedFrom, askedCents, usedCents, leavesAt } = row;
  const open = askedFrom !== null && now < askedFrom + LOOSEN_OPEN_MS;
  return {
    kind,
    span,
    limitUsd: usd(cents(row.cents)),
    usedUsd: usd(cents(usedCents)),
    freeUsd: usd(cents(Math.max(0, row.cents - usedCents))),
    easesAt: leavesAt === null ? null : leavesAt * HOUR_MS,
    asked: open
      ? {
          limitUsd: askedCents === null ? null : usd(cents(askedCents)),
          from: askedFrom,
          until: askedFrom + LOOSEN_OPEN_MS,
        }
      : null,
  };
}

function playView({ since, readAt, stakedCents, wonCents }: GuardRow): ProtectionView['play'] {
  if (since === null || readAt === null || stakedCents === null || wonCents === null) return null;
  return {
    since,
    readAt,
    stakedUsd: usd(cents(stakedCents)),
    wonUsd: usd(cents(wonCents)),
    netUsd: usd(cents(wonCents - stakedCents)),
  };
}
