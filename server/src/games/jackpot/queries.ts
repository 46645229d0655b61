/** What anyone may ask about the jackpot. */
import type { getJackpot, getJackpotRound, jackpotHistory } from '@fairpot/contract/jackpot';
import { usd } from '@fairpot/contract/money';
import type { QueryHandler } from '../../platform/runner/feature.ts';
import { invariant, refuse } from '../../platform/runner/refused.ts';
import { readSettings } from '../../platform/runner/settings.ts';
import { lastTwoRounds, roundById, settledRounds } from '../kit/rounds.ts';
import { presentHistory, presentRounds } from './present.ts';
import { termsOf } from './terms.ts';

const HISTORY_LIMIT = 20;

/**
 * The live round and the one that ended last. Between a settlement and the next opening, a moment, there is no live one,
 * and the two that ended last are told: facts applied to an older answer lead to the same state.
 */
export const state: QueryHandler<typeof getJackpot> = async ({ db }) => {
  const [settings, rounds] = await Promise.all([readSettings(db), lastTwoRounds(db, 'jackpot')]);
  const [game = null, last = null] = await presentRounds(db, rounds);
  const { minbetCents, feeBps, paused } = termsOf(settings);
  return { state: { finishedAt: game && game.finishedAt }, game, last, minbet: usd(minbetCents), feeBps, paused };
};

export const get: QueryHandler<typeof getJackpotRound> = async ({ db }, { id }) => {
  const round = await roundById(db, 'jackpot', id);
  if (!round) return refuse('NO_GAME');
  const [view] = await presentRounds(db, [round]);
  invariant(view, 'one round is one view');
  return view;
};

export const history: QueryHandler<typeof jackpotHistory> = async ({ db }, input) => {
  const limit = input.limit ?? HISTORY_LIMIT;
  const rounds = await settledRounds(db, 'jackpot', input.before ?? null, limit + 1);
  const page = rounds.slice(0, limit);
  return {
    history: await presentHistory(db, page),
    next: rounds.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
};
