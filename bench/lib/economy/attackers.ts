/** Every attacker of the bench: what it tries, and its profit under a set of rules. */
import { lockOption, parking, review } from './coin-attackers.ts';
import { cash, dump, dust, lag, pump, walk } from './item-attackers.ts';
import { randomOf, type Random } from './random.ts';
import { before, today, type MakeSiteItem } from './site.ts';

export interface Attacker {
  readonly name: string;
  /** Cents that it wins in thirty days with this seed. */
  readonly before: (seed: number) => number;
  readonly today: (seed: number) => number;
  /** Why it may win more than others, where it does. */
  readonly left?: string;
}

const ofItems = (name: string, play: (make: MakeSiteItem, random: Random) => number, left?: string): Attacker => ({
  name,
  ...(left !== undefined && { left }),
  before: (seed) => play(before, randomOf(seed)),
  today: (seed) => play(today, randomOf(seed)),
});

const ofCoins = (name: string, play: (rules: 'before' | 'today', random: Random) => number): Attacker => ({
  name,
  before: (seed) => play('before', randomOf(seed)),
  today: (seed) => play('today', randomOf(seed)),
});

export const ATTACKERS: readonly Attacker[] = [
  ofItems('buys at a cash market, deposits, takes coins out', cash),
  ofItems(
    'deposits what has fallen elsewhere already',
    lag,
    'who hears of a crash first sells to the site what it takes in an hour, at a price that is minutes old',
  ),
  ofItems('pumps one source of a thin item', pump),
  ofItems(
    'walks all sources of a thin item',
    walk,
    'an item that crashes while its sources are held up; counted as if it was known which, and when',
  ),
  ofItems(
    'stakes what has crashed',
    dump,
    'who hears of a crash first has some minutes, if somebody stakes as much against it',
  ),
  ofItems('deposits dust', dust),
  ofCoins('keeps a locked rate as an option', lockOption),
  ofCoins('parks a payment in the mempool', parking),
  ofCoins('lets a reviewer wait', review),
];
