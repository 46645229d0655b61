/** Public queries about the jackpot. */
import type { getJackpot, getJackpotRound, jackpotHistory } from '@fairpot/contract/jackpot/schemas';
import { usd } from '@fairpot/contract/wire/money';
import type { QueryHandler } from '../../platform/runner/feature.ts';
import { storedSettings } from '../../platform/runner/settings.ts';
import { historyPage, viewById } from '../kit/items/views.ts';
import { lastTwoRounds } from '../kit/rounds.ts';
import { jackpot } from './jackpot.ts';
import { presentHistory, presentRounds } from './present.ts';

/**
 * The live round and the one that ended last. In the moment between a settlement and the next opening there is no live round, so
 * this returns the last two that ended: facts applied to an older answer lead to the same state.
 */
export const state: QueryHandler<typeof getJackpot> = async ({ db }) => {
  const [settings, rounds] = await Promise.all([storedSettings(db), lastTwoRounds(db, 'jackpot')]);
  const [game = null, last = null] = await presentRounds(db, rounds);
  const { minbetCents, feeBps, paused } = jackpot.terms(settings);
  return { state: { finishedAt: game && game.finishedAt }, game, last, minbet: usd(minbetCents), feeBps, paused };
};

export const get: QueryHandler<typeof getJackpotRound> = ({ db }, { id }) => viewById(db, 'jackpot', id, presentRounds);

export const history: QueryHandler<typeof jackpotHistory> = ({ db }, page) =>
  historyPage(db, 'jackpot', page, presentHistory);
