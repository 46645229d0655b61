/**
 * The dice duel: two players, one die each, the higher one takes the pot; equal dice are thrown again.
 *
 * Invariant: both chances are one half, whatever is staked, because both dice are drawn the same way.
 */
import { readArray, readInt, readObject, readOneOf, ShapeError } from '../encoding/shape.ts';
import { readPlayer } from '../base/lock-base.ts';
import type { LockBase } from '../base/lock-base.ts';
import { checkTotal } from '../base/tickets.ts';
import type { Sampler } from '../base/uniform.ts';
import { percentOf } from './chance.ts';
import type { EntryChance } from './chance.ts';
import type { GameRules } from './game.ts';
import { itemPayouts, refuseBlock } from './item-pot.ts';

/** One of the two stakes. `cents` are USD cents at the price snapshot of the stake. */
export type DiceduelEntry = { readonly player: string; readonly cents: number };
export type DiceduelLock = LockBase & {
  readonly game: 'diceduel';
  readonly eos: null;
  /** Creator first. */
  readonly entries: readonly [DiceduelEntry, DiceduelEntry];
};
/** Both dice, 1 to 6, in the order of the entries. */
export type Throw = readonly [number, number];
/** All throws but the last are equal. `winnerEntry`: index of the stake that takes the pot. */
export type DiceduelOutcome = { readonly throws: readonly Throw[]; readonly winnerEntry: 0 | 1 };

const FACES = 6;

export const diceduel: GameRules<DiceduelLock, DiceduelOutcome> = {
  name: 'diceduel',
  // Its countdown runs 10 s: the result is unknown until that is nearly over.
  delayMs: 9_000,
  ownFields: () => [],
  parseLock: (base, fields, path) => ({
    ...base,
    game: 'diceduel',
    eos: refuseBlock(fields, path, 'diceduel'),
    entries: parseEntries(fields['entries'], `${path}.entries`),
  }),
  tables: () => [],
  mode: () => 'diceduel',
  outcome: (_, sample) => diceduelOutcome(sample),
  parseOutcome: parseDiceduelOutcome,
  ticket: ({ throws }, label) => {
    const [, , at, entry] = label.split('|').map(Number);
    const face = throws[at ?? -1]?.[entry ?? -1];
    return face === undefined ? undefined : face - 1;
  },
  winners: (lock, outcome) => [winnerOf(lock, outcome)],
  payouts: (lock, outcome, items) => itemPayouts(lock, winnerOf(lock, outcome), items),
  chances: halves,
  chanceClaim: (lock, { throws }, shown) => {
    const percents = halves(lock).map((each) => each.percent);
    return {
      title: 'Both dice are alike',
      computed: `${percents.join('% / ')}%`,
      expected: `${(shown ?? percents).join('% / ')}%`,
      detail:
        `thrown ${throws.length === 1 ? 'once' : `${throws.length} times`}: ` +
        `${throws.map(([a, b]) => `${a} to ${b}`).join(', ')}`,
    };
  },
};

/** Draws a face for each player, labels `diceduel|throw|N|ENTRY`, until they differ; N counts from 0. */
export function diceduelOutcome(sample: Sampler): DiceduelOutcome {
  const throws: Throw[] = [];
  for (;;) {
    const at = throws.length;
    const first = 1 + sample(FACES, `diceduel|throw|${at}|0`);
    const second = 1 + sample(FACES, `diceduel|throw|${at}|1`);
    throws.push([first, second]);
    if (first !== second) return { throws, winnerEntry: first > second ? 0 : 1 };
  }
}

/** Each player owns one of two equal shares. */
function halves(lock: Pick<DiceduelLock, 'entries'>): EntryChance[] {
  const total = lock.entries.length;
  return lock.entries.map(({ player }, at) => ({ player, from: at, to: at + 1, total, percent: percentOf(1, total) }));
}

function winnerOf(lock: DiceduelLock, outcome: object): string {
  const winner =
    'throws' in outcome && 'winnerEntry' in outcome ? lock.entries[Number(outcome.winnerEntry)] : undefined;
  if (winner === undefined) throw new Error('not an outcome of this dice duel');
  return winner.player;
}

function parseEntries(value: unknown, path: string): [DiceduelEntry, DiceduelEntry] {
  const [first, second, ...more] = readArray(value, path, 2, (entry, at): DiceduelEntry => {
    const { player, cents } = readObject(entry, at, ['player', 'cents']);
    return { player: readPlayer(player, `${at}.player`), cents: readInt(cents, `${at}.cents`) };
  });
  if (first === undefined || second === undefined || more.length > 0) throw new ShapeError(path, 'not two entries');
  if (first.player === second.player) throw new ShapeError(`${path}[1].player`, 'the same player as the creator');
  checkTotal([first.cents, second.cents], path);
  return [first, second];
}

function parseDiceduelOutcome(value: unknown, path: string): DiceduelOutcome {
  const { throws, winnerEntry } = readObject(value, path, ['throws', 'winnerEntry']);
  return {
    throws: readArray(throws, `${path}.throws`, 1, (each, at): Throw => {
      const [first, second, ...more] = readArray(each, at, 2, (face, where) => readInt(face, where, 1, FACES));
      if (first === undefined || second === undefined || more.length > 0) throw new ShapeError(at, 'not two dice');
      return [first, second];
    }),
    winnerEntry: readOneOf(winnerEntry, `${path}.winnerEntry`, [0, 1]),
  };
}
