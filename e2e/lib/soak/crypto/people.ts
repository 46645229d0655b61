/**
 * Players who deposit and withdraw crypto, for the soak: they call over HTTP with keys that are sent twice and connections that break, and pay in
 * every way: exactly, too little, too much, twice, late, in another coin, with worthless tokens, or not at all.
 */
import { randomUUID } from 'node:crypto';
import { COINS, type Coin } from '@fairpot/contract/crypto/calls';
import type { CryptoOrder, CryptoWallet } from '@fairpot/contract/crypto/schemas';
import type { CryptoAddress } from '@fairpot/contract/crypto/addresses/schemas';
import type { CryptoWithdrawal } from '@fairpot/contract/crypto/withdrawals/schemas';
import { Player, type CallAnswer } from '../../player.ts';
import { retryUntilAnswered, untilDone } from '../crowd.ts';
import type { FastSite } from '../fast-site.ts';
import { random } from '../random.ts';
import { freshAddress } from './chains.ts';

interface PaymentWay {
  readonly way: string;
  /** The amount sent, as a share of the order. */
  readonly percent: number;
  /** The simulated chains' name for it; a plain payment when omitted. */
  readonly kind?: string;
  /** All coins when omitted. */
  readonly coins?: readonly Coin[];
}

const WAYS: readonly PaymentWay[] = [
  { way: 'right', percent: 100 },
  { way: 'right', percent: 100 },
  { way: 'right', percent: 100 },
  { way: 'under', percent: 40 },
  { way: 'over', percent: 130 },
  { way: 'twice over', percent: 100 },
  { way: 'late', percent: 100 },
  { way: 'two outputs', percent: 100, kind: 'twice', coins: ['BTC'] },
  { way: 'replaced', percent: 100, kind: 'replaceable', coins: ['BTC'] },
  { way: 'evicted', percent: 100, kind: 'waiting', coins: ['BTC'] },
  { way: 'fake token', percent: 100, kind: 'fake-token', coins: ['USDT'] },
  { way: 'failed', percent: 100, kind: 'failed', coins: ['USDT', 'TRX'] },
  { way: 'approved only', percent: 100, kind: 'approval', coins: ['USDT'] },
  { way: 'nothing sent', percent: 100, kind: 'zero', coins: ['USDT'] },
  { way: 'dust', percent: 0, coins: ['TRX', 'USDT', 'ETH'] },
  { way: 'other coin', percent: 100, coins: ['TRX'] },
  { way: 'never', percent: 100 },
];
const DUST = 3n;
const DOLLARS = [10, 12.34, 25, 99.99, 250, 1_500];
const MIN_OUT = 10;
const MAX_OUT = 200;
const RATE_UNKNOWN = 'ERR_COIN_RATE_UNKNOWN';
/** Refusals that they get in normal operation; any other is a finding. */
const EXPECTED = new Set([
  ...[RATE_UNKNOWN, 'ERR_TOO_MANY_CRYPTO_ORDERS', 'ERR_CRYPTO_ORDERED', 'ERR_COIN_CLOSED'],
  ...[
    'ERR_WITHDRAW_LEVEL',
    'ERR_WITHDRAW_DAY',
    'ERR_TOO_MANY_CRYPTO_WITHDRAWALS',
    'Not enough balance',
    'ERR_CRYPTO_ADDRESS',
  ],
]);
/** A machine under load may not read a request in time. */
const CUT_OFF = 408;

interface Person {
  readonly player: Player;
  readonly id: string;
  /** 0 to 1, this player's own sequence. */
  readonly next: () => number;
  /** Deposits requested so far. */
  orders: number;
}

export class People {
  readonly all: Person[] = [];
  /** What the site acknowledged: orders, and withdrawals with the address of each. */
  readonly orders: string[] = [];
  readonly withdrawals = new Map<string, string>();
  readonly refused = new Map<string, number>();
  readonly ways = new Map<string, number>();
  keysTwice = 0;
  connectionsCut = 0;
  readonly #site: FastSite;
  readonly #coins: readonly Coin[];
  /** Orders that are paid after they expired, and Bitcoin transactions that will be replaced or evicted. */
  readonly #late: CryptoOrder[] = [];
  readonly #fates: string[] = [];

  constructor(site: FastSite, coins: readonly Coin[]) {
    this.#site = site;
    this.#coins = coins;
  }

  async signUp(count: number, seed: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const player = new Player(this.#site.origin, `payer-${n}`);
      await player.signUp();
      const { response } = await player.get<{ user: { id: string } }>('/user');
      if (!response) throw new Error('a player without an id');
      this.all.push({ player, id: response.user.id, next: random(seed + n + 1), orders: n });
    }
  }

