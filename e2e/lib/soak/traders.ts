/**
 * Players who trade, for the soak of trades: each has an account at the simulated Steam and on the site, deposits and withdraws over HTTP with keys
 * that are sent twice and connections that break, and answers the offers it gets as a player would.
 */
import { randomUUID } from 'node:crypto';
import type { SiteItem } from '@fairpot/contract/inventory/item.schemas';
import { Player, type CallAnswer } from '../player.ts';
import { retryUntilAnswered, untilDone } from './crowd.ts';
import type { FastSite } from './fast-site.ts';
import { random } from './random.ts';

/** CS2, Rust, Dota 2. The first two are protected for a week. */
export const APPS = [730, 252490, 570] as const;

export interface SteamAccount {
  readonly steamId: string;
  readonly items: readonly {
    readonly appId: number;
    readonly contextId: string;
    readonly assetId: string;
    readonly marketHashName: string;
  }[];
}

export interface SteamOffer {
  readonly offerId: string;
  readonly fromId: string;
  readonly toId: string;
  readonly message: string;
  readonly state: number;
  readonly tradeId: string | null;
}

export interface SteamTrade {
  readonly tradeId: string;
  readonly offerId: string | null;
  readonly status: number;
  readonly settlesAtMs: number | null;
  readonly moves: readonly {
    readonly item: { readonly assetId: string; readonly appId: number };
    readonly toId: string;
    readonly newAssetId: string | null;
  }[];
}

interface Trader {
  readonly player: Player;
  readonly id: string;
  readonly steamId: string;
  /** 0 to 1, this trader's own sequence. */
  readonly next: () => number;
}

/** Refusals that traders get in normal operation; any other is a finding. */
const EXPECTED = new Set([
  ...['ERR_ITEM_NOT_AVAILABLE', 'ERR_ITEM_IN_OFFER', 'too many outstanding trade offers', 'ERR_MIN_DEPOSIT'],
  ...['ERR_WITHDRAW_LEVEL', 'ERR_TRADES_FROZEN', 'ERR_DEPOSIT_DAY', 'ERR_WITHDRAW_DAY', 'ERR_WITHDRAW_BUSY'],
  ...['ERR_STEAM_BUSY', 'ERR_STEAM_PRIVATE', 'ERR_ITEM_PROTECTED', 'ERR_AMOUNT_TOOLESS', 'ERR_ITEM_TOO_CHEAP'],
  // A stake from Steam would open a round while the node does not trust the beacon or its own clock.
  ...['ERR_ITEM_PREMIUM', 'ERR_GAME_PAUSED'],
]);
/** A machine under load may not read a request in time. */
const CUT_OFF = 408;
const MAX_ITEMS = 3;
/** The game whose trades cannot be reversed: its items can be staked at once. */
const DOTA = 570;
const FEW_AT_STEAM = 4;

/** What traders trade on. */
export type TraderSite = Pick<FastSite, 'origin' | 'db' | 'simulated'>;

export class Traders {
  readonly refused = new Map<string, number>();
  keysTwice = 0;
  connectionsCut = 0;
  /** Market names that each account had at first or was given since, by steamid. */
  readonly given = new Map<string, string[]>();
  readonly all: Trader[] = [];
  readonly #site: TraderSite;
  readonly #seed: number;
  readonly #names: ReadonlyMap<number, readonly string[]>;
  readonly #dear: ReadonlySet<string>;

  /** `names`: market names of item types to hand out, by app. */
  constructor(site: TraderSite, seed: number, names: ReadonlyMap<number, readonly string[]>) {
    this.#site = site;
    this.#seed = seed;
    this.#names = names;
    this.#dear = new Set([...names.values()].flat());
  }

  async signUp(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const player = new Player(this.#site.origin, `trader-${n}`);
      await player.signUp();
      const { response } = await player.get<{ user: { id: string; steamid: string } }>('/user');
      if (!response) throw new Error('a trader without an id');
      const { id, steamid: steamId } = response.user;
      const { tradeLink } = await this.#site.simulated<{ tradeLink: string }>(
        'GET',
        `/_sim/users/${steamId}/credentials`,
      );
      const linked = await player.post('/user/tradelink', { tradeLink });
      if (!linked.ok) throw new Error(`the trade link of ${steamId} was refused: ${linked.message}`);
      const { items } = await this.account(steamId);
      this.given.set(
        steamId,
        items.map((item) => item.marketHashName),
      );
      this.all.push({ player, id, steamId, next: random(this.#seed + n + 1) });
    }
  }

  account(steamId: string): Promise<SteamAccount> {
    return this.#site.simulated('GET', `/_sim/users/${steamId}`);
  }

  /** One action of this trader now: deposit items of the open game, stake some straight from Steam, withdraw some, or two at once. */
  async act(trader: Trader, appId: number): Promise<void> {
    await this.ask(trader, '/user');
    if (appId === DOTA && trader.next() < 0.4) return this.#bet(trader);
    const luck = trader.next();
    if (luck < 0.55) return this.#deposit(trader, appId);
    if (luck < 0.85) return this.#withdraw(trader);
    await Promise.all([this.#deposit(trader, appId), this.#withdraw(trader)]);
  }

  /** A query of this trader, who signs in again when the session has expired: weeks pass here. */
  async ask<T>(trader: Trader, path: string): Promise<T> {
    const get = () => retryWhileAway(() => trader.player.get<T>(path));
    let answer = await get();
    for (let tries = 0; answer.status === 401 && tries < 50; tries += 1) {
      await trader.player.signIn(trader.steamId).catch(() => undefined);
      answer = await get();
    }
    if (answer.response === undefined) throw new Error(`${path}: ${answer.status} ${answer.message}`);
    return answer.response;
  }

  /** A coinflip created with items from Steam: no player joins it, and after a day the items are returned. */
  async #bet(trader: Trader): Promise<void> {
    const chosen = await this.#choose(trader, DOTA);
    const side = trader.next() < 0.5 ? 1 : 2;
    if (chosen.length > 0)
      await this.#call(trader, '/coinflip/create/steam', { assetIds: chosen.map((item) => item.assetId), side });
  }

  async #deposit(trader: Trader, appId: number): Promise<void> {
    const convertToBalance = trader.next() < 0.4;
    const steamItems = (await this.#choose(trader, appId)).map(({ assetId, contextId }) => ({
      assetid: assetId,
      contextid: contextId,
      appid: appId,
    }));
    if (steamItems.length > 0) await this.#call(trader, '/market/buy/steam', { steamItems, convertToBalance });
  }

