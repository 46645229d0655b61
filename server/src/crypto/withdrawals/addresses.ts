/**
 * The book of a player's withdrawal addresses. Adding one takes a recent sign-in, so a stolen session is not enough. All open pages of
 * the player show that it was added and its day of waiting, so there is time to remove it.
 */
import { COINS, type Network } from '@fairpot/contract/crypto/calls';
import { MAX_ADDRESSES } from '@fairpot/contract/crypto/addresses/calls';
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import type * as calls from '@fairpot/contract/crypto/addresses/schemas';
import { checkPayable } from '../../platform/coins/payable.ts';
import type { Db, Tx } from '../../platform/database/sql.ts';
import type { Deps } from '../../platform/process/deps.ts';
import { type Actor, type NewFact, type TransactionContext, freshUntil } from '../../platform/runner/feature.ts';
import { refuse } from '../../platform/runner/refused.ts';
import { readSettings } from '../../platform/runner/settings.ts';
import { lockCoins } from '../../withdrawals/front.ts';
import { isDepositAddress } from '../store.ts';
import { addressesOf, addressOf, insertAddress, removeAddress, type BookAddressRow } from './address-store.ts';
import { refuseAddress } from './refuse-address.ts';
import { WITHDRAWAL_SETTINGS } from './settings.ts';
import type { CommandHandler } from '../../platform/runner/feature.ts';

type Ctx = Pick<TransactionContext, 'tx' | 'actor' | 'now' | 'emit'>;

export async function listAddresses(db: Db, actor: Actor): Promise<CallOutput<typeof calls.listCryptoAddresses>> {
  const settings = await readSettings(db, WITHDRAWAL_SETTINGS);
  return {
    addresses: (await addressesOf(db, actor.id, MAX_ADDRESSES)).map(presentAddress),
    holdMs: settings['cryptoOut.addressHoldMs'],
    freshUntil: freshUntil(actor, settings['cryptoOut.freshSignInMs']),
  };
}

/** Returns an existing entry unchanged: its waiting time does not restart. */
export async function addAddress(
  deps: Pick<Deps, 'ids'>,
  { tx, actor, now, emit }: Ctx,
  { coinName, address: text, label }: CallInput<typeof calls.addCryptoAddress>,
): Promise<CallOutput<typeof calls.addCryptoAddress>> {
  // Bots have no one to send money to.
  if (actor.isBot) refuse('FORBIDDEN');
  const settings = await readSettings(tx, WITHDRAWAL_SETTINGS);
  if (freshUntil(actor, settings['cryptoOut.freshSignInMs']) <= now) refuse('SIGN_IN_AGAIN');
  const { network } = COINS[coinName];
  const read = checkPayable(coinName, text.trim());
  if ('fault' in read) return refuseAddress(read.fault);
  if (await isDepositAddress(tx, network, read.address)) refuseAddress('OWN');
  await lockCoins(tx, actor.id);
  const existing = await addressOf(tx, actor.id, network, read.address);
  if (existing !== undefined) return presentAddress(existing);
  if ((await addressesOf(tx, actor.id, MAX_ADDRESSES)).length >= MAX_ADDRESSES)
    refuse('TOO_MANY_CRYPTO_ADDRESSES', { max: MAX_ADDRESSES });
  const row: BookAddressRow = {
    id: deps.ids.next('cryptoAddress'),
    network,
    address: read.address,
    label,
    addedAt: now,
    usableAt: now + settings['cryptoOut.addressHoldMs'],
  };
  await insertAddress(tx, actor.id, row);
  emit(addressFact(actor.id, row, 'added'));
  return presentAddress(row);
}

export const dropAddress: CommandHandler<typeof calls.removeCryptoAddress> = async (
  { tx, actor, now, emit },
  { addressId },
) => {
  const row = (await removeAddress(tx, actor.id, addressId, now)) ?? refuse('NOT_FOUND');
  emit(addressFact(actor.id, row, 'removed'));
  return { addressId };
};

/** Refuses CRYPTO_ADDRESS_UNKNOWN, CRYPTO_ADDRESS_WAITS. */
export async function requireUsableAddress(
  tx: Tx,
  playerId: string,
  network: Network,
  address: string,
  now: number,
): Promise<void> {
  const row = (await addressOf(tx, playerId, network, address)) ?? refuse('CRYPTO_ADDRESS_UNKNOWN');
  if (row.usableAt > now) refuse('CRYPTO_ADDRESS_WAITS', { hours: Math.ceil((row.usableAt - now) / HOUR_MS) });
}

const HOUR_MS = 60 * 60_000;

function addressFact(
  playerId: string,
  { id, address, usableAt }: BookAddressRow,
  change: 'added' | 'removed',
): NewFact {
  const version = change === 'added' ? 1 : 2;
  const body = { type: 'crypto.address', addressId: id, version, change, address, usableAt };
  return { topic: 'player', playerId, subject: id, version, type: 'crypto.address', body };
}

function presentAddress({ id, network, address, label, addedAt, usableAt }: BookAddressRow) {
  return { id, network, address, label, addedAt, usableAt };
}
