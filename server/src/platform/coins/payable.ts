/**
 * Which addresses a coin can be paid to. The site checks an address when the player enters it. The signer checks again before it signs, because it
 * trusts no other process. The address text does not show its on-chain state (whether it is a contract, for example): the signer asks a node for
 * that.
 */
import type { Coin } from '@fairpot/contract/crypto/calls';
import type { AddressFault } from '@fairpot/contract/crypto/withdrawals/calls';
import { bytesToHex } from '@noble/hashes/utils.js';
import { bech32, bech32m } from '@scure/base';
import { readBase58Check, readCashAddress, readHexAccount, readSegwit } from './formats.ts';

/** The normalized address (one spelling each), or what is wrong with it. */
export type PayableCheck = { readonly address: string } | { readonly fault: AddressFault };

const TRON = 0x41;
const TRON_TEST = 0xa0;
const BITCOIN = [0x00, 0x05];
const BITCOIN_TEST = [0x6f, 0xc4];
/** TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t, the USDT contract: coins sent to a token's own contract are lost. */
const USDT = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const DEAD = /^0{36}[0-9a-f]{4}$|^0{36}dead$|^(dead){10}$|^f{40}$/;

export function checkPayable(coin: Coin, text: string): PayableCheck {
  const found = READ[coin](text);
  if (!('fault' in found) || found.fault !== 'FORMAT') return found;
  return readsElsewhere(coin, text) ? { fault: 'NETWORK' } : found;
}

const READ: Readonly<Record<Coin, (text: string) => PayableCheck>> = {
  TRX: tron,
  USDT: tron,
  BTC: bitcoin,
  ETH: ethereum,
};

function tron(text: string): PayableCheck {
  const read = readBase58Check(text);
  if (read === null) return { fault: 'FORMAT' };
  if (read === 'checksum') return { fault: text.startsWith('T') ? 'CHECKSUM' : 'FORMAT' };
  if (read.version === TRON_TEST) return { fault: 'TESTNET' };
  if (read.version !== TRON) return { fault: 'NETWORK' };
  const body = bytesToHex(read.body);
  if (body === USDT) return { fault: 'CONTRACT' };
  return DEAD.test(body) ? { fault: 'UNSPENDABLE' } : { address: text };
}

function bitcoin(text: string): PayableCheck {
  const segwit = readSegwit(text);
  if (segwit === 'checksum') return { fault: /^(bc|tb|bcrt)1/i.test(text) ? 'CHECKSUM' : 'FORMAT' };
  if (segwit !== null) {
    const { prefix, version, program } = segwit;
    if (prefix === 'tb' || prefix === 'bcrt') return { fault: 'TESTNET' };
    if (prefix !== 'bc') return { fault: 'NETWORK' };
    // Later versions are well-formed, but today anyone could spend what is sent there.
    if (version > 1 || (version === 1 && program.length !== 32)) return { fault: 'UNSPENDABLE' };
    if (program.every((byte) => byte === 0)) return { fault: 'UNSPENDABLE' };
    const code = version === 0 ? bech32 : bech32m;
    return { address: code.encode('bc', [version, ...code.toWords(program)]) };
  }
  const read = readBase58Check(text);
  if (read === null) return { fault: 'FORMAT' };
  if (read === 'checksum') return { fault: /^[13]/.test(text) ? 'CHECKSUM' : 'FORMAT' };
  if (BITCOIN_TEST.includes(read.version)) return { fault: 'TESTNET' };
  if (!BITCOIN.includes(read.version)) return { fault: 'NETWORK' };
  return read.body.every((byte) => byte === 0) ? { fault: 'UNSPENDABLE' } : { address: text };
}

function ethereum(text: string): PayableCheck {
  const read = readHexAccount(text);
  if (read === null) return { fault: 'FORMAT' };
  if (read === 'checksum') return { fault: 'CHECKSUM' };
  return DEAD.test(read.slice(2).toLowerCase()) ? { fault: 'UNSPENDABLE' } : { address: read };
}

/** Whether it is an address of another coin. The player then gets that as the reason. */
function readsElsewhere(coin: Coin, text: string): boolean {
  const others = (['TRX', 'BTC', 'ETH'] as const).filter((other) => READ[other] !== READ[coin]);
  if (others.some((other) => !('fault' in READ[other](text)))) return true;
  const cash = readCashAddress(text);
  return cash !== null && cash !== 'checksum';
}
