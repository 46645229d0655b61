/**
 * The simulated people: who can sign in, their names, their items and who may see them. Seeded with the fixed accounts of the demo world; sign-in
 * pages and the control API add more. Stored in the journal after every change.
 *
 * Invariants: a steamid names one account for ever; an item is in one inventory or in a trade on hold; an asset id is never used twice, and an item
 * gets a new one with each new owner (account id times 10,000,000 plus a counter, so they are also ordered by age within an account).
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Draw } from '../kit/draw.ts';
import type { Journal } from '../kit/journal.ts';
import type { Catalogue, CatalogueItem, PhasedItem } from './catalogue.ts';
import { drawFinish, finishOfPhase, Finish } from './finish.ts';

/** `public` for all; `private` answers 403; `hidden` holds only items that others cannot see yet. */
export const InventoryVisibility = z.enum(['public', 'private', 'hidden']);
export type InventoryVisibility = z.output<typeof InventoryVisibility>;

const OwnedItem = z.object({
  assetId: z.string(),
  appId: z.number().int(),
  contextId: z.string(),
  marketHashName: z.string(),
  /** When it came by a trade (epoch ms); null for an original item. */
  receivedAtMs: z.number().int().nullable(),
  /** Until then it is in context 16, cannot be traded, and the trade can be reversed (epoch ms). */
  protectedUntilMs: z.number().int().nullable(),
  /** What it differs in from others of its name; null: nothing is shown of it. */
  finish: Finish.nullable().default(null),
});
export type OwnedItem = z.output<typeof OwnedItem>;

interface NewItem {
  readonly appId: number;
  readonly marketHashName: string;
  readonly finish?: Finish | null;
}

const Account = z.object({
  steamId: z.string().regex(/^7656119\d{10}$/),
  name: z.string(),
  /** A label on the sign-in page, nothing more: the site decides who may do what. Bots are not on the page. */
  group: z.enum(['player', 'staff', 'bot']),
  note: z.string(),
  profile: z.enum(['public', 'private']),
  inventory: InventoryVisibility,
  createdAtMs: z.number().int(),
  nextAsset: z.number().int(),
  /** The secret part of the trade link. */
  tradeToken: z.string(),
  /** How long a trade with this account is held, because it has no authenticator (0: not at all). */
  holdDays: z.number().int().min(0).max(15),
  /** Whether the one-time notice about trade protection was confirmed: without that no confirmation works. */
  acknowledged: z.boolean(),
});
const StoredItem = OwnedItem.extend({ owner: z.string() });
/** Items in order of arrival, oldest first. */
export type Account = z.output<typeof Account> & { items: OwnedItem[] };

/** Protected items are in a context of their own, which only their owner sees. */
export const PROTECTED_CONTEXT = '16';
export const DAY_MS = 86_400_000;
/** Items of this game that came by a trade are hidden from others for this long. */
const HIDDEN = { appId: 730, days: 10 };
const ASSETS_PER_ACCOUNT = 10_000_000n;
const FIRST_FRESH = 76561198000001001n;
const INDIVIDUAL_BASE = 76561197960265728n;
const NAME_LIMIT = 32;
const FRESH_ITEMS = 24;
/** Each game's items in an inventory are worth at least this much: enough for a deposit, and for the bots' games. */
const MIN_WORTH_CENTS = 5_000;
const MIN_LARGE_CENTS = 1_000;

/** The demo world's fixed accounts: id, name, group, note, number of items. */
const SEED = [
  ['76561198000000101', 'rookbolt', 'player', 'Has items to stake and a balance', 64],
  ['76561198000000102', 'Okonkwo', 'player', 'Has played: Level 12, can withdraw', 48],
  ['76561198000000103', 'mirel', 'player', 'Has 5,000 items on the site', 36],
  ['76561198000000104', 'tuulikki', 'player', 'Has a large Steam inventory, and a pending trade', 120],
  ['76561198000000105', 'sable.fm', 'player', 'Has played: rounds in the history', 30],
  ['76561198000000106', 'newcomer', 'player', 'Has nothing on the site: deposits, or gets demo items', 36],
  ['76561198000000201', 'Hollis (moderator)', 'staff', 'Moderates the chat', 12],
  ['76561198000000202', 'Vesna (admin)', 'staff', 'Runs the site: settings, reviews, reports', 12],
  ['76561198000000203', 'Ilmari (support)', 'staff', 'Answers tickets', 12],
  ['76561198000000301', 'Fairpot trade 1', 'bot', 'Trade bot of the site', 0],
  ['76561198000000302', 'Fairpot trade 2', 'bot', 'Trade bot of the site', 0],
] as const;

