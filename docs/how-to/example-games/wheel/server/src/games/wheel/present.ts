/** Wheels as views: data leaves the server only this way, each field named. A secret appears only in a result. */
import type { WheelGame } from '@fairpot/contract/wheel/schemas';
import { sumCents, usd } from '@fairpot/contract/wire/money';
import type { Db } from '../../platform/database/sql.ts';
import { fairnessOf } from '../kit/items/views.ts';
import { itemsOf, playersAndItems, userOf } from '../kit/players-and-items.ts';
import type { Phase, Round } from '../kit/rounds.ts';

const PHASES = {
  open: 'WAITING',
  locked: 'SPINNING',
  settled: 'SETTLED',
  cancelled: 'CANCELLED',
  voided: 'VOIDED',
} as const satisfies Record<Phase, string>;

/** Views of rounds, in their order; two more statements for any number of rounds. */
export async function presentWheels(db: Db, rounds: readonly Round[]): Promise<WheelGame[]> {
  const known = await playersAndItems(
    db,
    rounds.flatMap(({ entries }) => entries),
  );
  return rounds.map((round) => ({
    id: round.id,
    version: round.version,
    phase: PHASES[round.phase],
    entries: round.entries.map((entry) => ({
      user: userOf(entry, known),
      items: itemsOf(entry, known),
      totalUsd: usd(entry.cents),
    })),
    potUsd: usd(sumCents(round.entries.map(({ cents }) => cents))),
    winner: round.result && round.result.winnerNo - 1,
    createdAt: round.openedAt,
    settledAt: round.phase === 'settled' ? round.endedAt : null,
    hash: round.hash,
    secret: round.result && round.result.secret,
    feeBps: round.feeBps,
    feeItemIds: round.result ? [...round.result.payouts.feeItems] : [],
    // Pseudonyms are those of the lock.
    fair: fairnessOf(round, round.lockText === null ? [] : round.entries),
  }));
}
