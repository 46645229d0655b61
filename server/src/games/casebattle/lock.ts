/**
 * The lock record of a battle: built in the transaction that takes the last seat, from the seats and drop tables that are
 * in it. Source: protocol fp/1, sections 1 and 2.
 */
import type { DrandChain } from '@fairpot/fairness/beacon';
import { canon } from '@fairpot/fairness/canon';
import { parseLock, type CaseTable } from '@fairpot/fairness/lock';
import type { EosHead } from '../kit/eos-head.ts';
import { nameBattle, type NamedBattle } from '../kit/lock.ts';
import type { Round } from '../kit/rounds.ts';
import { tableName, type CaseWithDrops } from './case-store.ts';
import { namedMode } from './modes.ts';
import type { BattleRow, Seat } from './store.ts';

export type BattleLock = NamedBattle & {
  /** Canonical: what is hashed. */
  readonly text: string;
};

/** The record, and what it names; null when the head is too old to name a block that lies ahead. `seats` are all of the battle's, `tables` one per round of it. */
export function battleLock(
  round: Round,
  { mode }: Pick<BattleRow, 'mode'>,
  seats: readonly Seat[],
  tables: readonly CaseWithDrops[],
  named: { readonly head: EosHead; readonly lockedAt: number; readonly chain: DrandChain },
): BattleLock | null {
  const { head, lockedAt, chain } = named;
  const beacon = nameBattle(lockedAt, head, chain);
  if (beacon === null) return null;
  const ordered = [...seats].sort((a, b) => a.team - b.team || a.seat - b.seat);
  const inMode = namedMode(mode);
  const lock = parseLock({
    v: 'fp/1',
    type: 'lock',
    game: 'casebattle',
    roundId: round.id,
    hash: round.hash,
    lockedAt,
    feeBps: round.feeBps,
    drand: { chain: chain.chainHash, round: beacon.drandRound },
    eos: beacon.eos,
    ...(inMode !== null && { mode: inMode }),
    entries: ordered.map(({ pseudonym, team, seat }) => ({ player: pseudonym, team, seat })),
    cases: tables.map(caseTableOf),
  });
  return { ...beacon, text: canon(lock) };
}

/** A drop table as locks and the public log have it. */
export function caseTableOf(table: CaseWithDrops): CaseTable {
  return {
    caseId: tableName(table),
    weights: table.drops.map((drop) => drop.weight),
    cents: table.drops.map((drop) => drop.cents),
  };
}
