/**
 * Incidents as staff see and close them. An open incident blocks all further credits of its address; closing it moves no money. Its row
 * records who closed it, when and why, and never changes afterwards (crypto_incidents_guard).
 */
import type { CallInput } from '@fairpot/contract/wire/call.schemas';
import type {
  closeCryptoIncident,
  CryptoIncident,
  listCryptoIncidents,
} from '@fairpot/contract/crypto/incidents/schemas';
import { INCIDENTS_PAGE } from '@fairpot/contract/crypto/incidents/calls';
import type { Network } from '@fairpot/contract/crypto/calls';
import { publicUsers } from '../accounts/front.ts';
import { sql, type Db } from '../platform/database/sql.ts';
import type { CommandHandler, QueryHandler } from '../platform/runner/feature.ts';
import { invariant, refuse } from '../platform/runner/refused.ts';
import { presentUnseen, unseenRates, type UnseenRow } from './unseen-view.ts';

interface IncidentRow extends UnseenRow {
  readonly id: number;
  readonly kind: string;
  readonly network: Network | null;
  readonly txid: string;
  readonly idx: number;
  readonly detail: string;
  /** The player whose address it is about. */
  readonly playerId: string | null;
  readonly at: number;
  readonly holds: boolean;
  readonly closedAt: number | null;
  readonly closedBy: string | null;
  readonly why: string | null;
}

const columns = sql`
  i.id, i.kind, i.network, i.txid, i.idx, i.detail, w.player_id as "playerId", i.at, i.closed_at as "closedAt",
  i.closed_by as "closedBy", i.why,
  i.wallet_id is not null and i.closed_at is null and i.kind <> 'UNSEEN_MONEY' as holds,
  w.address, w.doubt, u.coin, u.units::text as units,
  u.asked_by as "askedBy", u.asked_at as "askedAt", u.asked_why as "askedWhy"`;
const from = sql`crypto_incidents i left join crypto_wallets w on w.id = i.wallet_id
  left join crypto_unseen u on u.incident_id = i.id`;

/** One page, newest first. */
export const incidents: QueryHandler<typeof listCryptoIncidents> = async ({ db, now }, { closed, before }) => {
  const which = closed === 'true' ? sql`i.closed_at is not null` : sql`i.closed_at is null`;
  const older = before === undefined ? sql`` : sql`and i.id < ${before}`;
  const rows = await db.many<IncidentRow>(sql`
    select ${columns} from ${from} where ${which} ${older} order by i.id desc limit ${INCIDENTS_PAGE}`);
  return { incidents: await presented(db, rows, now) };
};

/** Number of open incidents about each player's addresses; players without one are left out. */
export async function openIncidentsOf(db: Db, playerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.many<{ playerId: string; open: number }>(sql`
    select w.player_id as "playerId", count(*) as open
    from crypto_incidents i join crypto_wallets w on w.id = i.wallet_id
    where i.closed_at is null and w.player_id = any(${playerIds}::text[]) group by w.player_id`);
  return new Map(rows.map(({ playerId, open }) => [playerId, open]));
}

/** Refuses NOT_FOUND if it is closed or does not exist, FORBIDDEN if it is about the own address. */
export async function closeIncident(
  { tx, actor, now, act }: Parameters<CommandHandler<typeof closeCryptoIncident>>[0],
  { incidentId, why }: CallInput<typeof closeCryptoIncident>,
): Promise<CryptoIncident> {
  const row = await tx.maybe<IncidentRow>(sql`select ${columns} from ${from} where i.id = ${incidentId}`);
  if (row === undefined) return refuse('NOT_FOUND');
  if (row.playerId === actor.id) refuse('FORBIDDEN');
  const closed = await tx.run(sql`
    update crypto_incidents set closed_at = ${now}, closed_by = ${actor.id}, why = ${why}
    where id = ${incidentId} and closed_at is null`);
  if (closed === 0) refuse('NOT_FOUND');
  act({ playerId: row.playerId, subject: `${row.kind} ${incidentId}` });
  const [view] = await presented(tx, [{ ...row, closedAt: now, closedBy: actor.id, why, holds: false }], now);
  invariant(view, `incident ${incidentId} is missing`);
  return view;
}

async function presented(db: Db, rows: readonly IncidentRow[], now: number): Promise<CryptoIncident[]> {
  const named = rows
    .flatMap(({ playerId, closedBy, askedBy }) => [playerId, closedBy, askedBy])
    .filter((id) => id !== null);
  const users = await publicUsers(db, [...new Set(named)]);
  const rates = await unseenRates(db, rows, now);
  return rows.map(({ playerId, closedBy, ...row }) => ({
    id: row.id,
    kind: row.kind,
    network: row.network,
    txid: row.txid,
    idx: row.idx,
    detail: row.detail,
    user: playerId === null ? null : (users.get(playerId) ?? null),
    at: row.at,
    holds: row.holds,
    closedAt: row.closedAt,
    closedBy: closedBy === null ? null : (users.get(closedBy) ?? null),
    why: row.why,
    unseen: presentUnseen(row, users, rates),
  }));
}