  /** A deposit and, while there is something to withdraw, one or two withdrawals at once. */
  async act(person: Person, takesOut: boolean): Promise<void> {
    const [luck, many] = [person.next(), person.next()];
    const out = takesOut && luck < 0.8 ? Array.from({ length: many < 0.3 ? 2 : 1 }, () => this.#withdraw(person)) : [];
    await Promise.all([this.#payIn(person), ...out]);
  }

  async #payIn(person: Person): Promise<void> {
    const coin = pick(this.#coins, person);
    const dollars = pick(DOLLARS, person);
    const wallets = await retryWhileAway(() => person.player.get<CryptoWallet[]>('/cryptodeposits/wallets'));
    const wallet = wallets.response?.find(({ coinName }) => coinName === coin);
    if (wallet === undefined) throw new Error(`no wallet of ${coin}: ${wallets.status} ${wallets.message}`);
    const body = { walletId: wallet.id, amountUsd: dollars };
    const order = await this.#call<CryptoOrder>(person, '/cryptodeposits/order/create', body);
    if (order === null) return;
    this.orders.push(order.id);
    const ways = WAYS.filter(({ coins }) => coins?.includes(coin) ?? true);
    const way = ways[(person.orders += 1) % ways.length];
    if (way === undefined) throw new Error('no way to pay');
    count(this.ways, way.way);
    if (way.way === 'late') this.#late.push(order);
    else if (way.way !== 'never') await this.#pay(order, way);
  }

  async #pay(
    { wallet: address, coinName, amountCoin }: CryptoOrder,
    { way, percent, kind }: PaymentWay,
  ): Promise<void> {
    const [whole = '0', rest = ''] = (amountCoin ?? '0').split('.');
    const asked = BigInt(whole + rest.padEnd(COINS[coinName].decimals, '0'));
    const units = (way === 'dust' ? DUST : (asked * BigInt(percent)) / 100n).toString();
    const coin = way === 'other coin' ? 'USDT' : coinName;
    const pay = () =>
      this.#site.simulated<{ txid: string }>('POST', '/_sim/chains/pay', {
        coin,
        address,
        units,
        ...(kind && { kind }),
      });
    const { txid } = await pay();
    if (way === 'twice over') await pay();
    if (way === 'replaced') this.#fates.push(`${txid}/replace`);
    if (way === 'evicted') this.#fates.push(`${txid}/evict`);
  }

  async #withdraw(person: Person): Promise<void> {
    const { player, next } = person;
    const [coin, share, whim] = [pick(this.#coins, person), next(), next()];
    const terms = await retryWhileAway(() => player.get<{ refundableUsd: number }>('/cryptowithdrawals/terms'));
    const most = Math.min(MAX_OUT, terms.response?.refundableUsd ?? 0);
    if (most < MIN_OUT) return;
    // Now and then more than allowed, or to an address that is refused.
    const dollars = whim < 0.05 ? most + MAX_OUT : MIN_OUT + share * (most - MIN_OUT);
    const amountUsd = Math.floor(dollars * 100) / 100;
    const address = whim > 0.95 ? await this.#ownAddress(person, coin) : freshAddress(coin);
    // A new address each time, so that each withdrawal has its own on the chain. Removing it does not affect withdrawals in progress.
    const added = await this.#call<CryptoAddress>(person, '/cryptowithdrawals/addresses/add', {
      coinName: coin,
      address,
    });
    if (added === null) return;
    const body = { coinName: coin, amountUsd, address };
    const made = await this.#call<CryptoWithdrawal>(person, '/cryptowithdrawals/create', body);
    if (made !== null) this.withdrawals.set(made.id, address);
    await retryWhileAway(() =>
      player.post('/cryptowithdrawals/addresses/remove', { addressId: added.id }, randomUUID()),
    );
  }

  async #ownAddress({ player }: Person, coin: Coin): Promise<string> {
    const wallets = await retryWhileAway(() => player.get<CryptoWallet[]>('/cryptodeposits/wallets'));
    return wallets.response?.find(({ coinName }) => coinName === coin)?.wallet ?? '';
  }

  /** Sends a command until it is answered; now and then sends its key twice at once, or aborts the connection. */
  async #call<T extends { readonly id: string }>(
    { player, next }: Person,
    path: string,
    body: object,
  ): Promise<T | null> {
    const key = randomUUID();
    const send = () => retryWhileAway(() => player.post<T>(path, body, key));
    const [luck, cutMs] = [next(), 1 + Math.floor(next() * 40)];
    let others: CallAnswer<T>[] = [];
    if (luck < 0.1) {
      this.connectionsCut += 1;
      await player.post(path, body, key, AbortSignal.timeout(cutMs)).catch(() => null);
    } else if (luck < 0.25) {
      this.keysTwice += 1;
      others = await Promise.all([send(), send()]);
    }
    const answer = await send();
    for (const other of others)
      if (other.ok && answer.response?.id !== other.response?.id)
        throw new Error(`${path} answered one key in two ways: ${JSON.stringify([other, answer])}`);
    if (answer.ok && answer.response !== undefined) return answer.response;
    const message = answer.message ?? `status ${answer.status}`;
    if (!EXPECTED.has(message)) throw new Error(`${path} was refused: ${answer.status} ${message}`);
    count(this.refused, message);
    return null;
  }

  /**
   * Replaces or evicts pending Bitcoin transactions, and expires all waiting orders, some of which are still paid. The clock does not move a day for
   * that: TRON's chain would get 28,800 blocks.
   */
  async endOrders(): Promise<void> {
    for (const fate of this.#fates.splice(0)) await this.#site.simulated('POST', `/_sim/chains/bitcoin/tx/${fate}`);
    const text = `update crypto_orders set lock_until = created_at, expires_at = created_at where status = 'PENDING'`;
    await untilDone(() => this.#site.db.run({ text, values: [] }));
    for (const order of this.#late.splice(0)) await this.#pay(order, { way: 'late', percent: 100 });
  }
}

function pick<T>(list: readonly T[], { next }: Person): T {
  const found = list[Math.floor(next() * list.length)];
  if (found === undefined) throw new Error('an empty list');
  return found;
}

function count(map: Map<string, number>, what: string): void {
  map.set(what, (map.get(what) ?? 0) + 1);
}

/**
 * Retries while the site is unavailable or drops a request that it could not read in time. A missing rate counts as an answer, because the clock
 * stands still meanwhile.
 */
function retryWhileAway<T>(call: () => Promise<CallAnswer<T>>): Promise<CallAnswer<T>> {
  return retryUntilAnswered(async () => {
    const answer = await call();
    if (answer.message === RATE_UNKNOWN) return { ...answer, status: 409 };
    return answer.status === CUT_OFF ? { ...answer, status: 503 } : answer;
  });
}
