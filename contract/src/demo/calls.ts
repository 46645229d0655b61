/** What a demo has and a live site has not: play money and items for an account that cannot play. */
import { commandAt } from '../wire/call.ts';

/** A demo gives items once in this time. */
export const DEMO_ITEMS_EVERY_MS = 3_600_000;
/** An account whose items to stake are worth less than this cannot play with items: bots' coinflips begin at $11. */
export const DEMO_ITEMS_BELOW_CENTS = 2_500;
/** An account with less balance than this cannot pay for a seat in most battles. */
export const DEMO_BALANCE_BELOW_CENTS = 1_000;

export const getDemoItems = commandAt('demo.getItems', '/demo/items');
