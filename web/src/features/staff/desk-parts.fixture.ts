/** People, tickets, skins and cases for the answers of desk.fixture.ts. */
import type { Case } from '@fairpot/contract/casebattle/cases/schemas';
import type { Skin } from '@fairpot/contract/inventory/item.schemas';
import type { TradeSearchResult } from '@fairpot/contract/staff/trades/schemas';
import type { StaffTicket } from '@fairpot/contract/support/schemas';
import type { PublicUser } from '@fairpot/contract/user/schemas';

/** The time of everything in the fixture. */
export const AT = Date.UTC(2026, 10, 22, 12);

/** An id with this prefix, different for each number. */
export const idOf = (prefix: string, n: number): string => `${prefix}_${String(n).padStart(26, '0')}`;

export const PLAYER = idOf('ply', 1);
export const TICKET = idOf('tkt', 1);

export function personOf(n: number, name: string): PublicUser {
  const id = idOf('ply', n + 1);
  return { id, steamid: '76561198000000101', name, avatar: '', level: 3, experience: 10, isFake: false, badge: null };
}

export function ticketOf(n: number, text: string): StaffTicket {
  return {
    id: idOf('tkt', n + 1),
    version: 1,
    state: 'open',
    title: text,
    about: { kind: 'round', id: idOf('rnd', n) },
    openedAt: AT,
    lastAt: AT,
    firstAnswerAt: null,
    closedAt: null,
    unread: 1,
    player: personOf(n, text),
    assignee: personOf(n + 1, text),
    waitingSince: AT,
  };
}

export const skinOf = (text: string): Skin => ({
  id: 'ak',
  name: text,
  itemName: text,
  itemType: text,
  appId: 730,
  icon: '',
  iconBackground: '',
  colorHex: '#ffffff',
  rarity: text,
  pips: 1,
  priceUsd: 1,
});

export function caseOf(n: number, text: string): Case {
  const item = { itemId: 'ak', weight: 1, probability: 50, item: skinOf(text) };
  const face = {
    id: `case-${n}`,
    version: 1,
    name: text,
    icon: '',
    colorHex: '#ffffff',
    priceUsd: 1,
    returnBps: 9_000,
  };
  return { ...face, weightTotal: 2, items: [item, { ...item, itemId: 'm4' }] };
}

/** A rejected deposit of one item, with what its trade would have moved. */
export function tradeOf(n: number, text: string): TradeSearchResult {
  const asset = { appId: 730, contextId: '2', assetId: String(n) };
  return {
    user: personOf(n, text),
    order: {
      id: idOf('trd', n),
      version: 1,
      kind: 'DEPOSIT',
      state: 'REFUSED',
      code: 'D-7Q3K2M',
      appId: 730,
      toBalance: true,
      totalUsd: 1,
      creditedUsd: null,
      items: [{ item: skinOf(text), itemId: idOf('itm', n), assetId: String(n), creditedUsd: null }],
      createdAt: AT,
      expiresAt: AT,
      offerId: '1',
      bot: null,
      offerUrl: null,
      clientUrl: null,
      protectedUntil: null,
      booked: false,
      released: false,
      returned: true,
      reason: 'ITEM_GONE',
      reasonText: text,
      bet: null,
    },
    tradeId: '2',
    tradeStatus: 4,
    moved: [{ tradeId: '2', direction: 'BACK', before: asset, after: asset, itemId: idOf('itm', n) }],
  };
}
