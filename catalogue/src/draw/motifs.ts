/**
 * Maps the words of a name to a pattern and a palette, so that the picture fits the name: a "Redline" is black with a red line, a
 * "Tiger Tooth" is gold with stripes. The first matching row decides; a name without a known word gets both from its seed. Only the
 * words are used, no artwork is copied.
 */
import { ROWS } from './motif-rows.ts';
import { PALETTES, palette } from './palette.ts';
import type { Palette } from './palette.ts';
import type { PatternName } from './patterns.ts';
import type { SeededRandom } from './random.ts';
import type { ObjectKind } from '../shapes/kinds.ts';

/** Pattern and colours of one design. */
export interface Motif {
  readonly pattern: PatternName;
  readonly colors: Palette;
}

/** Brocade for courtly words: separate because its palette is seeded. */
const COURTLY =
  /\b(?:kimono|royal|emperor|samurai|ronin|sage|akihabara|ink|temukau|inheritance|anime|artistry|king|crown|queen)/i;

/** The fallback of a kind when its name gives no hint. */
const USUAL: Partial<Record<ObjectKind, readonly PatternName[]>> = {
  'wooden-door': ['planks'],
  box: ['planks', 'bands', 'panels'],
  furnace: ['bricks', 'rust'],
  rock: ['plain', 'camo', 'rust'],
  golem: ['shards', 'topo'],
  courier: ['tiger', 'camo', 'plain', 'topo'],
  rug: ['plaid', 'knit', 'hex'],
  hoodie: ['knit', 'splatter', 'camo', 'plaid'],
  agent: ['camo', 'pixels', 'plain'],
  'weapon-case': ['bands', 'shards', 'racing', 'hex', 'panels', 'circuit'],
  orb: ['shards', 'doppler'],
  wings: ['leaves', 'plain', 'flames'],
  cape: ['plain', 'topo', 'plaid'],
};

const ANY: readonly PatternName[] = [
  'bands',
  'hex',
  'shards',
  'panels',
  'racing',
  'circuit',
  'lightning',
  'camo',
  'topo',
  'doppler',
  'damascus',
  'caseHardened',
  'slaughter',
  'halftone',
  'splatter',
  'scales',
  'flames',
  'leaves',
  'water',
  'stars',
  'plain',
];

/** A vanilla knife or an unpainted thing: plain steel. */
const VANILLA: Motif = { pattern: 'plain', colors: palette('aab2bd dfe4ea 5a626e ffffff 23272e') };

/** The motif of a design; `design` is the skin's own name, or the whole name when it has none. */
export function motifFor(design: string, kind: ObjectKind, dice: SeededRandom): Motif {
  if (design === '') return VANILLA;
  const found = kind === 'agent' ? undefined : ROWS.find(([words]) => words.test(design));
  if (found) return { pattern: dice.pick(found[1]), colors: found[2] };
  const colors = dice.pick(PALETTES);
  if (COURTLY.test(design)) return { pattern: dice.pick(['scales', 'leaves', 'water'] as const), colors };
  return { pattern: dice.pick(USUAL[kind] ?? ANY), colors };
}
