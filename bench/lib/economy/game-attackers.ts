/**
 * Attackers of the coinflip's fee, and of the level that a withdrawal of winnings needs. Each plays thirty days by the coinflip's own rules.
 * Figures are expected values over both results of a round. Items count what the site pays, for both sides.
 */
import { joinWindow } from '@fairpot/contract/coinflip/calls';
import { levelOf } from '@fairpot/contract/user/calls';
import { cents } from '@fairpot/contract/wire/money';
import { feeCents } from '@fairpot/fairness/games/fee';
import { itemPayouts } from '@fairpot/fairness/games/item-pot';
import { experienceOf } from '../../../server/src/accounts/rules.ts';
import { coinflip } from '../../../server/src/games/coinflip/coinflip.ts';
import { settingsOf, SITE_SETTINGS } from '../../../server/src/platform/runner/settings.ts';
import { LEVEL_NEEDED } from '../../../server/src/withdrawals/rules.ts';
import { SHAPES } from './items.ts';
import { randomOf, type Random } from './random.ts';

const DAYS = 30;
const FEE_BPS = coinflip.feeBps(null);
const XP_PER_USD = settingsOf(SITE_SETTINGS, null)['xp.perUsd'];
const MIN_BET = coinflip.terms(null).minbetCents;

/** What an attacker wins in cents, and what the site's fee is short of its rate. */
export interface GameResult {
  readonly profit: number;
  readonly missed: number;
}

/** Cents of the items of a stake. */
type Stake = readonly number[];

const sum = (stake: Stake): number => stake.reduce((total, worth) => total + worth, 0);

function drawItem(random: Random): number {
  const shape = SHAPES[Math.floor(random.next() * SHAPES.length)];
  return Math.max(100, Math.round((shape?.cents ?? 100) * (0.5 + random.next())));
}

function drawStake(random: Random, most: number): Stake {
  return Array.from({ length: 1 + Math.floor(random.next() * most) }, () => drawItem(random));
}

/** The fee that the winner pays: it is taken from the items of the loser. */
function feeOf(loser: Stake, winner: Stake): number {
  const items = [loser, winner].flatMap((stake, entry) =>
    stake.map((worth, n) => ({ id: `${entry}-${n}`, entry, cents: worth })),
  );
  const entries = [
    { player: 'loser', cents: sum(loser) },
    { player: 'winner', cents: sum(winner) },
  ];
  return itemPayouts({ feeBps: FEE_BPS, entries }, 'winner', items).feeCents;
}

/** The mean fee of a round. A stake wins as often as its share of the pot. */
function expectedFee(one: Stake, other: Stake): number {
  const chance = sum(one) / (sum(one) + sum(other));
  return chance * feeOf(other, one) + (1 - chance) * feeOf(one, other);
}

const ROUNDS = 10;
const OPEN_GAMES = 20;
const OTHERS_ITEMS = 5;

/**
 * Joins the one of twenty open games that costs the smallest fee, with an item as large as the other's stake: no item of such a
 * game fits the fee. Others stake one to five items.
 */
export function avoidFees(seed: number): GameResult {
  const random = randomOf(seed);
  let [profit, missed] = [0, 0];
  for (let round = 0; round < DAYS * ROUNDS; round++) {
    const games = Array.from({ length: OPEN_GAMES }, () => drawStake(random, OTHERS_ITEMS)).filter(
      (stake) => sum(stake) > MIN_BET,
    );
    let best: { readonly stake: Stake; readonly fee: number } | null = null;
    for (const stake of games) {
      if (best?.fee === 0) break;
      // Half of the rounds are won, and the winner pays.
      const fee = feeOf(stake, [sum(stake)]) / 2;
      if (best === null || fee < best.fee) best = { stake, fee };
    }
    if (best === null) continue;
    const own = [sum(best.stake)];
    profit -= best.fee;
    missed += feeCents(2 * sum(own), FEE_BPS) - expectedFee(own, best.stake);
  }
  return { profit, missed };
}

const OWN_ITEMS = 30;
const PAIRS = 10;

/**
 * Lets pairs of its own accounts play each other until both may withdraw winnings, ten pairs a day, with the same items again and again.
 * Each stakes one item, of two that are close enough, at the smallest fee. The level itself pays nothing: what one wins the other loses.
 */
export function farmLevels(seed: number): GameResult {
  const random = randomOf(seed);
  const items = Array.from({ length: OWN_ITEMS }, () => drawItem(random));
  const rounds = items.flatMap((one, n) =>
    items
      .slice(n + 1)
      .filter((other) => one > MIN_BET && isWithin(one, other))
      .map((other) => ({ least: Math.min(one, other), pot: one + other, fee: expectedFee([one], [other]) })),
  );
  const costs = rounds.map(({ least, pot, fee }) => {
    const played = roundsNeeded(least);
    return { fee: played * fee, missed: played * (feeCents(pot, FEE_BPS) - fee) };
  });
  if (costs.length === 0) return { profit: 0, missed: 0 };
  // Of the cheapest rounds the smallest.
  const best = costs.reduce((least, each) => {
    const isSmaller = each.fee === least.fee && each.missed < least.missed;
    return each.fee < least.fee || isSmaller ? each : least;
  });
  return { profit: -DAYS * PAIRS * best.fee, missed: DAYS * PAIRS * best.missed };
}

function isWithin(creator: number, joiner: number): boolean {
  const { minCents, maxCents } = joinWindow(cents(creator));
  return joiner >= minCents && joiner <= maxCents;
}

/** Rounds until an account that stakes so much in each may withdraw winnings. */
function roundsNeeded(stakedCents: number): number {
  let rounds = 0;
  while (levelOf(experienceOf(rounds * stakedCents * XP_PER_USD)) < LEVEL_NEEDED) rounds += 1;
  return rounds;
}
