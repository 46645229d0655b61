/**
 * The book of a player's own withdrawal addresses: coins are sent to these alone. A new one takes a fresh sign-in and waits a day, and
 * every page of the player is told of it: so whoever got into an account cannot take its money away at once (threat T21).
 */
import { commandAt, queryAt } from '../../wire/call.ts';

/** Addresses of one player at the same time. */
export const MOST_ADDRESSES = 20;
export const MOST_LABEL = 40;

export const listCryptoAddresses = queryAt('cryptoWithdraw.addresses', '/cryptowithdrawals/addresses');
export const addCryptoAddress = commandAt('cryptoWithdraw.addresses.add', '/cryptowithdrawals/addresses/add');
export const removeCryptoAddress = commandAt('cryptoWithdraw.addresses.remove', '/cryptowithdrawals/addresses/remove');
