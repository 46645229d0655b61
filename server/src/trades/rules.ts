/** Decisions about trades that need no database. Pure; called by this folder and by tests. */
import { cents, type Cents } from '@fairpot/contract/wire/money';

/** The site's own lifetime of an offer; Steam would keep it for two weeks. */
export const OFFER_LIVES_MS = 10 * 60 * 1000;
/** Items priced at or below this are not offered for deposit (spec 5). */
export const HIDDEN_UP_TO_CENTS = 50;

/** Daily limits count what was ordered within this time. */
export const DAY_MS = 24 * 60 * 60_000;

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_DIGITS = 6;

/** 'D-7Q3K2M', in the offer's message and on the screen. `bytes`: at least six, random. */
export function codeOf(kind: 'DEPOSIT' | 'WITHDRAWAL', bytes: Uint8Array): string {
  const digits = Array.from(bytes.subarray(0, CODE_DIGITS), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${kind === 'DEPOSIT' ? 'D' : 'W'}-${digits}`;
}

/**
 * What one item counts against the refundable sum: its value when this player deposited it, at most its value now. A price in doubt is no
 * value: it would let an item out as a refund that is worth more. Null: no one knows what it counts.
 */
export function backCentsOf(price: { cents: number; isDoubted: boolean }, broughtCents: number | null): number | null {
  if (price.isDoubted) return broughtCents;
  return broughtCents === null ? price.cents : Math.min(price.cents, broughtCents);
}

const MINUTE_MS = 60_000;
/** Sources that work confirm every price within ten minutes. An older price may hide a fall. */
const CONFIRMED_MS = 15 * MINUTE_MS;
/** How long a deposit to the balance waits for a believed price. Then the player gets the item itself. */
export const CREDIT_TRIES_MS = 60 * MINUTE_MS;

/** The price of an item type that a credit depends on. */
export interface CreditPrice {
  readonly cents: Cents;
  readonly pricedAt: number;
  readonly isDoubted: boolean;
  /** Sources can change it. A catalogue price of a demo stays as it is. */
  readonly isMarketPrice: boolean;
}

/**
 * What a deposited item adds to the balance: the lower of its price in the order and its price now. So a player who learns of a fall before
 * the sources do gains nothing. Null while the current price is in doubt or unconfirmed.
 */
export function creditedCents(orderCents: number, price: CreditPrice | undefined, now: number): Cents | null {
  if (price === undefined || price.isDoubted) return null;
  if (price.isMarketPrice && price.pricedAt < now - CONFIRMED_MS) return null;
  return cents(Math.min(orderCents, price.cents));
}
