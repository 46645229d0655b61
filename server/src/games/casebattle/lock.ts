/**
 * The lock record of a battle: built in the transaction that takes the last seat, from its seats and drop tables. Source: protocol
 * fp/2, sections 1 and 2.
 */
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { canon } from '@fairpot/fairness/encoding/canon';
import { parseLock } from '@fairpot/fairness/protocol/lock';
import type { CaseTable } from '@fairpot/fairness/games/drop-table';
import type { LockedBlock } from '@fairpot/fairness/base/lock-base';
import type { LockSeal } from '@fairpot/fairness/base/seal-box';
import { nameBeacon, type NamedBeacon } from '../kit/lock.ts';
import type { Round } from '../kit/rounds.ts';
import { tableName, type CaseWithDrops } from './cases/case-store.ts';
import { namedMode } from './modes.ts';
import type { BattleRow, SeatRow } from './store.ts';

export type BattleLock = NamedBeacon & {
  /** Canonical: what is hashed. */
  readonly text: string;
};

/** The contents of the record besides seats and tables. */
export interface BattleLockParts {
  readonly lockedAt: number;
  readonly seal: LockSeal;
  /** The last final block of EOS, as reported by two nodes; null when they did not agree. */
  readonly eos: LockedBlock | null;
  readonly chain: DrandChain;
}

/** The record, and what it names. `seats` are all of the battle's, `tables` one for each of its rounds. */
export function battleLock(
  round: Pick<Round, 'id' | 'hash' | 'feeBps'>,
  { mode }: Pick<BattleRow, 'mode'>,
  seats: readonly SeatRow[],
  tables: readonly CaseWithDrops[],
  { lockedAt, seal, eos, chain }: BattleLockParts,
): BattleLock {
  const beacon = nameBeacon('casebattle', lockedAt, 0, chain);
  const ordered = [...seats].sort((a, b) => a.team - b.team || a.seat - b.seat);
  const inMode = namedMode(mode);
  const lock = parseLock({
    v: 'fp/2',
    type: 'lock',
    game: 'casebattle',
    roundId: round.id,
    hash: round.hash,
    lockedAt,
    feeBps: round.feeBps,
    drand: { chain: chain.chainHash, round: beacon.drandRound },
    eos,
    seal,
    ...(inMode !== null && { mode: inMode }),
    entries: ordered.map(({ pseudonym, team, seat }) => ({ player: pseudonym, team, seat })),
    cases: tables.map(caseTableOf),
  });
  return { ...beacon, text: canon(lock) };
}

/** A drop table as in locks and the public log. */
export function caseTableOf(table: CaseWithDrops): CaseTable {
  return {
    caseId: tableName(table),
    priceCents: table.priceCents,
    weights: table.drops.map((drop) => drop.weight),
    cents: table.drops.map((drop) => drop.cents),
  };
}
