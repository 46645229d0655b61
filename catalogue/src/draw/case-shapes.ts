/**
 * The bodies of cases: what is behind the item that rises out of it, and what is in front. Paths in the box of 240 by 124. Each family of
 * items has its own body, so that a case says what is in it before its name is read.
 */
import { APP_IDS } from '../items.ts';
import type { ItemType } from '../items.ts';

export interface CaseBody {
  /** The open lid and the inside, behind the item. */
  readonly lid: string;
  readonly inside: string;
  /** The front wall, which covers the foot of the item. */
  readonly front: string;
  /** Bands of metal over the front. */
  readonly bands: readonly string[];
  /** Lines on the front: planks, seams, ribs. */
  readonly lines: string;
}

export const BODIES = {
  /** A flat case of firearms, with latches and a handle. */
  hard: {
    lid: 'M34 70L50 26h140l16 44z',
    inside: 'M46 68L58 34h124l12 34z',
    front: 'M28 70h184v38a8 8 0 0 1-8 8H36a8 8 0 0 1-8-8z',
    bands: ['M62 70h16v16H62z', 'M162 70h16v16h-16z', 'M102 104h36v5h-36z'],
    lines: 'M28 82h184M40 116v-8M200 116v-8M94 116v-6M146 116v-6',
  },
  /** A box lined with velvet, with a round lid: blades and gloves. */
  velvet: {
    lid: 'M46 70c0-38 32-52 74-52s74 14 74 52z',
    inside: 'M56 69c2-30 28-42 64-42s62 12 64 42z',
    front: 'M40 70h160l-7 40a7 7 0 0 1-7 6H54a7 7 0 0 1-7-6z',
    bands: ['M40 70h160l-1.6 8H41.6z', 'M52 108h136l-2 8H54z', 'M112 70h16v20a8 8 0 0 1-16 0z'],
    lines: 'M62 82l4 24M178 82l-4 24',
  },
  /** A wooden crate with a cross of planks: goods of survivors. */
  crate: {
    lid: 'M44 70L60 30l124 8 12 32z',
    inside: 'M54 69l12-30 110 6 10 24z',
    front: 'M38 68h164v48H38z',
    bands: ['M38 68h164v8H38z', 'M38 108h164v8H38z', 'M38 76h9v32h-9z', 'M193 76h9v32h-9z'],
    lines: 'M47 92h146M84 76v32M120 76v32M156 76v32',
  },
  /** A chest with a pointed lid and a jewel: relics. */
  relic: {
    lid: 'M40 70L78 20h84l38 50z',
    inside: 'M54 69L86 29h68l32 40z',
    front: 'M34 68h172l-12 34-22 14H68L46 102z',
    bands: ['M34 68h172l-3 8H37z', 'M104 68h32l-6 48h-20z'],
    lines: 'M70 78l8 36M170 78l-8 36M52 92h46M142 92h46',
  },
  /** A capsule of two shells: stickers. */
  capsule: {
    lid: 'M38 68c0-34 36-50 82-50s82 16 82 50z',
    inside: 'M50 67c4-26 34-39 70-39s66 13 70 39z',
    front: 'M34 66h172c0 32-36 50-86 50s-86-18-86-50z',
    bands: ['M34 66h172l-1 9H35z'],
    lines: 'M52 84c10 14 34 24 68 24s58-10 68-24',
  },
  /** A safe with a wheel: goods of several games. */
  safe: {
    lid: 'M48 70V22h144v48z',
    inside: 'M58 70V31h124v39z',
    front: 'M42 68h156v48H42z',
    bands: ['M42 68h156v7H42z', 'M42 109h156v7H42z', 'M50 80h10v8H50z', 'M50 97h10v8H50z'],
    lines: 'M68 80h104v25H68z',
  },
} as const satisfies Readonly<Record<string, CaseBody>>;

export type CaseFamily = keyof typeof BODIES;

const SOFT = new Set<ItemType['kind']>(['gloves', 'hand-wraps']);
const STUCK = new Set<ItemType['kind']>(['sticker', 'weapon-case', 'agent']);

/** The body that suits these items: their game, and in Counter-Strike what the best of them is. */
export function familyOf(items: readonly Pick<ItemType, 'appId' | 'kind' | 'marketHashName'>[]): CaseFamily {
  const [best] = items;
  if (!best || new Set(items.map(({ appId }) => appId)).size > 1) return 'safe';
  if (best.appId === APP_IDS.rust) return 'crate';
  if (best.appId === APP_IDS.dota) return 'relic';
  if (STUCK.has(best.kind)) return 'capsule';
  return SOFT.has(best.kind) || best.marketHashName.startsWith('★') ? 'velvet' : 'hard';
}
