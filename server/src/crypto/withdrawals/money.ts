/**
 * The money of a withdrawal: on hold from the click, out of the site when the chain has it for good, back when it never will. Each step
 * is one transfer under a key of its own, and its row says which it was: paid and given back exclude each other three times over.
 */
import { cents } from '@fairpot/contract/wire/money';
import { account, transfer } from '../../ledger/ledger.ts';
import type { Tx } from '../../platform/database/sql.ts';
import type { Ids } from '../../platform/process/ports.ts';
import type { WithdrawalRow } from './store.ts';

interface Step {
  readonly tx: Tx;
  readonly ids: Ids;
  readonly at: number;
}

type Whose = Pick<WithdrawalRow, 'id' | 'playerId' | 'cents' | 'feeCents'>;

/** Reserves the sum. Refuses NOT_ENOUGH_BALANCE. Returns the transfer's id. */
export function hold({ tx, ids, at }: Step, { id, playerId, cents: sum }: Omit<Whose, 'feeCents'>): Promise<string> {
  return transfer(tx, {
    id: ids.next('transfer'),
    key: `cryptoOut:${id}:hold`,
    code: 'CRYPTO_WITHDRAWAL_HOLD',
    ref: id,
    at,
    postings: [
      { account: account.cash(playerId), cents: cents(0 - sum) },
      { account: account.hold(playerId), cents: sum },
    ],
  });
}

/** The coins are gone for good; the fee stays with the house, which paid the network. */
export function payOut({ tx, ids, at }: Step, { id, playerId, cents: sum, feeCents }: Whose): Promise<string> {
  return transfer(tx, {
    id: ids.next('transfer'),
    key: `cryptoOut:${id}:end`,
    code: 'CRYPTO_WITHDRAWAL',
    ref: id,
    at,
    postings: [
      { account: account.hold(playerId), cents: cents(0 - sum) },
      { account: account.world, cents: cents(sum - feeCents) },
      ...(feeCents > 0 ? [{ account: account.house, cents: feeCents }] : []),
    ],
  });
}

/** Nothing was sent and nothing can be: the sum is the player's again. The same key as paying out. */
export function giveBack({ tx, ids, at }: Step, { id, playerId, cents: sum }: Whose): Promise<string> {
  return transfer(tx, {
    id: ids.next('transfer'),
    key: `cryptoOut:${id}:end`,
    code: 'CRYPTO_WITHDRAWAL_BACK',
    ref: id,
    at,
    postings: [
      { account: account.hold(playerId), cents: cents(0 - sum) },
      { account: account.cash(playerId), cents: sum },
    ],
  });
}