  /** A few of the trader's items of a game. */
  async #choose(trader: Trader, appId: number): Promise<SteamAccount['items']> {
    const many = 1 + Math.floor(trader.next() * MAX_ITEMS);
    const order = trader.next();
    // Now and then an item that the site refuses: too cheap, or hidden by Steam.
    const dear = trader.next() < 0.9;
    const all = (await this.account(trader.steamId)).items.filter(
      (item) => item.appId === appId && item.contextId === '2' && (!dear || this.#dear.has(item.marketHashName)),
    );
    if (all.length < FEW_AT_STEAM) await this.#give(trader, appId);
    const at = Math.floor(order * Math.max(1, all.length - many));
    return all.slice(at, at + many);
  }

  /** Items of the site that came by this trader's settled deposits. */
  async #brought({ id }: Trader): Promise<ReadonlySet<string>> {
    const text = `select i.item_id as item from trade_orders o join trade_order_items i on i.order_id = o.id
      where o.player_id = $1 and o.kind = 'DEPOSIT' and o.state = 'SETTLED' and i.item_id is not null`;
    const rows = await untilDone(() => this.#site.db.many<{ item: string }>({ text, values: [id] }));
    return new Set(rows.map((row) => row.item));
  }

  async #give(trader: Trader, appId: number): Promise<void> {
    const names = this.#names.get(appId) ?? [];
    const name = names[Math.floor(trader.next() * names.length)];
    if (name === undefined) throw new Error(`no item types of ${appId}`);
    const gift = { appId, marketHashName: name, count: 4 };
    await this.#site.simulated('POST', `/_sim/users/${trader.steamId}/items`, gift);
    this.given.get(trader.steamId)?.push(name, name, name, name);
  }

  async #withdraw(trader: Trader): Promise<void> {
    const { items: all } = await this.ask<{ items: SiteItem[] }>(trader, '/user/inventory/site');
    // The demo's welcome items are there too; none of them is at Steam.
    const [own, luck] = [await this.#brought(trader), trader.next()];
    const items = all.filter((item) => own.has(item.id) || luck < 0.05);
    const first = items[Math.floor(trader.next() * items.length)];
    if (first === undefined) return;
    const same = items.filter((item) => item.item.appId === first.item.appId && item.id !== first.id);
    const inventoryIds = [first, ...same.slice(0, Math.floor(trader.next() * MAX_ITEMS))].map((item) => item.id);
    await this.#call(trader, '/withdraw/steam', { inventoryIds });
  }

  /** Sends a command until it is answered; now and then sends its key twice at once, or aborts the connection. */
  async #call({ player, next }: Trader, path: string, body: object): Promise<void> {
    const key = randomUUID();
    const post = () => retryWhileAway(() => player.post<{ orderId: string }>(path, body, key));
    const luck = next();
    if (luck < 0.1) {
      this.connectionsCut += 1;
      await player.post(path, body, key, AbortSignal.timeout(1 + Math.floor(next() * 60))).catch(() => null);
    } else if (luck < 0.2) {
      this.keysTwice += 1;
      const [first, second] = await Promise.all([post(), post()]);
      if (first.ok && second.ok && JSON.stringify(first.response) !== JSON.stringify(second.response))
        throw new Error(`${path} answered one key in two ways: ${JSON.stringify([first, second])}`);
    }
    const answer = await post();
    if (answer.ok) return;
    const message = answer.message ?? `status ${answer.status}`;
    if (!EXPECTED.has(message)) throw new Error(`${path} was refused: ${answer.status} ${message}`);
    this.refused.set(message, (this.refused.get(message) ?? 0) + 1);
  }
}

/** Retries while the site is unavailable or drops a request that it could not read in time. An unavailable Steam counts as an answer. */
function retryWhileAway<T>(call: () => Promise<CallAnswer<T>>): Promise<CallAnswer<T>> {
  return retryUntilAnswered(async () => {
    const answer = await call();
    if (answer.message === 'ERR_STEAM_BUSY') return { ...answer, status: 409 };
    return answer.status === CUT_OFF ? { ...answer, status: 503 } : answer;
  });
}
