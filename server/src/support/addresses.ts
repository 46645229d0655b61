/**
 * Crypto addresses in staff answers (rulings 1.7): found anywhere (inside words and markup, in any case, with invisible characters in
 * between, or split by spaces, dashes and tags), and cut out. Pure.
 *
 * Two passes. By shape: a word that looks like an address of TRON, Ethereum or Bitcoin is one, whatever its checksum. By checksum:
 * addresses that no word shows are searched in the letters and digits alone, where only a valid checksum makes an address; so text that
 * merely looks similar (ids, transaction hashes) stays. Addresses of coins that Fairpot does not accept are cut out as well.
 */
import type { Coin } from '@fairpot/contract/crypto/calls';
import type { TicketPart } from '@fairpot/contract/support/schemas';
import {
  readBase32Check,
  readBase58,
  readBase58Check,
  readCashAddress,
  readHexAccount,
  readSegwit,
} from '../platform/coins/formats.ts';

/** A half-open range of the text, in code units. `coin` null: an address of a coin that is not accepted. */
interface AddressMatch {
  readonly from: number;
  readonly to: number;
  readonly coin: Coin | null;
}

/** A reduced form of the text: its code units, and the range of each in the original. */
interface ReducedText {
  readonly text: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** The answer in parts, and how many addresses were replaced. */
export function replaceAddresses(text: string): { readonly parts: TicketPart[]; readonly replaced: number } {
  const seen = reduceText(text, isSeen);
  const tron = tronCoin(seen.text);
  const found = mergeOverlaps([
    ...byShape(seen, tron),
    ...byChecksum(reduceText(text, isLetter), tron),
    ...(TAG.test(text) ? byChecksum(reduceText(text, isLetter, TAGS), tron) : []),
  ]);
  if (found.length === 0) return { parts: text === '' ? [] : [{ kind: 'text', text }], replaced: 0 };
  const parts: TicketPart[] = [];
  let replaced = found.length;
  let done = 0;
  for (const { from, to, coin } of [...found, { from: text.length, to: text.length, coin: undefined }]) {
    // Cut off from its neighbour, the remaining text may now be a word of its own.
    const between = replaceAddresses(text.slice(done, from));
    parts.push(...between.parts);
    replaced += between.replaced;
    if (coin !== undefined) parts.push({ kind: 'address', coin });
    done = to;
  }
  return { parts, replaced };
}

/** TRON carries two coins. Uses the one that the answer names; USDT when it names both or none. */
function tronCoin(text: string): Coin {
  return /\b(trx|tron)\b/i.test(text) && !/\b(usdt|trc-?20|tether)\b/i.test(text) ? 'TRX' : 'USDT';
}

const UNSEEN = /[\p{Cf}\p{M}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u;
const TAG = /<[^<>\n]{0,200}>/;
const TAGS = new RegExp(TAG, 'g');
const isSeen = (char: string): boolean => !UNSEEN.test(char);
const isLetter = (char: string): boolean => /[0-9A-Za-z]/.test(char);

/** The characters that pass `keep`, each in its plainest form: wide, mathematical and circled letters count as letters. */
function reduceText(text: string, keep: (char: string) => boolean, leftOut?: RegExp): ReducedText {
  const [chars, from, to]: [string[], number[], number[]] = [[], [], []];
  const shown = leftOut === undefined ? text : text.replace(leftOut, (found) => '\u200b'.repeat(found.length));
  let place = 0;
  for (const char of shown) {
    for (const unit of [...char.normalize('NFKC')].filter(keep).join('').split('')) {
      chars.push(unit);
      from.push(place);
      to.push(place + char.length);
    }
    place += char.length;
  }
  return { text: chars.join(''), from, to };
}

function matchAt({ from, to }: ReducedText, first: number, length: number, coin: Coin | null): AddressMatch {
  return { from: from[first] ?? 0, to: to[first + length - 1] ?? 0, coin };
}

/** A separate word: `_` joins the parts of our own ids. */
const word = (inside: string, flags: string): RegExp => new RegExp(`(?<![0-9A-Za-z_])${inside}(?![0-9A-Za-z_])`, flags);
const BASE58 = '[1-9A-HJ-NP-Za-km-z]';

/** Shapes of addresses by coin. A hexadecimal number of 64 digits is a transaction or block hash. */
const SHAPES: readonly (readonly [RegExp, Coin | 'tron' | 'solana'])[] = [
  [/0x(?:[0-9a-f]{40,63}(?![0-9a-f])|[0-9a-f]{65,})/gi, 'ETH'],
  [word('[0-9a-f]{40}', 'gi'), 'ETH'],
  [word('41[0-9a-f]{40}', 'gi'), 'tron'],
  [word('T[0-9A-Za-z]{33}', 'gi'), 'tron'],
  [/(?<![0-9A-Za-z_])bc1[02-9ac-hj-np-z]{11,87}/gi, 'BTC'],
  [word(`(?=[0-9]*[A-Za-z])[13]${BASE58}{24,34}`, 'g'), 'BTC'],
  [word(`(?=\\w*[a-z])(?=\\w*[A-Z])(?=\\w*[1-9])${BASE58}{43,44}`, 'g'), 'solana'],
];

function byShape(reading: ReducedText, tron: Coin): AddressMatch[] {
  return SHAPES.flatMap(([shape, kind]) =>
    [...reading.text.matchAll(shape)].flatMap(({ index, 0: { length }, 0: text }) => {
      if (kind === 'solana') {
        return readBase58(text, 43, 44)?.length === 32 ? [matchAt(reading, index, length, null)] : [];
      }
      return [matchAt(reading, index, length, kind === 'tron' ? tron : kind)];
    }),
  );
}

/** A format with a checksum. `least` and `most`: the length of its addresses. `coinOf`: undefined for text that is no address. */
interface AddressFormat {
  readonly begins: RegExp;
  readonly least: number;
  readonly most: number;
  readonly coinOf: (text: string, tron: Coin) => Coin | null | undefined;
}

const FORMATS: readonly AddressFormat[] = [
  { begins: /T/, least: 34, most: 34, coinOf: versioned },
  { begins: /1/, least: 26, most: 34, coinOf: versioned },
  { begins: /[3LMDXmn]/, least: 33, most: 34, coinOf: versioned },
  { begins: /2/, least: 35, most: 35, coinOf: versioned },
  { begins: /[bltdvg]/i, least: 14, most: 90, coinOf: witness },
  { begins: /0/, least: 42, most: 42, coinOf: hexadecimal },
  { begins: /[qp]/i, least: 42, most: 42, coinOf: (text) => (isValid(readCashAddress(text)) ? null : undefined) },
  { begins: /[A-Z2-7]/, least: 58, most: 58, coinOf: (text) => (isValid(readBase32Check(text)) ? null : undefined) },
];

function byChecksum(reading: ReducedText, tron: Coin): AddressMatch[] {
  const found: AddressMatch[] = [];
  for (let at = 0; at < reading.text.length; at += 1) {
    const hit = addressAt(reading.text, at, tron);
    if (hit === null) continue;
    found.push(matchAt(reading, at, hit.length, hit.coin));
    at += hit.length - 1;
  }
  return found;
}

function addressAt(
  text: string,
  at: number,
  tron: Coin,
): { readonly length: number; readonly coin: Coin | null } | null {
  for (const { begins, least, most, coinOf } of FORMATS) {
    if (!begins.test(text.charAt(at))) continue;
    for (let length = Math.min(most, text.length - at); length >= least; length -= 1) {
      const coin = coinOf(text.slice(at, at + length), tron);
      if (coin !== undefined) return { length, coin };
    }
  }
  return null;
}

const TRON = 0x41;
const BITCOIN: readonly number[] = [0x00, 0x05];

function versioned(text: string, tron: Coin): Coin | null | undefined {
  // Base58 with letters of one case only is no address; cheaper to check than a checksum.
  if (text === text.toLowerCase() || text === text.toUpperCase()) return undefined;
  const found = readBase58Check(text);
  if (found === null || found === 'checksum') return undefined;
  if (found.version === TRON) return tron;
  return BITCOIN.includes(found.version) ? 'BTC' : null;
}

function witness(text: string): Coin | null | undefined {
  if (!/^(bc|tb|ltc|dgb|vtc|grs)1/i.test(text)) return undefined;
  const found = readSegwit(text);
  if (found === null || found === 'checksum') return undefined;
  return found.prefix === 'bc' ? 'BTC' : null;
}

/** Requires the mixed-case checksum: forty lower-case digits occur inside many hashes. */
function hexadecimal(text: string): Coin | undefined {
  const digits = text.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return undefined;
  return isValid(readHexAccount(`0x${digits}`)) && /^0x/i.test(text) ? 'ETH' : undefined;
}

const isValid = (found: unknown): boolean => found !== null && found !== 'checksum';

/** Sorted; two overlapping ones become one that covers both, with the coin of the first that has one. */
function mergeOverlaps(found: readonly AddressMatch[]): AddressMatch[] {
  const kept: AddressMatch[] = [];
  for (const each of [...found].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = kept.at(-1);
    if (last === undefined || each.from >= last.to) kept.push(each);
    else kept[kept.length - 1] = { from: last.from, to: Math.max(last.to, each.to), coin: last.coin ?? each.coin };
  }
  return kept;
}
