/** Public queries of coinflip. */
import type { coinflipHistory, getCoinflip, listCoinflips } from '@fairpot/contract/coinflip/schemas';
import { usd } from '@fairpot/contract/wire/money';
import type { QueryHandler } from '../../platform/runner/feature.ts';
import { storedSettings } from '../../platform/runner/settings.ts';
import { historyPage, viewById } from '../kit/items/views.ts';
import { currentRounds, isBeaconAway } from '../kit/rounds.ts';
import { coinflip } from './coinflip.ts';
import { historyRows, views } from './present.ts';

/** A settled round stays in the list this long, so that viewers see its end. */
const SETTLED_SHOWN_MS = 60_000;
/** Maximum number of rounds in the list; older waiting ones can be opened by link. */
const LIST_LIMIT = 200;

/** Waiting and running rounds, and those settled within the last minute, newest first. */
export const list: QueryHandler<typeof listCoinflips> = async ({ db, now }) => {
  const [settings, beaconAway, rounds] = await Promise.all([
    storedSettings(db),
    isBeaconAway(db, 'coinflip', now),
    currentRounds(db, 'coinflip', now - SETTLED_SHOWN_MS, LIST_LIMIT),
  ]);
  const { minbetCents, feeBps, paused } = coinflip.terms(settings);
  return { games: await views(db, rounds, now), minbet: usd(minbetCents), feeBps, paused: paused || beaconAway };
};

export const get: QueryHandler<typeof getCoinflip> = ({ db, now }, { id }) =>
  viewById(db, 'coinflip', id, (tx, rounds) => views(tx, rounds, now));

export const history: QueryHandler<typeof coinflipHistory> = ({ db }, page) =>
  historyPage(db, 'coinflip', page, historyRows);
