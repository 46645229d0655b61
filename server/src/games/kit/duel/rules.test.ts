/** Who may join a duel without sides: cases that a game with sides never reaches. */
import { GAMES } from '@fairpot/contract/games/games';
import { cents, shareOf } from '@fairpot/contract/wire/money';
import { describe, expect, test } from 'vitest';
import type { RoundEntry, Round } from '../rounds.ts';
import { candidateAt } from '../../../../testing/item-types.ts';
import { admitItems } from '../items/stake.ts';
import { otherSide } from './duel.ts';
import { admitCreator, admitJoin, type JoinContext, type JoinRules } from './rules.ts';

/** A made-up duel: the joiner stakes as much as the creator, or up to a twentieth less. */
const plain: JoinRules = {
  joinWindow: (total) => ({ leastCents: shareOf(total, 9_500, 'up'), mostCents: total }),
  refusals: { started: 'SEAT_TAKEN', sideTaken: null },
};
const request = { playerId: 'ply_2', side: null, house: false };
const creator: RoundEntry = {
  no: 1,
  playerId: 'ply_1',
  pseudonym: '1'.repeat(32),
  pick: null,
  cents: cents(2_000),
  byKey: false,
  at: 1,
  items: [],
};
const waiting: Round = {
  id: 'rnd_1',
  game: GAMES[0].game,
  number: 1,
  phase: 'open',
  version: 1,
  hash: '0'.repeat(64),
  feeBps: 500,
  scripted: false,
  openedAt: 1,
  lockText: null,
  lockedAt: null,
  drandRound: null,
  dueAt: null,
  endedAt: null,
  entries: [creator],
  result: null,
  script: null,
};
/** The waiting round, its value unchanged, and a joiner with an item at this price. */
const joinFor = (price: number): JoinContext => ({
  round: waiting,
  stake: admitItems(['itm_1'], [candidateAt('itm_1', price)]),
  stakedNow: cents(2_000),
  terms: { paused: false, beaconAway: false },
});

describe('a duel without sides', () => {
  test('admits a joiner who names no side, and only inside the window', () => {
    for (const totalCents of [2_000, 1_900]) {
      expect(admitJoin(plain, joinFor(totalCents), request)).toMatchObject({ value: { stake: { totalCents } } });
    }
    for (const total of [1_899, 2_001]) {
      expect(admitJoin(plain, joinFor(total), request)).toEqual({
        refused: 'AMOUNT_TOO_FAR',
        details: { min: 19, max: 20 },
      });
    }
    expect(otherSide(creator.pick)).toBeNull();
  });

  test('admits no joiner once the creator’s stake is worth 5% more or less than the round says, or is in doubt', () => {
    const joins = (now: number | null) =>
      admitJoin(plain, { ...joinFor(2_000), stakedNow: now === null ? null : cents(now) }, request);
    for (const now of [1_900, 2_100]) expect(joins(now)).toMatchObject({ value: { stake: { totalCents: 2_000 } } });
    for (const now of [1_899, 2_101, null]) expect(joins(now)).toEqual({ refused: 'GAME_REPRICED' });
  });

  test('says in its own words that another player has joined', () => {
    const locked: Round = { ...waiting, phase: 'locked' };
    expect(admitJoin(plain, { ...joinFor(2_000), round: locked }, request)).toEqual({ refused: 'SEAT_TAKEN' });
    expect(admitCreator(plain, locked, 'ply_1')).toEqual({ refused: 'SEAT_TAKEN' });
    expect(admitCreator(plain, waiting, 'ply_1')).toEqual({ value: waiting });
  });
});