export class Accounts {
  readonly #catalogue: Catalogue;
  readonly #journal: Journal;
  readonly #botCopies: number;
  readonly #byId: Map<string, Account>;

  /** `botCopies`: copies of each catalogue item that the first trade bot starts with, so that a demo has stock. */
  constructor(catalogue: Catalogue, journal: Journal, nowMs: number, botCopies = 0) {
    this.#catalogue = catalogue;
    this.#journal = journal;
    this.#botCopies = botCopies;
    const stored = journal.load('account:', Account);
    this.#byId = new Map(stored.map(({ id, value }) => [id, { ...value, items: [] }]));
    for (const { value } of journal.load('item:', StoredItem)) {
      const { owner, ...item } = value;
      this.#byId.get(owner)?.items.push(item);
    }
    if (stored.length === 0) this.#seed(nowMs);
  }

  find(steamId: string): Account | null {
    return this.#byId.get(steamId) ?? null;
  }

  /** In order of creation, the seeded ones first. */
  list(): Account[] {
    return [...this.#byId.values()];
  }

  /** A new account with an inventory of its own. Null when the requested steamid is taken. */
  create(wanted: { name: string; group?: Account['group']; steamId?: string }, nowMs: number): Account | null {
    const steamId = wanted.steamId ?? this.#freshId();
    if (this.#byId.has(steamId)) return null;
    const group = wanted.group ?? 'player';
    const note = `${{ player: 'Player', staff: 'Staff', bot: 'Trade bot' }[group]}, created here`;
    const count = group === 'bot' ? 0 : FRESH_ITEMS;
    const account = this.#make(steamId, tidyName(wanted.name), group, note, count, nowMs);
    this.#byId.set(steamId, account);
    this.#journal.commit();
    return account;
  }

  /** Changes the given fields of an account; null when there is no such account. */
  update(
    steamId: string,
    change: Partial<Pick<Account, 'name' | 'profile' | 'inventory' | 'tradeToken' | 'holdDays' | 'acknowledged'>>,
  ): Account | null {
    const account = this.#byId.get(steamId);
    if (account === undefined) return null;
    Object.assign(account, change);
    account.name = tidyName(account.name);
    this.#keep(account);
    this.#journal.commit();
    return account;
  }

  /**
   * Adds copies of an item to the account's inventory; null for an account or an item that does not exist. A name with a phase gives the plain
   * item with a finish of that phase.
   */
  give(steamId: string, appId: number, marketHashName: string, count: number): OwnedItem[] | null {
    const account = this.#byId.get(steamId);
    const phased = this.#catalogue.findPhased(appId, marketHashName);
    const isKnown = phased !== null || this.#catalogue.find(appId, marketHashName) !== null;
    if (account === undefined || !isKnown) return null;
    const given = Array.from({ length: count }, () =>
      phased === null ? this.#mint(account, { appId, marketHashName }, null) : this.#mintPhased(account, phased),
    );
    this.#journal.commit();
    return given;
  }

  /** Removes an item for good; false when the account does not hold it. */
  take(steamId: string, assetId: string): boolean {
    const taken = this.remove(steamId, assetId) !== null;
    this.#journal.commit();
    return taken;
  }

  /** Takes an item out of an inventory on its way into a trade. The caller commits the journal. */
  remove(steamId: string, assetId: string): OwnedItem | null {
    const items = this.#byId.get(steamId)?.items ?? [];
    const index = items.findIndex((item) => item.assetId === assetId);
    if (index < 0) return null;
    this.#journal.drop(`item:${assetId}`);
    return items.splice(index, 1)[0] ?? null;
  }

  /** Adds an item from a trade to an inventory, under a new asset id. The caller commits the journal. */
  receive(
    steamId: string,
    item: NewItem,
    traded: { readonly receivedAtMs: number; readonly protectedUntilMs: number | null },
  ): OwnedItem {
    const account = this.#byId.get(steamId);
    if (account === undefined) throw new Error(`no account ${steamId}`);
    return this.#mint(account, item, traded);
  }

  /** The seeded accounts with their first inventories. */
  #seed(nowMs: number): void {
    for (const [steamId, name, group, note, items] of SEED) {
      this.#byId.set(steamId, this.#make(steamId, name, group, note, items, nowMs));
    }
    const bot = this.list().find(({ group }) => group === 'bot');
    for (let n = 0; bot !== undefined && n < this.#botCopies; n += 1) {
      for (const { appId, marketHashName } of this.#catalogue.items) this.#mint(bot, { appId, marketHashName }, null);
      for (const phased of this.#catalogue.phased) this.#mintPhased(bot, phased);
    }
    this.#journal.commit();
  }

  #make(steamId: string, name: string, group: Account['group'], note: string, items: number, nowMs: number): Account {
    const account: Account = {
      steamId,
      name,
      group,
      note,
      profile: 'public',
      inventory: 'public',
      createdAtMs: nowMs,
      nextAsset: 1,
      tradeToken: createHash('sha256').update(`trade link|${steamId}`).digest('base64url').slice(0, 8),
      holdDays: 0,
      acknowledged: group !== 'bot',
      items: [],
    };
    const first = items === 0 ? [] : this.#firstItems(steamId, items);
    for (const [i, { appId, marketHashName }] of first.entries()) {
      const finish = appId === HIDDEN.appId ? drawFinish(`${steamId}|${i}`, marketHashName) : null;
      this.#mint(account, { appId, marketHashName, finish }, null);
    }
    this.#keep(account);
    return account;
  }

  /** `count` drawn items; then more of each game whose items are worth too little for a deposit or a stake. */
  #firstItems(steamId: string, count: number): CatalogueItem[] {
    const draw = new Draw(`inventory|${steamId}`);
    const items = Array.from({ length: count }, () => this.#catalogue.draw(draw));
    for (const appId of new Set(this.#catalogue.items.map((item) => item.appId))) {
      const large = this.#catalogue.items.filter((item) => item.appId === appId && item.priceCents >= MIN_LARGE_CENTS);
      const isEnough = () => worthOf(items, appId) >= MIN_WORTH_CENTS;
      while (large.length > 0 && !isEnough()) items.push(draw.pick(large));
    }
    return items;
  }

  #mintPhased(account: Account, { appId, plainName, phase }: PhasedItem): OwnedItem {
    const finish = finishOfPhase(`${account.steamId}|${account.nextAsset}`, plainName, phase);
    return this.#mint(account, { appId, marketHashName: plainName, finish }, null);
  }

  #freshId(): string {
    let id = FIRST_FRESH;
    while (this.#byId.has(String(id))) id += 1n;
    return String(id);
  }

  #mint(
    account: Account,
    item: NewItem,
    traded: { readonly receivedAtMs: number; readonly protectedUntilMs: number | null } | null,
  ): OwnedItem {
    const assetId = String(accountNumber(account.steamId) * ASSETS_PER_ACCOUNT + BigInt(account.nextAsset));
    account.nextAsset += 1;
    const { appId, marketHashName, finish = null } = item;
    const { receivedAtMs = null, protectedUntilMs = null } = traded ?? {};
    const known = { assetId, appId, contextId: '2', marketHashName, finish };
    const minted: OwnedItem = { ...known, receivedAtMs, protectedUntilMs };
    account.items.push(minted);
    this.#keep(account);
    this.#journal.put(`item:${assetId}`, { owner: account.steamId, ...minted });
    return minted;
  }

  /** The account without its items, which are records of their own. */
  #keep(account: Account): void {
    const { items: _items, ...rest } = account;
    this.#journal.put(`account:${account.steamId}`, rest);
  }
}

