/**
 * The simulated chains together: the operator's keys, from which the site's addresses derive (created at the first start), and one way to pay in any
 * coin with a really signed transaction. Invariant: this code cannot credit a player; it only pays.
 */
import { randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { Address, OutScript, p2wpkh } from '@scure/btc-signer';
import { z } from 'zod';
import type { BaseClock } from '../kit/clock.ts';
import { loadOrCreate } from '../kit/files.ts';
import { Journal } from '../kit/journal.ts';
import { Bitcoin } from './bitcoin/bitcoin.ts';
import type { Anvil } from './ethereum/anvil.ts';
import { addressOfKey, toHexAddress } from './tron/proto.ts';
import { FAKE_CONTRACT, tokenCall, Tron, USDT_CONTRACT } from './tron/tron.ts';

const Seed = z.object({ seed: z.string().regex(/^[0-9a-f]{64}$/) });
/** Enough for every player, in base units. */
const WALLET_UNITS = 10n ** 30n;

/** The operator's wallets hold at least this at a start: TRX, USDT, satoshi in several outputs, wei. */
const WALLET_TRON = [
  [null, 10_000_000_000_000n],
  [USDT_CONTRACT, 10_000_000_000_000n],
] as const;
const WALLET_BTC = 10_000_000_000;
const WALLET_OUTPUTS = 8;
const WALLET_ETH = 10_000n * 10n ** 18n;

/** How a payment is made. `plain` is what a wallet does; a watcher must not be fooled by the others, or must tolerate them. */
export const PAYMENT_KINDS = [
  'plain',
  'fake-token',
  'failed',
  'approval',
  'zero',
  'twice',
  'waiting',
  'replaceable',
  'by-contract',
] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export interface Payment {
  readonly coin: 'TRX' | 'USDT' | 'BTC' | 'ETH';
  readonly address: string;
  /** Base units. */
  readonly units: bigint;
  readonly kind: PaymentKind;
}

/** A payment that this chain cannot make; the message goes to the caller. */
export class PaymentRefused extends Error {}

export class Chains {
  readonly tron: Tron;
  readonly bitcoin: Bitcoin;
  readonly #ethereum: Anvil | null;
  /** Extended public keys of the operator's accounts: m/44'/195'/0', m/84'/0'/0', m/44'/60'/0'. */
  readonly xpubs: Readonly<{ tron: string; bitcoin: string; ethereum?: string }>;
  /** Private keys of the wallets that the operator pays from, hex: m/44'/195'/1'/0/0 and so on. Only for a demo's signer. */
  readonly wallets: Readonly<{ tron: string; bitcoin: string; ethereum?: string }>;
  readonly #wallet: Uint8Array;

  constructor(dataDir: string | undefined, clock: BaseClock, ethereum: Anvil | null, bitcoinBlockMs?: number) {
    const journal = new Journal(dataDir, 'chains.jsonl');
    const { seed } = loadOrCreate(dataDir, 'operator-seed.json', Seed, () => ({
      seed: randomBytes(32).toString('hex'),
    }));
    this.tron = new Tron(clock, journal, seed);
    this.bitcoin = new Bitcoin(clock, journal, seed, bitcoinBlockMs);
    this.#ethereum = ethereum;
    const master = HDKey.fromMasterSeed(Buffer.from(seed, 'hex'));
    const account = (path: string) => master.derive(path).publicExtendedKey;
    this.xpubs = {
      tron: account("m/44'/195'/0'"),
      bitcoin: account("m/84'/0'/0'"),
      ...(ethereum !== null && { ethereum: account("m/44'/60'/0'") }),
    };
    const wallet = (path: string) => Buffer.from(master.derive(path).privateKey ?? []).toString('hex');
    this.wallets = {
      tron: wallet("m/44'/195'/1'/0/0"),
      bitcoin: wallet("m/84'/0'/1'/0/0"),
      ...(ethereum !== null && { ethereum: wallet("m/44'/60'/1'/0/0") }),
    };
    this.#fillWallets();
    this.#wallet = secp256k1.utils.randomSecretKey();
    const payer = addressOfKey(secp256k1.getPublicKey(this.#wallet));
    for (const token of [null, USDT_CONTRACT, FAKE_CONTRACT]) this.tron.mint(payer, token, WALLET_UNITS);
  }

  /** Fills the operator's wallets up to what a demo pays out; `fillEthereum` fills those on Ethereum, through its node. */
  #fillWallets(): void {
    const tron = addressOfKey(secp256k1.getPublicKey(Buffer.from(this.wallets.tron, 'hex')));
    for (const [token, units] of WALLET_TRON) {
      const missing = units - this.tron.balance(tron, token);
      if (missing > 0n) this.tron.mint(tron, token, missing);
    }
    const own = p2wpkh(secp256k1.getPublicKey(Buffer.from(this.wallets.bitcoin, 'hex')));
    const held = this.bitcoin.unspent(bytesToHex(own.script)).reduce((sum, { value }) => sum + value, 0);
    if (held < WALLET_BTC && own.address !== undefined) {
      const values = Array.from({ length: WALLET_OUTPUTS }, () => WALLET_BTC / WALLET_OUTPUTS);
      this.bitcoin.pay(own.address, values, { hold: false, replaceable: false });
    }
  }

  /** The same for the wallet on Ethereum, where there is a node. */
  async fillEthereum(): Promise<void> {
    if (this.#ethereum === null || this.wallets.ethereum === undefined) return;
    const point = secp256k1.getPublicKey(Buffer.from(this.wallets.ethereum, 'hex'));
    const address = `0x${addressOfKey(point).slice(2)}`;
    const held = BigInt(String(await this.#ethereum.rpc('eth_getBalance', [address, 'latest'])));
    if (held < WALLET_ETH) await this.#ethereum.pay(address, WALLET_ETH - held);
  }

  /** Replaces the last `depth` blocks of the Ethereum node by empty ones. Its new height, or null without a node. */
  async reorgEthereum(depth: number): Promise<number | null> {
    if (this.#ethereum === null) return null;
    await this.#ethereum.reorg(depth);
    return Number(await this.#ethereum.rpc('eth_blockNumber'));
  }

  /** Sends a payment and returns the transaction's id. Throws PaymentRefused for an impossible one. */
  async pay(payment: Payment): Promise<string> {
    try {
      if (payment.coin === 'BTC') return this.#payBitcoin(payment);
      if (payment.coin === 'ETH') return await this.#payEthereum(payment);
      return this.#payTron(payment);
    } catch (error) {
      throw new PaymentRefused(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }

  /** The balance of an address, in words: '10.5 TRX'. Empty for an address of no chain here. */
  async heldBy(network: string, address: string): Promise<string[]> {
    const amount = (units: bigint, decimals: number, coin: string) => {
      const digits = units.toString().padStart(decimals + 1, '0');
      const rest = digits.slice(-decimals).replace(/0+$/, '');
      return `${digits.slice(0, -decimals)}${rest === '' ? '' : `.${rest}`} ${coin}`;
    };
    try {
      if (network === 'tron') {
        const account = toHexAddress(address);
        return [
          amount(this.tron.balance(account, null), 6, 'TRX'),
          amount(this.tron.balance(account, USDT_CONTRACT), 6, 'USDT'),
        ];
      }
      if (network === 'bitcoin') {
        const outputs = this.bitcoin.unspent(bytesToHex(OutScript.encode(Address().decode(address))));
        return [amount(BigInt(outputs.reduce((sum, { value }) => sum + value, 0)), 8, 'BTC')];
      }
      if (network !== 'ethereum' || this.#ethereum === null || !/^0x[0-9a-f]{40}$/i.test(address)) return [];
      return [amount(BigInt(String(await this.#ethereum.rpc('eth_getBalance', [address, 'latest']))), 18, 'ETH')];
    } catch {
      return [];
    }
  }

  /** Stores the numbers reached so far before the process stops. */
  keep(): void {
    this.tron.chain.keep();
    this.bitcoin.chain.keep();
  }

  #payTron({ coin, address, units, kind }: Payment): string {
    const to = toHexAddress(address);
    const owner = addressOfKey(secp256k1.getPublicKey(this.#wallet));
    if (coin === 'TRX') {
      only(kind, ['plain', 'failed', 'by-contract']);
      if (kind === 'by-contract') {
        // A contract is called, and passes the coins on: no transfer of the block contains them.
        const call = { contract: FAKE_CONTRACT, data: tokenCall('approve', to, 0n) };
        const called = this.tron.send(this.#wallet, { type: 'TriggerSmartContract', owner, ...call });
        this.tron.mint(to, null, units);
        return called;
      }
      const sent = this.tron.send(this.#wallet, { type: 'TransferContract', owner, to, amount: units });
      if (kind === 'failed') this.tron.fail(sent);
      return sent;
    }
    only(kind, ['plain', 'fake-token', 'failed', 'approval', 'zero']);
    const contract = kind === 'fake-token' ? FAKE_CONTRACT : USDT_CONTRACT;
    const data = tokenCall(kind === 'approval' ? 'approve' : 'transfer', to, kind === 'zero' ? 0n : units);
    const call = { type: 'TriggerSmartContract', owner, contract, data } as const;
    return this.tron.send(this.#wallet, call, kind === 'failed' ? 0 : undefined);
  }

  #payBitcoin({ address, units, kind }: Payment): string {
    only(kind, ['plain', 'twice', 'waiting', 'replaceable']);
    const values = kind === 'twice' ? [Number(units), Number(units)] : [Number(units)];
    return this.bitcoin.pay(address, values, {
      hold: kind === 'waiting' || kind === 'replaceable',
      replaceable: kind === 'replaceable',
    });
  }

  #payEthereum({ address, units, kind }: Payment): Promise<string> {
    only(kind, ['plain']);
    if (this.#ethereum === null) throw new Error('there is no Ethereum node on this machine');
    return this.#ethereum.pay(address, units);
  }
}

function only(kind: PaymentKind, kinds: readonly PaymentKind[]): void {
  if (!kinds.includes(kind)) throw new Error(`no payment "${kind}" of this coin`);
}
