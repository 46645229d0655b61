/** Persons, tickets, skins and cases for what the desk is answered in tests (desk.fixture.ts). */
import type { Case } from '@fairpot/contract/case';
import type { Skin } from '@fairpot/contract/item';
import type { StaffTicket } from '@fairpot/contract/support';
import type { PublicUser } from '@fairpot/contract/user';

/** When everything of the fixture happened. */
export const AT = Date.UTC(2026, 10, 22, 12);

/** An id of this kind; each number another one. */
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
