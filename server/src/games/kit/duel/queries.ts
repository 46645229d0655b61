/** What anyone may ask about the rounds of a duel. */
import { usd } from '@fairpot/contract/wire/money';
import type { QueryHandler } from '../../../platform/runner/feature.ts';
import { storedSettings } from '../../../platform/runner/settings.ts';
import { historyPage, viewById } from '../items/views.ts';
import { currentRounds, isBeaconAway } from '../rounds.ts';
import type { DuelCalls } from './calls.ts';
import type { Duel } from './duel.ts';
import type { DuelViews } from './present.ts';

/** A settled round stays in the list this long, so that whoever watches sees its end. */
const SETTLED_SHOWN_MS = 60_000;
/** Most rounds in the list; older waiting ones are reached by their link. */
const LIST_LIMIT = 200;

export interface DuelQueries<V, H> {
  readonly list: QueryHandler<DuelCalls<V, H>['list']>;
  readonly get: QueryHandler<DuelCalls<V, H>['get']>;
  readonly history: QueryHandler<DuelCalls<V, H>['history']>;
}

export function duelQueries<V, H>(duel: Duel, { views, rows }: DuelViews<V, H>): DuelQueries<V, H> {
  return {
    async list({ db, now }) {
      const [settings, beaconAway, rounds] = await Promise.all([
        storedSettings(db),
        isBeaconAway(db, duel.game, now),
        currentRounds(db, duel.game, now - SETTLED_SHOWN_MS, LIST_LIMIT),
      ]);
      const { minbetCents, feeBps, paused } = duel.terms(settings);
      return { games: await views(db, rounds, now), minbet: usd(minbetCents), feeBps, paused: paused || beaconAway };
    },
    get: ({ db, now }, { id }) => viewById(db, duel.game, id, (tx, rounds) => views(tx, rounds, now)),
    history: ({ db }, page) => historyPage(db, duel.game, page, rows),
  };
}
