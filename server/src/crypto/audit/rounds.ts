/**
 * The audit rounds over deposits. A round reads one list from start to end, page by page, and starts over. Each row is compared with its
 * counterpart, so no totals are needed. Rounds over outgoing money are in payout-rounds.ts.
 */
import { NETWORKS, type Network } from '@fairpot/contract/crypto/calls';
import { cents } from '@fairpot/contract/wire/money';
import { account } from '../../ledger/ledger.ts';
import { cryptoPostedAfter, postedByIds, type PostedTransfer } from '../../ledger/posted-transfers.ts';
import type { Db } from '../../platform/database/sql.ts';
import { centsOfParts } from '../rules.ts';
import type { AddressBook } from '../wallets.ts';
import {
  addressesFrom,
  countAddresses,
  paymentsAfter,
  paymentsOfTransfers,
  type AuditedAddressRow,
  type CreditedRow,
  type AuditFinding,
} from './audit-store.ts';

export interface AuditPage {
  readonly findings: readonly AuditFinding[];
  /** How many items were checked. */
  readonly checked: number;
  /** Where the next page starts, in the round's own format; '' after the last page. */
  readonly next: string;
}

/** One list to go over. `page` reads at most `limit` items after `after` ('' is the start). */
export interface AuditRound {
  readonly name: string;
  page(db: Db, after: string, limit: number): Promise<AuditPage>;
}

const DEPOSIT = 'CRYPTO_DEPOSIT';
const keyOf = ({ network, txid, idx }: CreditedRow) => `crypto:${network}:${txid}:${idx}`;
const about = ({ network, txid, idx, walletId }: CreditedRow) => ({ network, txid, idx, walletId });

/** Describes what a transfer moved. */
export function describePostings({ postings }: PostedTransfer): string {
  return postings.map(({ account: of, cents: sum }) => `${of} ${sum}`).join(', ');
}

/** Every credit in the ledger has its payment. Read before the payments: both are written in one transaction. */
export const creditsRound: AuditRound = {
  name: 'credits',
  async page(db, after, limit) {
    const transfers = await cryptoPostedAfter(db, DEPOSIT, after, limit);
    const ids = transfers.map(({ id }) => id);
    const payments = new Map((await paymentsOfTransfers(db, ids)).map((payment) => [payment.transferId, payment]));
    const findings = transfers.flatMap((transfer): AuditFinding[] => {
      if (payments.has(transfer.id)) return [];
      const detail = `${transfer.key} moved ${describePostings(transfer)}, but no payment was credited by it`;
      const { id } = transfer;
      return [{ kind: 'CREDIT_WITHOUT_PAYMENT', network: null, txid: id, idx: 0, walletId: null, detail }];
    });
    return { findings, checked: transfers.length, next: transfers.length < limit ? '' : (ids.at(-1) ?? '') };
  },
};

/** Every credited payment has its transfer: with its own key, to its own player, worth its units at its rate. */
export const paymentsRound: AuditRound = {
  name: 'payments',
  async page(db, after, limit) {
    const [network = '', txid = '', idx = '-1'] = after.split(' ');
    const payments = await paymentsAfter(db, [network, txid, Number(idx)], limit);
    const ids = payments.flatMap(({ transferId }) => (transferId === null ? [] : [transferId]));
    const transfers = new Map((await postedByIds(db, ids)).map((transfer) => [transfer.id, transfer]));
    const last = payments.at(-1);
    return {
      findings: payments.flatMap((payment) => checkPayment(payment, transfers.get(payment.transferId ?? ''))),
      checked: payments.length,
      next: last === undefined || payments.length < limit ? '' : `${last.network} ${last.txid} ${last.idx}`,
    };
  },
};

function checkPayment(payment: CreditedRow, transfer: PostedTransfer | undefined): AuditFinding[] {
  const { creditedCents, rateMicro, coin, units, playerId, transferId } = payment;
  if (creditedCents === null) return [];
  if (transfer === undefined) {
    const detail = `credited ${creditedCents} cents by ${transferId}, but the ledger has no such transfer`;
    return [{ kind: 'PAYMENT_WITHOUT_CREDIT', ...about(payment), detail }];
  }
  const locked = BigInt(payment.lockedUnits ?? 0);
  const worth = centsOfParts(coin, [
    [locked, payment.lockedMicro ?? 0],
    [BigInt(units) - locked, rateMicro ?? 0],
  ]);
  const lines = new Map(transfer.postings.map(({ account: of, cents: sum }) => [of, sum]));
  const right =
    transfer.key === keyOf(payment) &&
    transfer.code === DEPOSIT &&
    lines.size === 2 &&
    lines.get(account.cash(playerId)) === creditedCents &&
    lines.get(account.world) === cents(0 - creditedCents);
  if (right && worth === creditedCents) return [];
  const detail =
    `credited ${creditedCents} cents to ${playerId}, worth ${worth}; ` +
    `${transfer.id} (${transfer.key}) moved ${describePostings(transfer)}`;
  return [{ kind: 'CREDIT_APART', ...about(payment), detail }];
}

/**
 * Every address matches its index, none is missing, and its order has the same player, coin and payments. Networks without a key here
 * are skipped, because this node cannot derive their addresses.
 */
export function addressesRound(book: AddressBook): AuditRound {
  return {
    name: 'addresses',
    async page(db, after, limit) {
      const [network, from] = parsePosition(after);
      const handed = await countAddresses(db, network);
      const rows = await addressesFrom(db, network, from, limit);
      const last = rows.length < limit;
      // Up to the last index that this page covers.
      const end = last ? handed : (rows.at(-1)?.idx ?? from) + 1;
      const there = new Set(rows.map(({ idx }) => idx));
      const missing: AuditFinding[] = [];
      for (let idx = from; idx < end && missing.length < limit; idx += 1) {
        const detail = `${handed} addresses were handed out, but this one is missing`;
        if (!there.has(idx)) missing.push({ kind: 'ADDRESS_MISSING', network, txid: '', idx, walletId: null, detail });
      }
      const hasKey = book.hasKey(network);
      const findings = rows.flatMap((row) => checkAddress(row, !hasKey || book.isOurs(row)));
      const next = last ? NETWORKS[NETWORKS.indexOf(network) + 1] : network;
      return {
        findings: [...missing, ...findings],
        checked: rows.length,
        next: next === undefined ? '' : `${next} ${last ? 0 : end}`,
      };
    },
  };
}

function parsePosition(after: string): [Network, number] {
  const [network = '', from = '0'] = after.split(' ');
  return [NETWORKS.find((each) => each === network) ?? NETWORKS[0], Number(from)];
}

function checkAddress(
  { id, network, idx, playerId, coin, ordered, order, paidCents }: AuditedAddressRow,
  ours: boolean,
): AuditFinding[] {
  const subject = { network, txid: '', idx, walletId: id };
  const found: AuditFinding[] = [];
  if (!ours)
    found.push({
      kind: 'FOREIGN_ADDRESS',
      ...subject,
      detail: 'the address in the database does not match its index',
    });
  const right =
    order === null
      ? !ordered && paidCents === 0
      : ordered && order.playerId === playerId && order.coin === coin && order.cents === paidCents;
  if (!right) {
    const actual =
      order === null ? 'no order' : `${order.id} of ${order.playerId}, ${order.coin}, ${order.cents} cents`;
    found.push({
      kind: 'ORDER_APART',
      ...subject,
      detail: `${playerId}, ${coin}, payments of ${paidCents} cents, but ${actual}`,
    });
  }
  return found;
}
