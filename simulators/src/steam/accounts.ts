/**
 * The simulated people: who can sign in, what they are called, what they own and who may see it. Seeded with the fixed
 * accounts of the demo world; sign-in pages and the control API add more. Kept in the data directory after every change.
 *
 * Invariants: a steamid names one account for ever; an asset id is never used twice (account id times 100,000 plus a
 * counter, so they are also ordered by age within an account).
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Draw } from '../kit/draw.ts';
import { readJson, writeJson } from '../kit/files.ts';
import type { Catalogue } from './catalogue.ts';

/** `public` for all; `private` answers 403; `hidden` holds only items that others cannot see yet. */
export const InventoryVisibility = z.enum(['public', 'private', 'hidden']);
export type InventoryVisibility = z.output<typeof InventoryVisibility>;

const OwnedItem = z.object({
  assetId: z.string(),
  appId: z.number().int(),
  contextId: z.string(),
  marketHashName: z.string(),
});
export type OwnedItem = z.output<typeof OwnedItem>;

const Account = z.object({
  steamId: z.string().regex(/^7656119\d{10}$/),
  name: z.string(),
  /** A label on the sign-in page, nothing more: the site decides who may do what. */
  group: z.enum(['player', 'staff']),
  note: z.string(),
  profile: z.enum(['public', 'private']),
  inventory: InventoryVisibility,
  economyBan: z.enum(['none', 'probation', 'banned']),
  createdAtMs: z.number().int(),
  nextAsset: z.number().int(),
  items: z.array(OwnedItem),
});
export type Account = z.output<typeof Account>;

const FILE = 'steam-accounts.json';
const FIRST_FRESH = 76561198000001001n;
const INDIVIDUAL_BASE = 76561197960265728n;
const NAME_LIMIT = 32;
const FRESH_ITEMS = 24;

/** The demo world's fixed accounts: id, name, group, note, number of items. */
const SEED = [
  ['76561198000000101', 'rookbolt', 'player', 'Player', 64],
  ['76561198000000102', 'Okonkwo', 'player', 'Player', 48],
  ['76561198000000103', 'mirel', 'player', 'Player', 36],
  ['76561198000000104', 'tuulikki', 'player', 'Player', 120],
  ['76561198000000105', 'sable.fm', 'player', 'Player', 30],
  ['76561198000000106', 'newcomer', 'player', 'Player, first visit', 6],
  ['76561198000000201', 'Hollis (moderator)', 'staff', 'Moderator', 12],
  ['76561198000000202', 'Vesna (admin)', 'staff', 'Admin', 12],
  ['76561198000000203', 'Ilmari (support)', 'staff', 'Support', 12],
] as const;

export class Accounts {
  readonly #catalogue: Catalogue;
  readonly #dataDir: string | undefined;
  #byId = new Map<string, Account>();

  constructor(catalogue: Catalogue, dataDir: string | undefined, nowMs: number) {
    this.#catalogue = catalogue;
    this.#dataDir = dataDir;
    const stored = dataDir === undefined ? null : readJson(dataDir, FILE, z.array(Account));
    if (stored === null) this.reset(nowMs);
    else this.#byId = new Map(stored.map((account) => [account.steamId, account]));
  }

  find(steamId: string): Account | null {
    return this.#byId.get(steamId) ?? null;
  }

  /** In order of creation, the seeded ones first. */
  list(): Account[] {
    return [...this.#byId.values()];
  }

  /** A new account with an inventory of its own. Null when the steamid asked for is taken. */
  create(wanted: { name: string; group?: Account['group']; steamId?: string }, nowMs: number): Account | null {
    const steamId = wanted.steamId ?? this.#freshId();
    if (this.#byId.has(steamId)) return null;
    const group = wanted.group ?? 'player';
    const note = group === 'staff' ? 'Staff, created here' : 'Player, created here';
    const account = this.#make(steamId, tidyName(wanted.name), group, note, FRESH_ITEMS, nowMs);
    this.#byId.set(steamId, account);
    this.#save();
    return account;
  }

  /** Changes what is given of an account; null when there is no such account. */
  update(
    steamId: string,
    change: Partial<Pick<Account, 'name' | 'profile' | 'inventory' | 'economyBan'>>,
  ): Account | null {
    const account = this.#byId.get(steamId);
    if (account === undefined) return null;
    Object.assign(account, change);
    account.name = tidyName(account.name);
    this.#save();
    return account;
  }

  /** Puts copies of an item into the account's inventory; null for an account or an item that does not exist. */
  give(steamId: string, appId: number, marketHashName: string, count: number): OwnedItem[] | null {
    const account = this.#byId.get(steamId);
    if (account === undefined || this.#catalogue.find(appId, marketHashName) === null) return null;
    const given = Array.from({ length: count }, () => mint(account, appId, marketHashName));
    account.items.push(...given);
    this.#save();
    return given;
  }

  /** Takes an item away for good; false when the account does not hold it. */
  take(steamId: string, assetId: string): boolean {
    const account = this.#byId.get(steamId);
    const index = account?.items.findIndex((item) => item.assetId === assetId) ?? -1;
    if (account === undefined || index < 0) return false;
    account.items.splice(index, 1);
    this.#save();
    return true;
  }

  /** Back to the seeded accounts with their first inventories. */
  reset(nowMs: number): void {
    const seeded = SEED.map(([steamId, name, group, note, items]) =>
      this.#make(steamId, name, group, note, items, nowMs),
    );
    this.#byId = new Map(seeded.map((account) => [account.steamId, account]));
    this.#save();
  }

  #make(steamId: string, name: string, group: Account['group'], note: string, items: number, nowMs: number): Account {
    const account: Account = {
      steamId,
      name,
      group,
      note,
      profile: 'public',
      inventory: 'public',
      economyBan: 'none',
      createdAtMs: nowMs,
      nextAsset: 1,
      items: [],
    };
    const draw = new Draw(`inventory|${steamId}`);
    for (let i = 0; i < items; i += 1) {
      const item = this.#catalogue.draw(draw);
      account.items.push(mint(account, item.appId, item.marketHashName));
    }
    return account;
  }

  #freshId(): string {
    let id = FIRST_FRESH;
    while (this.#byId.has(String(id))) id += 1n;
    return String(id);
  }

  #save(): void {
    if (this.#dataDir !== undefined) writeJson(this.#dataDir, FILE, this.list());
  }
}

/** The 40 hex digits that name an account's picture, as the real service names them by content. */
export function avatarHash(steamId: string): string {
  return createHash('sha1').update(`avatar|${steamId}`).digest('hex');
}

/** The 32-bit account number inside a steamid64. */
export function accountNumber(steamId: string): bigint {
  return BigInt(steamId) - INDIVIDUAL_BASE;
}

function mint(account: Account, appId: number, marketHashName: string): OwnedItem {
  const assetId = String(accountNumber(account.steamId) * 100_000n + BigInt(account.nextAsset));
  account.nextAsset += 1;
  return { assetId, appId, contextId: '2', marketHashName };
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
