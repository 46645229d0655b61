/**
 * Player names in a form that is safe to show. They come from outside: none may affect the page around it, and none may read as the site's
 * own people (security T26, T38). Badges are outside the name, where no name can imitate them.
 */

/** Maximum length of a shown name, in code points. */
const MAX_LENGTH = 32;
/** Shown when nothing readable is left. */
const UNNAMED = 'Player';
/** Words that would make a player look like the site. Compared as skeletons, see `skeleton`. */
const RESERVED = [
  'staff',
  'admin',
  'administrator',
  'moderator',
  'mod',
  'support',
  'fairpot',
  'bot',
  'house',
  'official',
  'system',
];
/** Short ones count only as a whole word: 'Model' and 'Botanist' are fine. */
const WHOLE_WORDS = new Set(['mod', 'bot', 'house', 'system', 'support', 'official']);
/** Words that contain a reserved one by chance. */
const INNOCENT = ['badminton', 'stafford', 'falstaff', 'adminicle'];

/** Look-alike letters, by the ASCII letter that they resemble. Applied after NFKD, so accents and wide forms are gone. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: '4@аαɑΑАƛ',
  b: '8ьβвВΒЬƄ',
  c: 'сϲСС¢(',
  d: 'ԁɗ',
  e: '3еєεЕΕ€ё',
  f: 'ƒϝ',
  g: '9ɡԍ',
  h: 'һнНΗ',
  i: '1!|lіıιɩІΙӏǀ',
  k: 'кκКΚ',
  m: 'мМΜ',
  n: 'ոпηΝ',
  o: '0оοσОΟօ',
  p: 'рρРΡ',
  r: 'гԻ',
  s: '5$ѕЅꜱ',
  t: '7+тτТΤ',
  u: 'υսцμ',
  v: 'ѵν',
  x: 'хχХΧ',
  y: 'уγУΥ',
};
const FOLD: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, alike]) =>
    [...alike].map((other) => [other.normalize('NFKD').toLowerCase(), letter] as const),
  ),
);

/**
 * The name as shown: one line, no control, direction or invisible characters, at most three marks on a letter, at most 32 characters, never
 * empty. A name that reads as a reserved word gets a '*' appended, so that it differs from it.
 */
export function shownName(raw: string, reservedAllowed = false): string {
  const visible = raw
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800]|\u034f/gu, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
  const cut = [...visible].slice(0, MAX_LENGTH).join('').trim();
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(cut)) return UNNAMED;
  if (reservedAllowed || !looksReserved(cut)) return cut;
  const bare = [...cut.replace(/[\s*]+$/u, '')];
  return `${bare.slice(0, MAX_LENGTH - 1).join('')}*`;
}

/** True when a reader could mistake the name for one of the site's own. */
export function looksReserved(name: string): boolean {
  const words = new Set(
    name
      .split(/[\s\p{P}\p{S}_]+/u)
      .flatMap((word) => [skeleton(word), skeleton(word).replace(/s$/, '')])
      .concat(skeleton(name)),
  );
  const whole = INNOCENT.reduce((rest, word) => rest.replaceAll(skeleton(word), ' '), skeleton(name));
  return RESERVED.some((reserved) => {
    const wanted = skeleton(reserved);
    return words.has(wanted) || (!WHOLE_WORDS.has(reserved) && whole.includes(wanted));
  });
}

/**
 * The form in which a name is compared with those of staff: two names with the same look are hard to tell apart. Letters of every script
 * and digits count; marks, spaces and signs do not, unless there is nothing else. Stored in the database (`players.look`): a change of this
 * function must also empty that column, and the next start fills it again.
 */
export function lookOf(name: string): string {
  const letters = [...name.normalize('NFKD').toLowerCase()].filter(isSeen);
  if (letters.length === 0) return name.normalize('NFKC').toLowerCase();
  // Repeats count once, but 'Player 0011' is not 'Player 0111'.
  const look = letters.filter((letter, i) => {
    const before = letters[i - 1];
    if (before === undefined || (/\d/.test(letter) && /\d/.test(before))) return true;
    return (FOLD.get(letter) ?? letter) !== (FOLD.get(before) ?? before);
  });
  return pairs(look.map((letter) => FOLD.get(letter) ?? letter).join(''));
}

/** True for signs that resemble letters, except those that commonly surround or follow names. */
function isSeen(sign: string, at: number, all: readonly string[]): boolean {
  const isLetter = (text: string | undefined) => text !== undefined && /[\p{L}\p{N}]/u.test(text);
  if (sign === '!') return isLetter(all[at + 1]);
  return isLetter(sign) || (FOLD.has(sign) && sign !== '(' && sign !== '+');
}

/** What a name looks like at a glance: look-alike letters folded, everything but letters dropped, repeats joined. */
function skeleton(text: string): string {
  const folded = [...text.normalize('NFKD').toLowerCase()].map((letter) => FOLD.get(letter) ?? letter).join('');
  return pairs(folded.replace(/[^a-z]/g, '')).replace(/(.)\1+/g, '$1');
}

/** Replaces pairs that read as one letter by that letter. */
function pairs(letters: string): string {
  return letters.replaceAll('rn', 'm');
}