/** The item's context at that time: protected ones are apart from the rest. */
export function contextAt(item: OwnedItem, nowMs: number): string {
  return isProtected(item, nowMs) ? PROTECTED_CONTEXT : item.contextId;
}

export function isProtected(item: OwnedItem, nowMs: number): boolean {
  return item.protectedUntilMs !== null && item.protectedUntilMs > nowMs;
}

/** Whether the public inventory hides it from everyone but its owner. */
export function isHidden(item: OwnedItem, nowMs: number): boolean {
  return item.appId === HIDDEN.appId && item.receivedAtMs !== null && item.receivedAtMs + HIDDEN.days * DAY_MS > nowMs;
}

/** The 40 hex digits that name an account's picture, as the real service names them by content. */
export function avatarHash(steamId: string): string {
  return createHash('sha1').update(`avatar|${steamId}`).digest('hex');
}

/** The 32-bit account number inside a steamid64. */
export function accountNumber(steamId: string): bigint {
  return BigInt(steamId) - INDIVIDUAL_BASE;
}

/** The steamid64 of an account number, as trade links have it. */
export function steamIdOf(accountNumberText: string): string {
  return String(BigInt(accountNumberText) + INDIVIDUAL_BASE);
}

/** The value of the items of a game that are worth at least a dollar: cheaper ones cannot be staked. */
function worthOf(items: readonly CatalogueItem[], appId: number): number {
  const own = items.filter((item) => item.appId === appId && item.priceCents >= 100);
  return own.reduce((sum, { priceCents }) => sum + priceCents, 0);
}

/** One line, no control characters, at most 32 characters, never empty. */
function tidyName(name: string): string {
  const line = name
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return [...line].slice(0, NAME_LIMIT).join('').trim() || 'unnamed';
}
