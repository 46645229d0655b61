/** Players in the wrong seats, and cases that were not offered like this. */
import { canon } from '../../encoding/canon.ts';
import type { KnownGame } from '../../protocol/commitment.ts';
import { caseLeaf } from '../logs.ts';
import { playerOf } from '../rounds.ts';
import { changed, DAY_MS, played, round, terms } from './rounds.ts';
import type { TamperingCase } from './rounds.ts';

/** Lock and result of round 1 of a game with other entries, as an operator would write them. */
const entered = (game: KnownGame, change: (entries: readonly object[]) => readonly object[]) => {
  const { open, lock } = round(1, {}, game);
  const { entries } = JSON.parse(lock) as { entries: readonly object[] };
  return [...(game === 'casebattle' ? [caseLeaf()] : []), open, changed(lock, { entries: change(entries) })];
};
const same = { player: playerOf('ann') };

export const players: readonly TamperingCase[] = [
  [
    'a coinflip against oneself',
    [terms, ...entered('coinflip', (all) => all.map((entry) => ({ ...entry, ...same })))],
    /^FAIL leaf 2: .*leaf\.entries\[1\]\.player: the same player as the creator$/m,
  ],
  [
    'a jackpot of one player',
    [terms, ...entered('jackpot', (all) => all.map((entry) => ({ ...entry, ...same })))],
    /^FAIL leaf 2: .*leaf\.entries: one player only/m,
  ],
  [
    'a battle with a player in two seats',
    [
      terms,
      ...entered('casebattle', (all) => all.map((entry, i) => (i === 1 || i === 2 ? { ...entry, ...same } : entry))),
    ],
    /^FAIL leaf 3: .*leaf\.entries\[2\]\.player: a player who has a seat already$/m,
  ],
  [
    'a player who is no pseudonym',
    [terms, ...entered('coinflip', ([first, second]) => [{ ...first, player: 'ann' }, { ...second }])],
    /^FAIL leaf 2: .*leaf\.entries\[0\]\.player: not 16 bytes of lower-case hex$/m,
  ],
];

const battle = round(1, {}, 'casebattle');
const openedAt = (JSON.parse(battle.open) as { openedAt: number }).openedAt;
const offer = (type: 'case-retired' | 'case-offered', at: number) => canon({ v: 'fp/2', type, at, caseId: 'box' });
const box = { caseId: 'box', priceCents: 200, weights: [1, 99, 900], cents: [100_000, 501, 20] };
const dear = round(1, { cases: [box, { ...box, priceCents: 201 }] }, 'casebattle');

export const cases: readonly TamperingCase[] = [
  [
    'a case retired after the battle opened',
    [terms, caseLeaf(), battle.open, offer('case-retired', openedAt + 1), battle.lock, battle.result],
    null,
  ],
  [
    'a case that was retired and offered again',
    [
      terms,
      caseLeaf(),
      offer('case-retired', openedAt - DAY_MS),
      offer('case-offered', openedAt - 1),
      ...played(battle),
    ],
    null,
  ],
  [
    'a case that is retired as the battle opens',
    [terms, caseLeaf(), offer('case-retired', openedAt - 1_000), ...played(battle)],
    null,
  ],
  [
    'a case announced after its battle opened',
    [terms, battle.open, caseLeaf(), battle.lock, battle.result],
    /^FAIL leaf 3: rnd_1: holds the case box, announced by leaf 2, after the battle was opened by leaf 1$/m,
  ],
  [
    'a case at another price than announced',
    [terms, caseLeaf(), ...played(dear)],
    /^FAIL leaf 3: rnd_1: took 201 cents for the case box, announced at 200$/m,
  ],
  [
    'a case that had been retired before the battle opened',
    [terms, caseLeaf(), offer('case-retired', openedAt - 120_000), ...played(battle)],
    /^FAIL leaf 4: rnd_1: holds the case box, which leaf 2 had retired before it opened$/m,
  ],
  [
    'a case retired twice',
    [terms, caseLeaf(), offer('case-retired', 1), offer('case-retired', 2)],
    /^FAIL leaf 3: the case box is retired twice$/m,
  ],
  [
    'a case retired that never was',
    [terms, offer('case-retired', 1)],
    /^FAIL leaf 1: the case box, which the log had not announced, is retired$/m,
  ],
];
