/** What anyone may ask about coinflips. */
import type { coinflipHistory, getCoinflip, listCoinflips } from '@fairpot/contract/schemas/coinflip';
import { usd } from '@fairpot/contract/money';
import type { QueryHandler } from '../../platform/runner/feature.ts';
import { storedSettings } from '../../platform/runner/settings.ts';
import { historyPage, viewById } from '../kit/items/views.ts';
import { currentRounds, isBeaconAway } from '../kit/rounds.ts';
import { coinflip } from './coinflip.ts';
import { presentGames, presentHistory } from './present.ts';

/** A settled game stays in the list this long, so that whoever watches sees its end. */
const SETTLED_SHOWN_MS = 60_000;
/** Most games in the list; older waiting ones are reached by their link. */
const LIST_LIMIT = 200;

export const list: QueryHandler<typeof listCoinflips> = async ({ db, now }) => {
  const [settings, beaconAway, rounds] = await Promise.all([
    storedSettings(db),
    isBeaconAway(db, 'coinflip', now),
    currentRounds(db, 'coinflip', now - SETTLED_SHOWN_MS, LIST_LIMIT),
  ]);
  const terms = coinflip.terms(settings);
  return {
    games: await presentGames(db, rounds, now),
    minbet: usd(terms.minbetCents),
    feeBps: terms.feeBps,
    paused: terms.paused || beaconAway,
  };
};

export const get: QueryHandler<typeof getCoinflip> = ({ db, now }, { id }) =>
  viewById(db, 'coinflip', id, (tx, rounds) => presentGames(tx, rounds, now));

export const history: QueryHandler<typeof coinflipHistory> = ({ db }, page) =>
  historyPage(db, 'coinflip', page, presentHistory);
