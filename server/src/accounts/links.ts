/** What the collusion room reads of players: results in the order of their time, rounds of a span, shared networks. */
import { sql, type Db } from '../platform/database/sql.ts';

export interface SettledRound {
  readonly roundId: string;
  readonly at: number;
  readonly results: readonly {
    readonly roundId: string;
    readonly playerId: string;
    readonly isBot: boolean;
    readonly stakedCents: number;
    readonly wonCents: number;
  }[];
}

/** Rounds after this place, before `until` (epoch ms, exclusive), in the order of their results; each round whole. */
export async function resultsAfter(
  db: Db,
  after: { readonly at: number; readonly roundId: string },
  until: number,
  limit: number,
): Promise<SettledRound[]> {
  const rows = await db.many<SettledRound['results'][number] & { at: number }>(sql`
    with page as (
      select distinct at, round_id collate "C" as round_id from player_results
      where (at, round_id collate "C") > (${after.at}::bigint, ${after.roundId}) and at < ${until}
      order by at, round_id limit ${limit}::integer
    )
    select r.at, r.round_id as "roundId", r.player_id as "playerId", p.is_fake as "isBot",
      r.staked_cents as "stakedCents", r.won_cents as "wonCents"
    from page cross join lateral (
      select * from player_results where at = page.at and round_id collate "C" = page.round_id
    ) r join players p on p.id = r.player_id
    order by r.at, r.round_id collate "C"`);
  const rounds = new Map<string, typeof rows>();
  for (const row of rows) rounds.set(row.roundId, [...(rounds.get(row.roundId) ?? []), row]);
  return [...rounds].map(([roundId, results]) => ({ roundId, at: results[0]?.at ?? 0, results }));
}

/** Rounds that a player played after this day (UTC, since 1970). */
export async function roundsSince(db: Db, playerId: string, day: number): Promise<number> {
  const { rounds } = await db.one<{ rounds: number }>(sql`
    select coalesce(sum(played), 0)::integer as rounds from player_days
    where player_id = ${playerId} and day > ${day}`);
  return rounds;
}

const networksSql = (playerId: string, since: number) => sql`
  select ip_hash from sessions where player_id = ${playerId} and last_seen_at > ${since}
  order by last_seen_at desc, id desc limit 20`;

/** Whether two players have sessions from one network address, seen after `since` (epoch ms). */
export async function shareNetwork(db: Db, a: string, b: string, since: number): Promise<boolean> {
  const { shared } = await db.one<{ shared: boolean }>(sql`
    select exists (
      select from (${networksSql(a, since)}) x join (${networksSql(b, since)}) y on y.ip_hash = x.ip_hash
      where x.ip_hash <> ''
    ) as shared`);
  return shared;
}

/** Sessions of a network that are read. A network with more is public. */
const NETWORK_SESSIONS = 200;

/**
 * Other players with sessions from a network address of this player, seen after `since` (epoch ms). A network of more than `most` players
 * is public and links none of them.
 */
export async function networkPeers(db: Db, playerId: string, since: number, most: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select distinct p.id from (select distinct ip_hash from (${networksSql(playerId, since)}) m) n
      cross join lateral (
        select array_agg(distinct s.player_id) as ids, count(*) as sessions from (
          select player_id from sessions where ip_hash = n.ip_hash and ip_hash <> '' and last_seen_at > ${since}
          limit ${NETWORK_SESSIONS}::integer
        ) s
      ) a cross join lateral unnest(a.ids) as p (id)
    where cardinality(a.ids) <= ${most}::integer and a.sessions < ${NETWORK_SESSIONS}::integer and p.id <> ${playerId}
    order by p.id limit ${most}::integer`);
  return rows.map(({ id }) => id);
}
