/** What anyone may ask about coinflips. */
import type { coinflipHistory, getCoinflip, listCoinflips } from '@fairpot/contract/coinflip';
import { usd } from '@fairpot/contract/money';
import type { QueryHandler } from '../../platform/runner/feature.ts';
import { invariant, refuse } from '../../platform/runner/refused.ts';
import { readSettings } from '../../platform/runner/settings.ts';
import { currentRounds, isBeaconAway, roundById, settledRounds } from '../kit/rounds.ts';
import { presentGames, presentHistory } from './present.ts';
import { termsOf } from './terms.ts';

/** A settled game stays in the list this long, so that whoever watches sees its end. */
const SETTLED_SHOWN_MS = 60_000;
/** Most games in the list; older waiting ones are reached by their link. */
const LIST_LIMIT = 200;
const HISTORY_LIMIT = 20;

export const list: QueryHandler<typeof listCoinflips> = async ({ db, now }) => {
  const [settings, beaconAway, rounds] = await Promise.all([
    readSettings(db),
    isBeaconAway(db, 'coinflip', now),
    currentRounds(db, 'coinflip', now - SETTLED_SHOWN_MS, LIST_LIMIT),
  ]);
  const terms = termsOf(settings);
  return {
    games: await presentGames(db, rounds, now),
    minbet: usd(terms.minbetCents),
    feeBps: terms.feeBps,
    paused: terms.paused || beaconAway,
  };
};

export const get: QueryHandler<typeof getCoinflip> = async ({ db, now }, { id }) => {
  const round = await roundById(db, 'coinflip', id);
  if (!round) return refuse('NO_GAME');
  const [game] = await presentGames(db, [round], now);
  invariant(game, 'one round is one view');
  return game;
};

export const history: QueryHandler<typeof coinflipHistory> = async ({ db }, input) => {
  const limit = input.limit ?? HISTORY_LIMIT;
  const rounds = await settledRounds(db, 'coinflip', input.before ?? null, limit + 1);
  const page = rounds.slice(0, limit);
  return {
    history: await presentHistory(db, page),
    next: rounds.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
};
