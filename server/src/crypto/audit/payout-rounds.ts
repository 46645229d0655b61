/**
 * The rounds over money that goes out. Each transfer of withdrawals is one that a withdrawal names; each withdrawal has the transfers of
 * what it says, one transaction of the signer exactly while it says so, of its own coins and address, and, where it was reviewed, two
 * signatures of this very content. Whether that transaction is in the chain is asked by the watcher (chain-watcher/src/audit.ts).
 */
import { payoutText, REVIEWERS } from '@fairpot/contract/crypto/withdrawals/calls';
import { cents, type Cents } from '@fairpot/contract/wire/money';
import { account } from '../../ledger/ledger.ts';
import { cryptoPostedAfter, postedByIds, type Posted } from '../../ledger/posted.ts';
import { isSignedBy } from '../../platform/coins/ed25519.ts';
import { namedTransfers, withdrawalsAfter, type PaidOutRow } from '../withdrawals/audit-pages.ts';
import { payoutUnits } from '../withdrawals/rules.ts';
import type { Finding } from './audit-store.ts';
import { linesOf, type Round } from './rounds.ts';

const HOLD = 'CRYPTO_WITHDRAWAL_HOLD';
const PAID = 'CRYPTO_WITHDRAWAL';
const BACK = 'CRYPTO_WITHDRAWAL_BACK';

/** Every transfer of this code is named by a withdrawal. Read before the withdrawals: both were written together. */
function transfersRound(name: string, code: string): Round {
  return {
    name,
    async page(db, after, limit) {
      const transfers = await cryptoPostedAfter(db, code, after, limit);
      const ids = transfers.map(({ id }) => id);
      const named = await namedTransfers(db, ids);
      const findings = transfers.flatMap((transfer): Finding[] => {
        if (named.has(transfer.id)) return [];
        const detail = `${transfer.key} moved ${linesOf(transfer)}, and no withdrawal names it`;
        const about = { network: null, txid: transfer.id, idx: 0, walletId: null };
        return [{ kind: 'TRANSFER_WITHOUT_WITHDRAWAL', ...about, detail }];
      });
      return { findings, looked: transfers.length, next: transfers.length < limit ? '' : (ids.at(-1) ?? '') };
    },
  };
}

const withdrawalsRound: Round = {
  name: 'withdrawals',
  async page(db, after, limit) {
    const rows = await withdrawalsAfter(db, after, limit);
    const ids = rows.flatMap((row) => [row.holdTransfer, ...(row.endTransfer === null ? [] : [row.endTransfer])]);
    const transfers = new Map((await postedByIds(db, ids)).map((transfer) => [transfer.id, transfer]));
    return {
      findings: rows.flatMap((row) => judge(row, transfers)),
      looked: rows.length,
      next: rows.length < limit ? '' : (rows.at(-1)?.id ?? ''),
    };
  },
};

export const payoutRounds: readonly Round[] = [
  transfersRound('holds', HOLD),
  transfersRound('payouts', PAID),
  transfersRound('refunds', BACK),
  withdrawalsRound,
];

function judge(row: PaidOutRow, transfers: ReadonlyMap<string, Posted>): Finding[] {
  const about = { network: row.network, txid: row.id, idx: 0, walletId: null };
  const findings: [Finding['kind'], string | null][] = [
    ['WITHDRAWAL_APART', moneyApart(row, transfers)],
    ['PAYOUT_APART', payoutApart(row)],
    ['REVIEW_APART', reviewApart(row)],
  ];
  return findings.flatMap(([kind, detail]) => (detail === null ? [] : [{ kind, ...about, detail }]));
}

/** What is wrong with its money, in words; null: nothing. */
function moneyApart(row: PaidOutRow, transfers: ReadonlyMap<string, Posted>): string | null {
  const { id, playerId, cents: sum, feeCents, state, holdTransfer, endTransfer } = row;
  const worth = payoutUnits(row.coin, sum - feeCents, row.rateMicro).toString();
  if (worth !== row.units) return `pays ${row.units} base units of ${row.coin}; ${sum - feeCents} cents are ${worth}`;
  const less = cents(0 - sum);
  const hold = transfers.get(holdTransfer);
  const held = [[account.cash(playerId), less] as const, [account.hold(playerId), sum] as const];
  if (!isOf(hold, HOLD, `cryptoOut:${id}:hold`, held)) return `${sum} cents on hold by ${told(hold, holdTransfer)}`;
  const isOver = endTransfer !== null;
  // The books come a moment after what they book: a withdrawal that waits for them has not ended.
  if (!isOver) return state === 'REFUNDED' ? `${state}, and no transfer brought it back` : null;
  const end = transfers.get(endTransfer);
  const fee = feeCents > 0 ? [[account.house, feeCents] as const] : [];
  const paid = [[account.hold(playerId), less] as const, [account.world, cents(sum - feeCents)] as const, ...fee];
  const back = [[account.hold(playerId), less] as const, [account.cash(playerId), sum] as const];
  const right = state === 'CONFIRMED' ? isOf(end, PAID, endKey(id), paid) : isOf(end, BACK, endKey(id), back);
  return right ? null : `${state} of ${sum} cents, ${feeCents} of them the fee, by ${told(end, endTransfer)}`;
}

const endKey = (id: string) => `cryptoOut:${id}:end`;

function isOf(
  transfer: Posted | undefined,
  code: string,
  key: string,
  lines: readonly (readonly [string, Cents])[],
): boolean {
  if (transfer === undefined || transfer.code !== code || transfer.key !== key) return false;
  const posted = new Map(transfer.postings.map(({ account: of, cents: sum }) => [of, sum]));
  return posted.size === lines.length && lines.every(([of, sum]) => posted.get(of) === sum);
}

function told(transfer: Posted | undefined, id: string): string {
  if (transfer === undefined) return `${id}, which the ledger does not have`;
  return `${transfer.id} (${transfer.key}), which moved ${linesOf(transfer)}`;
}

const SENT: readonly string[] = ['SIGNED', 'BROADCAST', 'CONFIRMED'];

/** What is wrong with its transaction, in words; null: nothing. */
function payoutApart({ state, txid, coin, address, units, alive }: PaidOutRow): string | null {
  const all = alive.map((each) => `${each.txid} (${each.state}: ${each.units} of ${each.coin} to ${each.address})`);
  const there = all.length === 0 ? 'no transaction' : all.join(' and ');
  if (!SENT.includes(state)) return alive.length === 0 ? null : `${state}, and there is ${there}`;
  const [one] = alive;
  const right =
    alive.length === 1 &&
    one?.txid === txid &&
    one.state === state &&
    one.coin === coin &&
    one.address === address &&
    one.units === units;
  return right ? null : `${state} by ${txid}: ${units} of ${coin} to ${address}; there is ${there}`;
}

/** What is wrong with its review, in words; null: nothing. */
function reviewApart(row: PaidOutRow): string | null {
  const { state, review, approvals } = row;
  const text = payoutText({ ...row, units: row.mostUnits });
  const wrong = approvals.find(({ key, signature }) => !isSignedBy(text, key, signature));
  if (wrong !== undefined) return `the signature of ${wrong.staffId} is of something else than what it pays`;
  const people = new Set(approvals.map(({ staffId }) => staffId));
  const wanted = review && (state === 'APPROVED' || SENT.includes(state));
  return wanted && people.size < REVIEWERS ? `${state}, and signed by ${people.size} of the staff` : null;
}
