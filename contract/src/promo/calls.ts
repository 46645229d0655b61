/** Promo codes on the wire: a player takes what a code gives, staff make and end codes. */
import { commandAt, queryAt } from '../wire/call.ts';

/** What one code may cost in all: above it none is made. */
export const PROMO_MOST_CENTS = 1_000_000;
/** Up to this one ADMIN is enough; a dearer code waits for a second one. */
export const PROMO_ALONE_CENTS = 50_000;

/** Tries in an hour, successful ones too: of one player, and from one address. */
export const PROMO_TRIES = { player: 5, address: 20 } as const;

export const activatePromocode = commandAt('promo.activate', '/promocode/activate');
export const createPromocode = commandAt('promo.create', '/admin/promocodes/create');
export const approvePromocode = commandAt('promo.approve', '/admin/promocodes/approve');
export const endPromocode = commandAt('promo.end', '/admin/promocodes/end');
export const listPromocodes = queryAt('promo.list', '/admin/promocodes');
