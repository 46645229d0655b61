/** Circuit breakers as staff see them: open trips, those that were reset, and the reset. */
import { BREAKER_PAGE } from '@fairpot/contract/operations/breakers/calls';
import type { BreakerTrip, listBreakerTrips, resetBreaker } from '@fairpot/contract/operations/breakers/schemas';
import { publicUsers } from '../accounts/front.ts';
import type { CommandHandler, QueryHandler } from '../platform/runner/feature.ts';
import { invariant, refuse } from '../platform/runner/refused.ts';
import type { Db } from '../platform/database/sql.ts';
import { pricedTypes } from '../vault/types.ts';
import { openTrip, resetTrip, tripsBefore, type TripRow } from './store.ts';

export const listTrips: QueryHandler<typeof listBreakerTrips> = async ({ db }, { open, before }) => {
  const rows = await tripsBefore(db, open !== 'false', before, BREAKER_PAGE + 1);
  const shown = rows.slice(0, BREAKER_PAGE);
  return { trips: await present(db, shown), next: rows.length > BREAKER_PAGE ? (shown.at(-1)?.id ?? null) : null };
};

/** Refuses NOT_FOUND for a trip that is not open, FORBIDDEN for one's own. */
export const reset: CommandHandler<typeof resetBreaker> = async ({ tx, actor, now, act }, { tripId, why }) => {
  const row = (await openTrip(tx, tripId)) ?? refuse('NOT_FOUND');
  if (row.playerId === actor.id) refuse('FORBIDDEN');
  await resetTrip(tx, row, { by: actor.id, why, at: now });
  act({ ...(row.playerId !== null && { playerId: row.playerId }), subject: row.way, details: { ...row.figures } });
  const [view] = await present(tx, [{ ...row, resetAt: now, resetBy: actor.id, why }]);
  invariant(view, `trip ${tripId} exists`);
  return view;
};

const typeOf = (way: string): string[] => (way.startsWith('type:') ? [way.slice('type:'.length)] : []);

async function present(db: Db, rows: readonly TripRow[]): Promise<BreakerTrip[]> {
  const ids = rows.flatMap(({ playerId, resetBy }) => [playerId, resetBy]).filter((id) => id !== null);
  const users = await publicUsers(db, ids);
  const types = await pricedTypes(
    db,
    rows.flatMap(({ way }) => typeOf(way)),
  );
  return rows.map(({ id, breaker, way, playerId, at, figures, resetAt, resetBy, why }) => ({
    id,
    breaker,
    subject: typeOf(way).map((slug) => types.get(slug)?.marketHashName ?? slug)[0] ?? subjectOf(way),
    user: playerId === null ? null : (users.get(playerId) ?? null),
    at,
    figures,
    reset:
      resetAt === null || why === null
        ? null
        : { at: resetAt, by: resetBy === null ? null : (users.get(resetBy) ?? null), why },
  }));
}

/** 'items' -> 'items', 'coin:BTC' and 'rates:BTC' -> 'BTC', 'player' and 'prices' -> ''. */
function subjectOf(way: string): string {
  if (way === 'player' || way === 'prices') return '';
  return way.replace(/^(coin|rates):/, '');
}
