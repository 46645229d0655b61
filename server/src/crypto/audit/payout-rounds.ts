/**
 * The audit rounds over outgoing money. Each withdrawal transfer belongs to a withdrawal. Each withdrawal has the transfers that match
 * its state, exactly one transaction of the signer while its state says so, with the same coins and address, and, if it was reviewed,
 * two signatures of this exact content. Whether the chain has that transaction is checked by the watcher (chain-watcher/src/audit.ts).
 */
import { payoutText, REVIEWERS } from '@fairpot/contract/crypto/withdrawals/calls';
import { cents, type Cents } from '@fairpot/contract/wire/money';
import { account } from '../../ledger/ledger.ts';
import { cryptoPostedAfter, postedByIds, type PostedTransfer } from '../../ledger/posted-transfers.ts';
import { isSignedBy } from '../../platform/coins/ed25519.ts';
import { namedTransfers, withdrawalsAfter, type PaidOutRow } from '../withdrawals/audit-pages.ts';
import { payoutUnits } from '../withdrawals/rules.ts';
import type { AuditFinding } from './audit-store.ts';
import { describePostings, type AuditRound } from './rounds.ts';

const HOLD = 'CRYPTO_WITHDRAWAL_HOLD';
const PAID = 'CRYPTO_WITHDRAWAL';
const BACK = 'CRYPTO_WITHDRAWAL_BACK';

/** Every transfer of this code belongs to a withdrawal. Read before the withdrawals: both are written in one transaction. */
function transfersRound(name: string, code: string): AuditRound {
  return {
    name,
    async page(db, after, limit) {
      const transfers = await cryptoPostedAfter(db, code, after, limit);
      const ids = transfers.map(({ id }) => id);
      const named = await namedTransfers(db, ids);
      const findings = transfers.flatMap((transfer): AuditFinding[] => {
        if (named.has(transfer.id)) return [];
        const detail = `${transfer.key} moved ${describePostings(transfer)}, but no withdrawal names it`;
        const about = { network: null, txid: transfer.id, idx: 0, walletId: null };
        return [{ kind: 'TRANSFER_WITHOUT_WITHDRAWAL', ...about, detail }];
      });
      return { findings, checked: transfers.length, next: transfers.length < limit ? '' : (ids.at(-1) ?? '') };
    },
  };
}

const withdrawalsRound: AuditRound = {
  name: 'withdrawals',
  async page(db, after, limit) {
    const rows = await withdrawalsAfter(db, after, limit);
    const ids = rows.flatMap((row) => [row.holdTransfer, ...(row.endTransfer === null ? [] : [row.endTransfer])]);
    const transfers = new Map((await postedByIds(db, ids)).map((transfer) => [transfer.id, transfer]));
    return {
      findings: rows.flatMap((row) => checkWithdrawal(row, transfers)),
      checked: rows.length,
      next: rows.length < limit ? '' : (rows.at(-1)?.id ?? ''),
    };
  },
};

export const payoutRounds: readonly AuditRound[] = [
  transfersRound('holds', HOLD),
  transfersRound('payouts', PAID),
  transfersRound('refunds', BACK),
  withdrawalsRound,
];

function checkWithdrawal(row: PaidOutRow, transfers: ReadonlyMap<string, PostedTransfer>): AuditFinding[] {
  const about = { network: row.network, txid: row.id, idx: 0, walletId: null };
  const findings: [AuditFinding['kind'], string | null][] = [
    ['WITHDRAWAL_APART', moneyMismatch(row, transfers)],
    ['PAYOUT_APART', payoutMismatch(row)],
    ['REVIEW_APART', reviewMismatch(row)],
  ];
  return findings.flatMap(([kind, detail]) => (detail === null ? [] : [{ kind, ...about, detail }]));
}

