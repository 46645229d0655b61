/** Items as the wire shows them: the skin (item type) and the site inventory item, which has its own price. */

/** Site inventory item types (rulings 3). Only types that contain PRIZE are barred from stakes. */
export const ITEM_KINDS = ['DEPOSIT', 'MARKET', 'WIN', 'PRIZE_PROMO'] as const;

/** Minimum value of an item in a stake, in cents (spec 9: minimum item value 1.00). */
export const MIN_ITEM_CENTS = 100;

/** Maximum number of items in one bet (spec 8, ERR_ITEMS_LIMIT). */
export const MAX_ITEMS_PER_BET = 15;
