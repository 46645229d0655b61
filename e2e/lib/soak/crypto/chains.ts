/**
 * The chains of a fast site, read without any of the product's code: balances of addresses, blocks, re-orgs; and fresh addresses that nothing else
 * pays.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Coin, Network } from '@fairpot/contract/crypto/calls';
import { untilDone } from '../crowd.ts';
import type { FastSite } from '../fast-site.ts';

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const [TRON, BITCOIN] = [0x41, 0x00];
/** Blocks on Ethereum while a minute passes on the others; a small payment is credited after 32. */
const ETHEREUM_BLOCKS = 36;
const MINUTE_MS = 66_000;
/** Solidified blocks on TRON are this far behind the newest one, plus one to be sure. */
const SOLID_BLOCKS = 20;

/** Base units of a coin on an address that the chain has confirmed. */
export async function heldBy(site: FastSite, coin: Coin, address: string): Promise<bigint> {
  const { tron, bitcoin } = site.chains;
  if (coin === 'ETH') return BigInt(String(await ethereumCall(site, 'eth_getBalance', [address, 'latest'])));
  if (coin === 'BTC') {
    const answer = await fetch(`${bitcoin}/address/${address}/utxo`);
    const utxos = (await answer.json()) as { value: number; status: { confirmed: boolean } }[];
    return utxos.reduce((sum, { value, status }) => sum + (status.confirmed ? BigInt(value) : 0n), 0n);
  }
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${tron}/walletsolidity/${path}`, { method: 'POST', body: JSON.stringify(body) });
    return (await answer.json()) as { balance?: number; constant_result?: string[] };
  };
  if (coin === 'TRX') return BigInt((await ask('getaccount', { address, visible: true })).balance ?? 0);
  const { constant_result: said } = await ask('triggerconstantcontract', {
    owner_address: address,
    contract_address: USDT,
    function_selector: 'balanceOf(address)',
    parameter: accountOf(address).padStart(64, '0'),
    visible: true,
  });
  if (said?.[0] === undefined) throw new Error(`no USDT balance reported for ${address}`);
  return BigInt(`0x${said[0]}`);
}

/** Number of a chain's newest block that the watcher should read (on TRON a solidified one); null where there is no such chain. */
export async function newestOf(site: FastSite, network: Network): Promise<number | null> {
  if (network === 'ethereum') {
    const said = await ethereumCall(site, 'eth_blockNumber', []);
    return said === null ? null : Number(said);
  }
  const { height } = await site.simulated<{ height: number }>('GET', `/_sim/chains/${network}`);
  return network === 'tron' ? height - SOLID_BLOCKS : height;
}

/** An address of this coin that was never paid. No one has its key. */
export function freshAddress(coin: Coin): string {
  const account = randomBytes(20);
  if (coin === 'ETH') return `0x${account.toString('hex')}`;
  return base58Check(coin === 'BTC' ? BITCOIN : TRON, account);
}

/** About a minute passes on every chain: TRON and Bitcoin follow the clock, the local node gets a call. */
export async function blocks(site: FastSite): Promise<void> {
  await site.advance(MINUTE_MS);
  await ethereumCall(site, 'anvil_mine', [`0x${ETHEREUM_BLOCKS.toString(16)}`]);
}

/** Re-orgs the last blocks of each chain. Transactions on TRON and Bitcoin come again, those on Ethereum do not. */
export async function reorg(site: FastSite): Promise<void> {
  await site.simulated('POST', '/_sim/chains/bitcoin/reorg', { depth: 1, fate: 'again' });
  await site.simulated('POST', '/_sim/chains/tron/reorg', { depth: 10, fate: 'again' });
  await site.simulated('POST', '/_sim/chains/ethereum/reorg', { depth: 3 });
}

/** A call of the local Ethereum node, retried during faults; does nothing where there is no node. */
async function ethereumCall(site: FastSite, method: string, params: readonly unknown[]): Promise<unknown> {
  const { ethereum } = site.chains;
  if (ethereum === null) return null;
  return untilDone(async () => {
    const answer = await fetch(ethereum, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(5_000),
    });
    const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } };
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  });
}

function base58Check(version: number, body: Buffer): string {
  const payload = Buffer.concat([Buffer.of(version), body]);
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
  const all = Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]);
  let text = '';
  for (let n = BigInt(`0x${all.toString('hex')}`); n > 0n; n /= 58n) text = (ALPHABET[Number(n % 58n)] ?? '') + text;
  return ALPHABET.charAt(0).repeat(all.findIndex((byte) => byte !== 0)) + text;
}

/** Hex of the 20 bytes of a TRON address: base58 without its prefix and checksum. */
function accountOf(address: string): string {
  let n = 0n;
  for (const char of address) n = n * 58n + BigInt(ALPHABET.indexOf(char));
  return n.toString(16).padStart(50, '0').slice(2, 42);
}
