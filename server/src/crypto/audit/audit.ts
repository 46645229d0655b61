/**
 * The reconciliation of crypto, sweep `crypto.audit`: rounds over the ledger, payments, addresses and withdrawals, one page each at a
 * time, on one node. A mismatch becomes an incident, which blocks the address and waits for a person; nothing is corrected here. The
 * chain's side is audited by the watcher, which alone contacts nodes (chain-watcher/src/audit.ts).
 */
import type { Deps } from '../../platform/process/deps.ts';
import type { Sweep } from '../../platform/runner/feature.ts';
import type { AddressBook } from '../wallets.ts';
import { anyTurnDueSql, claimTurn, dueTurns, reportFinding, storePosition } from './audit-store.ts';
import { payoutRounds } from './payout-rounds.ts';
import { addressesRound, creditsRound, paymentsRound, type AuditRound } from './rounds.ts';

const EVERY_MS = 10_000;
/** Rows per page. */
const AT_ONCE = 100;
/** Pause between two rounds. */
const REST_MS = 60_000;

export function auditSweep(deps: Deps, book: AddressBook): Sweep {
  const rounds: readonly AuditRound[] = [creditsRound, paymentsRound, addressesRound(book), ...payoutRounds];
  const names = rounds.map(({ name }) => name);
  return {
    name: 'crypto.audit',
    everyMs: EVERY_MS,
    due: (now) => anyTurnDueSql(names, now),
    isUpkeep: true,
    run: async (signal) => {
      const due = await dueTurns(deps.db, names, deps.clock.now());
      let looked = 0;
      for (const round of rounds) if (due.has(round.name) && !signal.aborted) looked += await auditPage(deps, round);
      return looked;
    },
  };
}

/** Runs one page of a round and returns how many items it checked. */
function auditPage({ db, clock, log }: Deps, round: AuditRound): Promise<number> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const turn = await claimTurn(tx, round.name, now);
    if (turn === null) return 0;
    const { findings, checked, next } = await round.page(tx, turn.after, AT_ONCE);
    for (const finding of findings) {
      if (await reportFinding(tx, finding, now)) log.error({ ...finding }, 'crypto audit: mismatch');
    }
    await storePosition(tx, round.name, next, next === '' ? now + REST_MS : now);
    return checked;
  });
}
