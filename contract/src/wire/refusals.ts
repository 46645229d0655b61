/**
 * Refusals: every error that a player can cause and has to understand. A code, one HTTP status, one text.
 *
 * `wire` is the response's `message` (a code of the spec's section 8 where there is one); `text` is for people, letter
 * for letter where the spec quotes it. `{name}` is filled from the details. The client does not show 'Forbidden
 * resource' and 401, as the spec says.
 */
export interface RefusalEntry {
  readonly status: number;
  readonly wire: string;
  readonly text: string;
}

const entry = (status: number, wire: string, text: string = wire): RefusalEntry => ({ status, wire, text });

export const REFUSALS = {
  // every call
  SIGNED_OUT: entry(401, 'Unauthorized', 'Please sign in'),
  FORBIDDEN: entry(403, 'Forbidden resource'),
  AGE_UNCONFIRMED: entry(403, 'ERR_AGE_UNCONFIRMED', 'Please confirm that you are 18 or older'),
  STAFF_CODE_NEEDED: entry(403, 'ERR_STAFF_CODE', 'Please enter a code from your authenticator'),
  STAFF_CODE_OLD: entry(403, 'ERR_STAFF_CODE_OLD', 'Please confirm this with a new code from your authenticator'),
  STAFF_CODE_SET: entry(409, 'ERR_STAFF_CODE_SET', 'This account already has an authenticator'),
  STAFF_CODE_CLOSED: entry(
    429,
    'ERR_STAFF_CODE_CLOSED',
    'Too many wrong codes. Try again in {minutes} min, or ask another admin to reset your authenticator.',
  ),
  API_KEY_UNKNOWN: entry(401, 'ERR_API_KEY', 'This API key is unknown or was revoked'),
  API_KEY_SCOPE: entry(403, 'ERR_API_SCOPE', 'This API key may not do that'),
  NOT_FOUND: entry(404, 'Not found'),
  BAD_INPUT: entry(400, 'ERR_BAD_INPUT', 'Invalid request: {detail}'),
  TOO_LARGE: entry(413, 'ERR_TOO_LARGE', 'This request is too large'),
  RATE_LIMITED: entry(429, 'ERR_RATE_LIMITED', 'Too many requests. Please wait {seconds} s'),
  KEY_REUSED: entry(422, 'ERR_KEY_REUSED', 'This request id was already used for another request'),
  KEY_IN_FLIGHT: entry(409, 'ERR_KEY_IN_FLIGHT', 'This request is still being processed'),
  UNAVAILABLE: entry(
    503,
    'ERR_UNAVAILABLE',
    'The service is not available right now. Nothing was changed. Please try again.',
  ),
  INTERNAL: entry(500, 'ERR_INTERNAL', 'Something went wrong'),

  // sign-in
  SIGN_IN_FAILED: entry(401, 'ERR_SIGN_IN_FAILED', 'Sign-in was not completed. Please try again'),
  SIGN_IN_UNAVAILABLE: entry(503, 'ERR_SIGN_IN_UNAVAILABLE', 'Steam is not responding. Please try again in a minute.'),

  SIGN_IN_AGAIN: entry(403, 'ERR_SIGN_IN_AGAIN', 'Please sign in again. This action requires a recent sign-in.'),

  API_KEY_LIMIT: entry(409, 'ERR_API_KEY_LIMIT', 'You already have {max} API keys. Revoke one to create another.'),
  API_KEY_STAFF: entry(403, 'ERR_API_KEY_STAFF', 'Staff accounts cannot have API keys'),

  SIGN_IN_EXCLUDED: entry(
    403,
    'ERR_SIGN_IN_EXCLUDED',
    'You blocked yourself from playing, and the block outlives your closed account. ' +
      'No new account can be opened until it ends.',
  ),

  // games
  STAFF_DO_NOT_PLAY: entry(403, 'ERR_STAFF_DO_NOT_PLAY', 'Staff accounts cannot stake, join or buy'),
  ITEMS_LIMIT: entry(422, 'ERR_ITEMS_LIMIT', 'You cant add more than 15 items to your bet'),
  AMOUNT_TOO_LOW: entry(422, 'ERR_AMOUNT_TOOLESS', 'Amount of the bet is less than the minimum possible'),
  AMOUNT_TOO_FAR: entry(
    422,
    'ERR_AMOUNT_TOOMUCH',
    'The second player can not make a bet very different from the first player',
  ),
  NO_GAME: entry(404, 'ERR_NO_GAME', 'Game is not exists'),
  GAME_FINISHED: entry(409, 'ERR_GAME_FINISHED', 'Game in the winner selection status'),
  GAME_PAUSED: entry(409, 'ERR_GAME_PAUSED', 'The game is paused'),
  ROUND_SCRIPTED: entry(
    409,
    'ERR_ROUND_SCRIPTED',
    'This round is scripted: staff chose its winner. You can watch it, but not join',
  ),
  COINFLIP_STARTED: entry(409, 'Coinflip is already started'),
  JACKPOT_FINISHING: entry(409, 'Jackpot is in finish state, try later'),
  JACKPOT_FULL: entry(
    409,
    'ERR_JACKPOT_FULL',
    'This pot is full ({max}$ or {entries} bets at most). Please wait for the next one.',
  ),
  OWN_GAME: entry(409, 'ERR_OWN_GAME', 'You cannot join your own game'),
  NOT_YOUR_GAME: entry(403, 'ERR_NOT_YOUR_GAME', 'Only the player who opened this game can do that'),
  GAME_REPRICED: entry(
    409,
    'ERR_GAME_REPRICED',
    'Prices of the items in this game have changed since it was created, so it can no longer be joined',
  ),
  SIDE_TAKEN: entry(409, 'ERR_SIDE_TAKEN', 'The first player already has this side'),
  ITEM_NOT_AVAILABLE: entry(
    409,
    'ERR_ITEM_NOT_AVAILABLE',
    'An item is no longer available. Reload your inventory and choose again',
  ),
  ITEM_NOT_STAKEABLE: entry(422, 'ERR_ITEM_NOT_STAKEABLE', 'Prize items cannot be staked'),
  ITEM_TOO_CHEAP: entry(422, 'ERR_ITEM_TOO_CHEAP', 'Each item must be worth at least {min}$'),
  BOT_UNAVAILABLE: entry(409, 'ERR_BOT_UNAVAILABLE', 'No bot can match this game right now'),
  BATTLE_STARTED: entry(409, 'ERR_BATTLE_STARTED', 'This battle has already started'),
  SEAT_TAKEN: entry(409, 'ERR_SEAT_TAKEN', 'This spot is taken. Please choose another one'),
  ALREADY_IN_BATTLE: entry(409, 'ERR_ALREADY_IN_BATTLE', 'You already have a spot in this battle'),
  NOT_IN_BATTLE: entry(409, 'ERR_NOT_IN_BATTLE', 'You are not in this battle'),
  CREATOR_STAYS: entry(409, 'ERR_CREATOR_STAYS', 'You opened this battle: cancel it instead of leaving'),
  NO_TEAM: entry(404, 'ERR_NO_TEAM', 'This battle has no such spot'),
  NO_CASE: entry(404, 'ERR_NO_CASE', 'One of the cases is no longer available. Please choose again.'),
  MODE_CLOSED: entry(409, 'ERR_MODE_CLOSED', 'This mode is not available right now'),
  BATTLE_TOO_DEAR: entry(422, 'ERR_BATTLE_TOO_DEAR', 'A battle can cost at most {max}$ per player'),
  PRICE_CHANGED: entry(
    409,
    'ERR_PRICE_CHANGED',
    'The price changed: the cases now cost {price}$. Nothing was charged. Please check and try again.',
  ),
  BEACON_UNKNOWN: entry(
    503,
    'ERR_BEACON_UNKNOWN',
    'The public randomness sources are not responding. Nothing was changed. Please try again in a minute.',
  ),
  CASE_ITEM_UNKNOWN: entry(422, 'ERR_CASE_ITEM_UNKNOWN', 'Item {item} does not exist or has no price'),
  CASE_ITEM_TWICE: entry(422, 'ERR_CASE_ITEM_TWICE', 'A case can contain each item only once: {item}'),
  CASE_WEIGHTS: entry(422, 'ERR_CASE_WEIGHTS', 'The weights of a case can add up to at most {max}'),
  CASE_RETURN: entry(422, 'ERR_CASE_RETURN', 'A case must return {min} to {max}% on average. This one returns {is}%.'),
  TRADE_LINK_MISSING: entry(422, 'Need put tradelink!'),
  NOT_ENOUGH_BALANCE: entry(409, 'Not enough balance'),

  // trades with Steam
  TRADE_LINK_BAD: entry(
    422,
    'ERR_TRADE_LINK_BAD',
    'This is not a trade link. Copy it from Steam, Trade offers, Who can send me trade offers',
  ),
  TRADE_LINK_FOREIGN: entry(403, 'ERR_TRADE_LINK_FOREIGN', 'This trade link belongs to another Steam account'),
  DEPOSIT_CLOSED: entry(409, 'ERR_DEPOSIT_CLOSED', 'Items of this game cannot be deposited right now'),
  DEPOSIT_TOO_LOW: entry(422, 'ERR_MIN_DEPOSIT', 'Min deposit: ${min}'),
  ONE_GAME_PER_OFFER: entry(422, 'ERR_ONE_GAME_PER_OFFER', 'A trade offer can hold items of one game only'),
  PRICE_DOUBTED: entry(409, 'ERR_PRICE_DOUBTED', 'The price of {name} is being checked. Your item is safe.'),
  ITEM_PREMIUM: entry(
    409,
    'ERR_ITEM_PREMIUM',
    '{name} may be worth more than its listed price (float, phase, stickers). Deposited as an item it stays yours.',
  ),
  STOCK_FULL: entry(409, 'ERR_STOCK_FULL', 'We have enough {name} in stock right now'),
  ITEM_IN_OFFER: entry(409, 'ERR_ITEM_IN_OFFER', 'An item is already in another open trade offer'),
  TOO_MANY_OFFERS: entry(
    409,
    'too many outstanding trade offers',
    'There are too many outstanding trade offers. Please cancel some before sending more.',
  ),
  TRADES_FROZEN: entry(
    403,
    'ERR_TRADES_FROZEN',
    'Your trades are frozen because a deposit was reversed on Steam. Please contact support.',
  ),
  DEPOSIT_DAY: entry(
    409,
    'ERR_DEPOSIT_DAY',
    'You can currently deposit at most {max}$ in 24 hours. Please try again later.',
  ),
  DEPOSIT_FULL: entry(
    409,
    'ERR_DEPOSIT_FULL',
    'Our trading account cannot hold more items right now. Please try again later.',
  ),
  WITHDRAW_DAY: entry(
    409,
    'ERR_WITHDRAW_DAY',
    'You can withdraw at most {max}$ in 24 hours. Please withdraw the rest later.',
  ),
  WITHDRAW_BUSY: entry(
    409,
    'ERR_WITHDRAW_BUSY',
    'Withdrawals are at their limit right now. Please try again in an hour.',
  ),
  WITHDRAW_CHECKED: entry(
    409,
    'ERR_WITHDRAW_CHECKED',
    'Withdrawals are being checked by our staff right now. Your items and balance are safe, ' +
      'and deposits that you have not played can still be withdrawn',
  ),
  ITEM_PROTECTED: entry(
    409,
    'ERR_ITEM_PROTECTED',
    'Steam protects one of these items for some days. You can withdraw it after that.',
  ),
  BET_PROTECTED: entry(
    409,
    'ERR_BET_PROTECTED',
    'Steam protects trades of this game for 7 days, so these items cannot be staked straight from Steam. ' +
      'Deposit them first, and stake them when that time is over.',
  ),
  STEAM_BET_OPEN: entry(
    409,
    'ERR_STEAM_BET_OPEN',
    'You already have an open trade offer for this round. Accept or decline it first.',
  ),
  WITHDRAW_LEVEL: entry(403, 'ERR_WITHDRAW_LEVEL', 'Users need to be at least Level 10 to get the winnings'),

  // crypto
  CRYPTO_MIN: entry(422, 'Min sum is 10$'),
  COIN_CLOSED: entry(409, 'ERR_COIN_CLOSED', 'This coin is not available right now'),
  COIN_RATE_UNKNOWN: entry(
    503,
    'ERR_COIN_RATE_UNKNOWN',
    'The rate of this coin is not available right now. Nothing was changed. Please try again in a minute.',
  ),
  CRYPTO_ORDERED: entry(409, 'ERR_CRYPTO_ORDERED', 'This address already has a deposit. Please request a new one.'),
  TOO_MANY_CRYPTO_ORDERS: entry(
    409,
    'ERR_TOO_MANY_CRYPTO_ORDERS',
    'You have {max} unfinished deposits. Please wait until one is finished.',
  ),
  CRYPTO_OUT_MIN: entry(422, 'ERR_CRYPTO_OUT_MIN', 'The minimum withdrawal in this coin is {min}$'),
  CRYPTO_OUT_MAX: entry(422, 'ERR_CRYPTO_OUT_MAX', 'The maximum per withdrawal is {max}$'),
  CRYPTO_ADDRESS: entry(422, 'ERR_CRYPTO_ADDRESS', 'This address cannot be used: {why}'),
  CRYPTO_ADDRESS_UNKNOWN: entry(
    422,
    'ERR_CRYPTO_ADDRESS_UNKNOWN',
    'This address is not in your address book. Please add it first.',
  ),
  CRYPTO_ADDRESS_WAITS: entry(409, 'ERR_CRYPTO_ADDRESS_WAITS', 'This address is new. You can use it in {hours} h.'),
  TOO_MANY_CRYPTO_ADDRESSES: entry(
    409,
    'ERR_TOO_MANY_CRYPTO_ADDRESSES',
    'You can save at most {max} addresses. Please remove one first.',
  ),
  CRYPTO_RATE_MOVED: entry(
    409,
    'ERR_CRYPTO_RATE_MOVED',
    'The rate changed: you would now receive {coins}. Nothing was taken. Please check and try again.',
  ),
  TOO_MANY_CRYPTO_WITHDRAWALS: entry(
    409,
    'ERR_TOO_MANY_CRYPTO_WITHDRAWALS',
    'You have {max} unfinished withdrawals. Please wait until one is finished.',
  ),
  UNSEEN_GONE: entry(
    409,
    'ERR_UNSEEN_GONE',
    'The chain does not show this amount (any more). Wait for the next check.',
  ),
  UNSEEN_TWICE: entry(409, 'ERR_UNSEEN_TWICE', 'A second person has to confirm this'),
  UNSEEN_OTHER: entry(409, 'ERR_UNSEEN_OTHER', 'The first request named another transaction or another sum'),
  REVIEW_OVER: entry(409, 'ERR_REVIEW_OVER', 'This withdrawal is not waiting for a review'),
  REVIEW_OWN: entry(403, 'ERR_REVIEW_OWN', 'You cannot review your own withdrawal'),
  REVIEW_TWICE: entry(409, 'ERR_REVIEW_TWICE', 'The second signature must come from another person with another key'),
  REVIEW_SIGNATURE: entry(422, 'ERR_REVIEW_SIGNATURE', 'This signature does not match this key and this withdrawal'),

  // market
  ITEM_SOLD: entry(409, 'ERR_ITEM_SOLD', '{name} was just sold to someone else. Nothing was charged.'),
  ITEM_NOT_SOLD: entry(
    409,
    'ERR_ITEM_NOT_SOLD',
    'The price of {name} is being checked, so it is not for sale right now. Nothing was charged.',
  ),
  MARKET_PRICE_CHANGED: entry(
    409,
    'ERR_MARKET_PRICE_CHANGED',
    'The price changed: the total is now {price}$. Nothing was charged. Please check and try again.',
  ),
  NO_ITEM_TYPE: entry(404, 'ERR_NO_ITEM_TYPE', 'This item does not exist'),

  // player protection
  LIMIT_STAKE: entry(409, 'ERR_LIMIT_STAKE', 'Your stake limit is {max}$ in {span}. This amount fits {when}'),
  LIMIT_LOSS: entry(409, 'ERR_LIMIT_LOSS', 'Your loss limit is {max}$ in {span}. This amount fits {when}'),
  LIMIT_DEPOSIT: entry(409, 'ERR_LIMIT_DEPOSIT', 'Your deposit limit is {max}$ in {span}. This amount fits {when}'),
  LIMIT_QUESTION: entry(
    409,
    'ERR_LIMIT_QUESTION',
    'Before your first deposit, please choose on the deposit page whether you want a deposit limit.',
  ),
  REALITY_CHECK: entry(409, 'ERR_REALITY_CHECK', 'Please read the open reality check on the site first'),
  TAKING_BREAK: entry(403, 'ERR_TAKING_BREAK', 'You are taking a break until {until}'),
  SELF_EXCLUDED: entry(403, 'ERR_SELF_EXCLUDED', 'You have excluded yourself from play {until}'),
  LIMIT_NOT_SET: entry(409, 'ERR_LIMIT_NOT_SET', 'This limit is not set'),
  LIMIT_NOT_ASKED: entry(409, 'ERR_LIMIT_NOT_ASKED', 'There is no looser limit to confirm'),
  LIMIT_TOO_EARLY: entry(409, 'ERR_LIMIT_TOO_EARLY', 'You can confirm this from {from} on'),

  // promo codes
  PROMOCODE_NOTFOUND: entry(404, 'ERR_PROMOCODE_NOTFOUND', 'Promocode not found'),
  PROMOCODE_ACTIVATED: entry(409, 'ERR_PROMOCODE_ACTIVATED', "You can't activate the promocode more than 1 time!"),
  PROMOCODE_TRIES: entry(429, 'ERR_PROMOCODE_TRIES', 'Too many promo codes tried. Please wait {minutes} min'),
  PROMOCODE_TOO_DEAR: entry(422, 'ERR_PROMOCODE_TOO_DEAR', 'A promo code can cost at most {max}$ in total'),

  // demo
  DEMO_CAN_PLAY: entry(
    409,
    'ERR_DEMO_CAN_PLAY',
    'You already have items and balance to play with. Demo items are for accounts that cannot play.',
  ),
  DEMO_TOO_SOON: entry(429, 'ERR_DEMO_TOO_SOON', 'You can get demo items once an hour. Try again in {minutes} min.'),

  // chat
  MESSAGE_TOO_SHORT: entry(422, 'Message to small'),
  MESSAGE_TOO_LONG: entry(422, 'ERR_MESSAGE_TOO_LONG', 'A message can have at most {max} characters'),
  CHAT_BANNED: entry(403, 'banned', 'You are banned'),
  CHAT_CLOSED: entry(409, 'chat closed', 'Chat is closed for maintenance'),
  NO_PLAYER: entry(404, 'ERR_NO_PLAYER', 'This player does not exist'),
  STEAMID_UNKNOWN: entry(422, 'Unknown SteamID input format'),
  STATUS_SAME: entry(409, 'ERR_STATUS_SAME', 'This account already has that role, or you already requested it'),

  // the own account
  ACCOUNT_CLOSING: entry(
    409,
    'ERR_ACCOUNT_CLOSING',
    'Your account is being closed, so you cannot stake or deposit. You can cancel the closing on your profile.',
  ),
  CLOSING_NAME: entry(422, 'ERR_CLOSING_NAME', 'To confirm, please type your name exactly as shown'),
  CLOSING_STAFF: entry(403, 'ERR_CLOSING_STAFF', 'Only an admin can close staff accounts'),
  CLOSING_NONE: entry(409, 'ERR_CLOSING_NONE', 'Your account is not being closed'),
  CLOSING_REST: entry(409, 'ERR_CLOSING_REST', 'Only an amount below every withdrawal minimum can be given up'),
  EXPORT_LIMIT: entry(429, 'ERR_EXPORT_LIMIT', 'You can request {max} exports in 24 hours. Please try again later.'),
  EXPORT_OVER: entry(
    410,
    'ERR_EXPORT_OVER',
    'This export has expired: exports are available for an hour. Please request a new one.',
  ),

  // support
  TICKET_CLOSED: entry(409, 'ERR_TICKET_CLOSED', 'This ticket is closed. Please open a new one'),
  TOO_MANY_TICKETS: entry(
    409,
    'ERR_TOO_MANY_TICKETS',
    'You have {max} open tickets. Please use one of them, or close one.',
  ),
  TICKET_TAKEN: entry(409, 'ERR_TICKET_TAKEN', 'This ticket is now assigned to someone else. Please check it again.'),
  TICKET_OWN: entry(403, 'ERR_TICKET_OWN', 'You cannot answer your own ticket'),
  ANSWER_UNSEEN: entry(
    409,
    'ERR_ANSWER_UNSEEN',
    'Some addresses in this answer were replaced. Please check the preview before sending it.',
  ),

  // staff: settings and adjustments
  SETTING_VALUE: entry(422, 'ERR_SETTING_VALUE', 'Invalid value: {detail}'),
  SETTING_CHANGED: entry(
    409,
    'ERR_SETTING_CHANGED',
    'Someone else changed this in the meantime. Nothing was saved. Please check and try again.',
  ),
  ADJUST_OWN: entry(403, 'ERR_ADJUST_OWN', 'Balances of staff and house personas cannot be adjusted'),
  ADJUST_TWICE: entry(403, 'ERR_ADJUST_TWICE', 'Another person has to approve your request'),
  ADJUST_OVER: entry(409, 'ERR_ADJUST_OVER', 'This adjustment is already decided'),
  ADJUST_MOST: entry(422, 'ERR_ADJUST_MOST', 'At most {max}$ can be adjusted at once'),
  ADJUST_DAY: entry(409, 'ERR_ADJUST_DAY', 'At most {max}$ can be adjusted in one day. {left}$ are left.'),
  CASE_CHANGED: entry(
    409,
    'ERR_CASE_CHANGED',
    'A newer version of this case was published in the meantime. Nothing was saved. Please check and try again.',
  ),
  PERSONA_NAME: entry(409, 'ERR_PERSONA_NAME', 'This name is taken or reserved'),

  // Steam inventory
  STEAM_PRIVATE: entry(409, 'ERR_STEAM_PRIVATE', 'Your Steam inventory is private'),
  STEAM_BUSY: entry(503, 'ERR_STEAM_BUSY', 'Steam is not responding. Please try again in a minute.'),
} as const satisfies Record<string, RefusalEntry>;

export type RefusalCode = keyof typeof REFUSALS;

/** The text for people; `{name}` parts come from `details`, unknown ones become empty. */
export function refusalText(code: RefusalCode, details: Readonly<Record<string, string | number>> = {}): string {
  return REFUSALS[code].text.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''));
}

const BY_WIRE: ReadonlyMap<string, RefusalCode> = new Map(
  Object.entries(REFUSALS).map(([code, r]) => [r.wire, code as RefusalCode]),
);

/** The code for a response's `message`, or undefined when it is not a refusal of this list. */
export function refusalOfWire(message: string): RefusalCode | undefined {
  return BY_WIRE.get(message);
}
