/** Promo codes on the wire: a player redeems a code, staff create and end codes. */
import { commandAt, queryAt } from '../wire/call.ts';

/** Maximum total cost of one code. */
export const PROMO_MAX_CENTS = 1_000_000;
/** Up to this cost one ADMIN is enough; a more expensive code needs a second one. */
export const PROMO_SINGLE_APPROVAL_CENTS = 50_000;

/** Tries per hour, successful ones included: per player, and per address. */
export const PROMO_TRIES = { player: 5, address: 20 } as const;

export const activatePromocode = commandAt('promo.activate', '/promocode/activate');
export const createPromocode = commandAt('promo.create', '/admin/promocodes/create');
export const approvePromocode = commandAt('promo.approve', '/admin/promocodes/approve');
export const endPromocode = commandAt('promo.end', '/admin/promocodes/end');
export const listPromocodes = queryAt('promo.list', '/admin/promocodes');
