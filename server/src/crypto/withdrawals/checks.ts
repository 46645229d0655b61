/** The checks shown to the staff who review a withdrawal: the current values of what was checked at its creation. */
import type { WithdrawalReview } from '@fairpot/contract/crypto/withdrawals/schemas';
import { cents, usd } from '@fairpot/contract/wire/money';
import { withdrawalAccount } from '../../accounts/front.ts';
import type { Db } from '../../platform/database/sql.ts';
import { getKnown } from '../../platform/runner/refused.ts';
import { readSettings } from '../../platform/runner/settings.ts';
import { LEVEL_NEEDED, withdrawalTerms } from '../../withdrawals/front.ts';
import { frozenAt } from '../../trades/front.ts';
import { openIncidentsOf } from '../incidents.ts';
import { WITHDRAWAL_SETTINGS } from './settings.ts';
import { requestedCentsInDay, type WithdrawalRow } from './store.ts';

type ReviewChecks = WithdrawalReview['checks'];

/** Each player is read once, even with several withdrawals. */
export async function reviewChecks(
  db: Db,
  rows: readonly WithdrawalRow[],
  now: number,
): Promise<(row: WithdrawalRow) => ReviewChecks> {
  const players = [...new Set(rows.map((row) => row.playerId))];
  const { 'cryptoOut.dayCents': most } = await readSettings(db, WITHDRAWAL_SETTINGS);
  const incidents = await openIncidentsOf(db, players);
  const found = new Map<string, ReviewChecks>();
  for (const id of players) {
    const { level, refundable } = await withdrawalTerms(db, id);
    found.set(id, {
      level,
      levelNeeded: LEVEL_NEEDED,
      refundableUsd: usd(cents(refundable)),
      dayUsd: usd(cents(await requestedCentsInDay(db, id, now))),
      dayMostUsd: usd(cents(most)),
      frozen: (await frozenAt(db, id)) !== null,
      incidents: incidents.get(id) ?? 0,
      joinedAt: (await withdrawalAccount(db, id)).joinedAt,
    });
  }
  return (row) => getKnown(found, row.playerId);
}
