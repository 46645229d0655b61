/**
 * The kinds of object an item can be. A kind only decides which silhouette is drawn: two weapons with the same outline share one.
 * Every kind has exactly one drawing in draw/shapes, and tests keep the two lists consistent.
 */

const FIREARMS = [
  'ak',
  'm4',
  'm4-silenced',
  'galil',
  'famas',
  'aug',
  'awp',
  'scout',
  'autosniper',
  'semi-rifle',
  'deagle',
  'usp',
  'glock',
  'pistol',
  'dual-pistols',
  'revolver',
  'mac10',
  'mp7',
  'p90',
  'smg',
  'bizon',
  'thompson',
  'shotgun',
  'sawed-off',
  'machine-gun',
] as const;

const BLADES = ['karambit', 'butterfly', 'bayonet', 'flip-knife', 'stiletto', 'bowie', 'daggers'] as const;

const COUNTER_STRIKE = ['gloves', 'hand-wraps', 'weapon-case', 'sticker', 'agent'] as const;

const RUST = [
  'bow',
  'crossbow',
  'sword',
  'axe',
  'pickaxe',
  'jackhammer',
  'rock',
  'garage-door',
  'sheet-door',
  'armored-door',
  'wooden-door',
  'hoodie',
  'pants',
  'boots',
  'roadsign-gloves',
  'facemask',
  'chest-plate',
  'helmet',
  'vest',
  'box',
  'furnace',
  'sleeping-bag',
  'rug',
  'locker',
] as const;

const DOTA = [
  'horns',
  'dota-sword',
  'twin-blades',
  'dota-axe',
  'mace',
  'staff',
  'dota-bow',
  'dota-gun',
  'hook',
  'claws',
  'dota-helm',
  'dota-mask',
  'wings',
  'cape',
  'pauldron',
  'shield',
  'orb',
  'courier',
  'golem',
] as const;

/** Every kind, grouped as in the games. */
export const KINDS = [...FIREARMS, ...BLADES, ...COUNTER_STRIKE, ...RUST, ...DOTA] as const;

/** One of `KINDS`. */
export type ObjectKind = (typeof KINDS)[number];

const known: ReadonlySet<string> = new Set(KINDS);

/** Narrows a word read from data to a kind. */
export function isKind(word: string): word is ObjectKind {
  return known.has(word);
}