/** Describes what is wrong with its money; null if nothing. */
function moneyMismatch(row: PaidOutRow, transfers: ReadonlyMap<string, PostedTransfer>): string | null {
  const { id, playerId, cents: sum, feeCents, state, holdTransfer, endTransfer } = row;
  const worth = payoutUnits(row.coin, sum - feeCents, row.rateMicro).toString();
  if (worth !== row.units)
    return `pays ${row.units} base units of ${row.coin}, but ${sum - feeCents} cents are worth ${worth}`;
  const less = cents(0 - sum);
  const hold = transfers.get(holdTransfer);
  const expectedHold = [[account.cash(playerId), less] as const, [account.hold(playerId), sum] as const];
  if (!isOf(hold, HOLD, `cryptoOut:${id}:hold`, expectedHold))
    return `expected a hold of ${sum} cents, found ${describeTransfer(hold, holdTransfer)}`;
  const isOver = endTransfer !== null;
  // The books run a moment later, so a withdrawal that waits for them has not ended yet.
  if (!isOver) return state === 'REFUNDED' ? `${state}, but no transfer refunded it` : null;
  const end = transfers.get(endTransfer);
  const fee = feeCents > 0 ? [[account.house, feeCents] as const] : [];
  const paid = [[account.hold(playerId), less] as const, [account.world, cents(sum - feeCents)] as const, ...fee];
  const back = [[account.hold(playerId), less] as const, [account.cash(playerId), sum] as const];
  const right = state === 'CONFIRMED' ? isOf(end, PAID, endKey(id), paid) : isOf(end, BACK, endKey(id), back);
  return right
    ? null
    : `${state} of ${sum} cents including ${feeCents} fee, found ${describeTransfer(end, endTransfer)}`;
}

const endKey = (id: string) => `cryptoOut:${id}:end`;

function isOf(
  transfer: PostedTransfer | undefined,
  code: string,
  key: string,
  lines: readonly (readonly [string, Cents])[],
): boolean {
  if (transfer === undefined || transfer.code !== code || transfer.key !== key) return false;
  const posted = new Map(transfer.postings.map(({ account: of, cents: sum }) => [of, sum]));
  return posted.size === lines.length && lines.every(([of, sum]) => posted.get(of) === sum);
}

function describeTransfer(transfer: PostedTransfer | undefined, id: string): string {
  if (transfer === undefined) return `no transfer ${id}`;
  return `${transfer.id} (${transfer.key}) that moved ${describePostings(transfer)}`;
}

const SENT: readonly string[] = ['SIGNED', 'BROADCAST', 'CONFIRMED'];

/** Describes what is wrong with its transaction; null if nothing. */
function payoutMismatch({ state, txid, coin, address, units, alive }: PaidOutRow): string | null {
  const all = alive.map((each) => `${each.txid} (${each.state}: ${each.units} of ${each.coin} to ${each.address})`);
  const there = all.length === 0 ? 'no transaction' : all.join(' and ');
  if (!SENT.includes(state)) return alive.length === 0 ? null : `${state}, but there is ${there}`;
  const [one] = alive;
  const right =
    alive.length === 1 &&
    one?.txid === txid &&
    one.state === state &&
    one.coin === coin &&
    one.address === address &&
    one.units === units;
  return right ? null : `${state} by ${txid}: ${units} of ${coin} to ${address}; but there is ${there}`;
}

/** Describes what is wrong with its review; null if nothing. */
function reviewMismatch(row: PaidOutRow): string | null {
  const { state, review, approvals } = row;
  const text = payoutText({ ...row, units: row.mostUnits });
  const wrong = approvals.find(({ key, signature }) => !isSignedBy(text, key, signature));
  if (wrong !== undefined) return `${wrong.staffId} signed something else than what is paid`;
  const people = new Set(approvals.map(({ staffId }) => staffId));
  const needsReviewers = review && (state === 'APPROVED' || SENT.includes(state));
  return needsReviewers && people.size < REVIEWERS ? `${state}, but signed by ${people.size} reviewers` : null;
}
