/** Every attacker of the bench: what it tries, and its profit under a set of rules. */
import { lockOption, parking, review } from './coin-attackers.ts';
import { avoidFees, farmLevels, type GameResult } from './game-attackers.ts';
import { cash, dump, dust, lag, leaveOpen, pump, walk, walkUnknowing } from './item-attackers.ts';
import { farmPromos } from './promo-attacker.ts';
import { lastSeed } from './random.ts';
import type { RuleSet } from './site.ts';

export interface Attacker {
  readonly name: string;
  /** Cents that it wins in thirty days with this seed. */
  readonly before: (seed: number) => number;
  readonly today: (seed: number) => number;
  /** Cents that the site's fees are short of their rate. */
  readonly missed?: (seed: number) => number;
  /** Why it may win more than 0.1% of its budget. */
  readonly left?: string;
}

const of = (name: string, play: (rules: RuleSet, seed: number) => number, left?: string): Attacker => ({
  name,
  ...(left !== undefined && { left }),
  before: (seed) => play('before', seed),
  today: (seed) => play('today', seed),
});

/** Of rules that no decision changed: both figures are the same. */
function ofGames(name: string, play: (seed: number) => GameResult): Attacker {
  const result = lastSeed(play);
  const profit = (seed: number) => result(seed).profit;
  return { name, before: profit, today: profit, missed: (seed) => result(seed).missed };
}

export const ATTACKERS: readonly Attacker[] = [
  of('buys at a cash market, deposits, takes coins out', cash),
  of('deposits what has fallen elsewhere already', lag),
  of('pumps one source of a thin item', pump),
  of(
    'walks all sources of a thin item',
    walk,
    'an item that crashes while its sources are propped up; only an attacker who knows which and when begins',
  ),
  of('walks all sources of a thin item, chosen by chance', walkUnknowing),
  of(
    'stakes what has crashed',
    dump,
    'the first to hear of a crash has some minutes, if another player stakes as much against it',
  ),
  of('leaves games open until their items have fallen', leaveOpen),
  of('deposits dust', dust),
  of('keeps a locked rate as an option', lockOption),
  of('parks a payment in the mempool', parking),
  of('lets a reviewer wait', review),
  of(
    'redeems promo codes with many accounts',
    (_, seed) => farmPromos(seed),
    'a code is a gift: its cost limits what all accounts get together',
  ),
  ofGames('joins games whose items do not fit the fee', avoidFees),
  ofGames('reaches Level 10 by playing itself', farmLevels),
];
