/** Public queries of a game of items in which many rounds wait and run at once. */
import { usd } from '@fairpot/contract/wire/money';
import type { Query } from '@fairpot/contract/wire/call.schemas';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/sql.ts';
import type { QueryHandler } from '../../../platform/runner/feature.ts';
import { storedSettings } from '../../../platform/runner/settings.ts';
import { currentRounds, isBeaconAway, type Round } from '../rounds.ts';
import type { ItemGame } from './item-game.ts';
import { historyPage, viewById } from './views.ts';

/** A settled round stays in the list this long, so that viewers see its end. */
const SETTLED_SHOWN_MS = 60_000;
/** Maximum number of rounds in the list; older waiting ones can be opened by link. */
const LIST_LIMIT = 200;

/** Waiting and running rounds, and those settled within the last minute, newest first. Amounts in USD. */
export interface RoundList<V> {
  readonly games: V[];
  readonly minbet: number;
  readonly feeBps: number;
  readonly paused: boolean;
}

/** The queries of such a game, as in its contract. `V`: the view of a round; `H`: its row in the history. */
export interface RoundQueries<V, H> {
  readonly list: Query<z.ZodType, z.ZodType<RoundList<V>>>;
  readonly get: Query<z.ZodType<{ readonly id: string }>, z.ZodType<V>>;
  readonly history: Query<
    z.ZodType<{ readonly limit?: number | undefined; readonly before?: string | undefined }>,
    z.ZodType<{ history: H[]; next: string | null }>
  >;
}

/** Presents the rounds of one game. */
export interface RoundViews<V, H> {
  /** Views of rounds, in their order; two more statements for any number of rounds. */
  readonly views: (db: Db, rounds: readonly Round[], now: number) => Promise<V[]>;
  /** History rows of settled rounds, in their order. */
  readonly rows: (db: Db, rounds: readonly Round[]) => Promise<H[]>;
}

type RoundQueryHandlers<V, H> = { readonly [Q in keyof RoundQueries<V, H>]: QueryHandler<RoundQueries<V, H>[Q]> };

export function roundQueries<V, H>(
  { game, terms }: Pick<ItemGame, 'game' | 'terms'>,
  { views, rows }: RoundViews<V, H>,
): RoundQueryHandlers<V, H> {
  return {
    async list({ db, now }) {
      const [settings, beaconAway, rounds] = await Promise.all([
        storedSettings(db),
        isBeaconAway(db, game, now),
        currentRounds(db, game, now - SETTLED_SHOWN_MS, LIST_LIMIT),
      ]);
      const { minbetCents, feeBps, paused } = terms(settings);
      return { games: await views(db, rounds, now), minbet: usd(minbetCents), feeBps, paused: paused || beaconAway };
    },
    get: ({ db, now }, { id }) => viewById(db, game, id, (tx, rounds) => views(tx, rounds, now)),
    history: ({ db }, page) => historyPage(db, game, page, rows),
  };
}
