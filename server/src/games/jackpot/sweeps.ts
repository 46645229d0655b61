/**
 * The jackpot's sweeps besides revealing: lock the round whose countdown is over, return the stakes of a round that waited a day
 * for a second player, open the next round unless the beacon is away. Any node may run them; the row lock and the index on open
 * rounds let only one act.
 */
import { JACKPOT_EXPIRY_MS } from '@fairpot/contract/jackpot/calls';
import { sqlState } from '../../platform/database/db.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { Sweep } from '../../platform/runner/feature.ts';
import { retrying } from '../../platform/database/retry.ts';
import { storedSettings } from '../../platform/runner/settings.ts';
import { sql, type Tx } from '../../platform/database/sql.ts';
import { prepareLock } from '../kit/beacon/windows.ts';
import { itemLock, closeRounds, sealFor } from '../kit/lock.ts';
import { openRounds } from '../kit/open.ts';
import { refundRounds } from '../kit/settlement/refund.ts';
import { isBeaconAway, lockRoundRow, takeTurn, type Round } from '../kit/rounds.ts';
import { jackpot } from './jackpot.ts';
import { isDue } from './rules.ts';
import { currentPot, insertPot, isWaitingEmptySql } from './store.ts';

/** A scripted round waits for no beacon; it ends about when an ordinary one would. */
const SCRIPTED_WAIT_MS = 6_000;
const UNIQUE_VIOLATION = '23505';

/** Keeps the table going: lock, expire, open. Returns how many of these it did. */
export function tableSweep(deps: Deps): Sweep {
  return {
    name: 'jackpot.table',
    everyMs: 250,
    due: () => sql`not ${isWaitingEmptySql}`,
    run: async () => {
      const pot = await currentPot(deps.db);
      if (pot?.phase === 'locked') return 0;
      if (pot?.phase !== 'open') return openNext(deps);
      const now = deps.clock.now();
      if (pot.deadlineAt !== null) return pot.deadlineAt <= now ? lockDue(deps, pot.id) : 0;
      return pot.alone === null ? 0 : expireAlone(deps, pot.id);
    },
  };
}

/**
 * Opens a round if none is live, for a start. A live round is left to the sweep, which repeats: its lock can be refused, for instance
 * while the window keys of a new node are being made.
 */
export async function openIfNone(deps: Deps): Promise<number> {
  const pot = await currentPot(deps.db);
  return pot?.phase === 'open' || pot?.phase === 'locked' ? 0 : openNext(deps);
}

async function openNext(deps: Deps): Promise<number> {
  return (await isBeaconAway(deps.db, 'jackpot', deps.clock.now())) ? 0 : openRound(deps);
}

/** Opens a round, so that its commitment is public before any stake; 0 when another node was faster. */
export async function openRound(deps: Deps): Promise<number> {
  const id = deps.ids.next('round');
  const { feeBps } = jackpot.terms(await storedSettings(deps.db));
  try {
    await deps.db.transaction(async (tx) => {
      await openRounds(tx, deps, 'jackpot', [{ id, feeBps, at: deps.clock.now() }]);
      await insertPot(tx, id);
    });
    return 1;
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) return 0;
    throw error;
  }
}

/**
 * Runs `work` on the round with its row locked, if it is still open; runs again when the database undid a lock that came too late.
 */
function withOpenRound(deps: Deps, id: string, work: (tx: Tx, round: Round) => Promise<number>): Promise<number> {
  const inTurn = async (tx: Tx) => {
    await takeTurn(tx, 'jackpot');
    const round = await lockRoundRow(tx, 'jackpot', id);
    return round?.phase === 'open' ? work(tx, round) : 0;
  };
  return retrying(() => deps.db.transaction(inTurn));
}

/** Waits while this node's clock cannot be trusted: another node's may be fine. */
async function lockDue(deps: Deps, id: string): Promise<number> {
  if ((await prepareLock(deps, 'jackpot')) !== null) return 0;
  return withOpenRound(deps, id, async (tx, round) => {
    const lockedAt = deps.clock.now();
    // An entry that arrived in time and waited for its turn may have moved the deadline.
    if (!isDue(round, lockedAt)) return 0;
    const { version } = round;
    if (round.scripted) {
      const lock = { text: null, drandRound: null, dueAt: lockedAt + SCRIPTED_WAIT_MS };
      await closeRounds(tx, 'jackpot', [{ id, version, ...lock, lockedAt, loadedAt: null }]);
      return 1;
    }
    const { seal, ...time } = await sealFor(tx, id, 'jackpot', lockedAt, deps.drandChain);
    const record = itemLock(jackpot, round, round.entries, { lockedAt, seal, chain: deps.drandChain });
    await closeRounds(tx, 'jackpot', [{ id, version, ...record, ...time }]);
    return 1;
  });
}

/** No second player for a day: the only player gets everything back. */
function expireAlone(deps: Deps, id: string): Promise<number> {
  return withOpenRound(deps, id, async (tx, round) => {
    const now = deps.clock.now();
    const [first] = round.entries;
    const alone = first !== undefined && round.entries.every((entry) => entry.playerId === first.playerId);
    if (!alone || now - first.at < JACKPOT_EXPIRY_MS) return 0;
    await refundRounds(tx, jackpot, 'cancelled', [round], 'EXPIRED', now);
    return 1;
  });
}
