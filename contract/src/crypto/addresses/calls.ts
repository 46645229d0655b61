/**
 * A player's withdrawal address book: coins are sent to these addresses only. Adding an address requires a fresh
 * sign-in, then a day of waiting, and every page of the player shows a notification. So an intruder cannot withdraw at
 * once (threat T21).
 */
import { commandAt, queryAt } from '../../wire/call.ts';

/** Maximum number of addresses of one player. */
export const MAX_ADDRESSES = 20;
export const MAX_LABEL_LENGTH = 40;

export const listCryptoAddresses = queryAt('cryptoWithdraw.addresses', '/cryptowithdrawals/addresses');
export const addCryptoAddress = commandAt('cryptoWithdraw.addresses.add', '/cryptowithdrawals/addresses/add');
export const removeCryptoAddress = commandAt('cryptoWithdraw.addresses.remove', '/cryptowithdrawals/addresses/remove');
