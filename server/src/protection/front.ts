/**
 * Player protection's only interface for other rooms: counts stakes and deposits against their players' limits, and says who is on a
 * break or excluded.
 *
 * Each count takes the player's turn first: the row of the hour, then the guard. Lock order: after rounds and items, before accounts of
 * money; hours, then guards, each by player.
 */
import { notify } from '../notifications/front.ts';
import { columnOf, sql, type Db, type Tx } from '../platform/database/sql.ts';
import { refuse, Refused } from '../platform/runner/refused.ts';
import { blockAt, blockRefusal, exceededLimits, isCheckWaiting, limitRefusal, LIMITS_OF } from './rules.ts';
import type { CountedKind, PlayBlock, RealityCheck, Stop } from './rules.ts';
import { blockColumns, blockOf, guardOf, hold, isAnswered, leavingCents, limitsOf, type BlockRow } from './store.ts';

export type { PlayBlock } from './rules.ts';
export { depositedSince, profitsOf, profitsOver, stakedSince } from './sums.ts';

interface Amount {
  readonly playerId: string;
  readonly cents: number;
}

interface Deposit extends Amount {
  /** The order, or the payment in a chain. */
  readonly source: string;
}

/**
 * Counts stakes, each as if it came alone. Returns the refusal of each stake that a limit, a break or an exclusion stops, which is
 * not counted; null for the others.
 */
export async function countStakes(tx: Tx, stakes: readonly Amount[]): Promise<(Refused | null)[]> {
  const refusals: (Refused | null)[] = stakes.map(() => null);
  if (stakes.length === 0) return refusals;
  const [, guards] = await Promise.all([addToHour(tx, 'stake', stakes), lockGuards(tx, columnOf(stakes, 'playerId'))]);
  for (const guard of guards) {
    const theirs = stakes.flatMap(({ playerId, cents }, n) => (playerId === guard.playerId ? [{ n, cents }] : []));
    const judged = await judgeCounted(tx, 'stake', guard, columnOf(theirs, 'cents'));
    theirs.forEach(({ n }, at) => (refusals[n] = refusalOf(judged[at])));
  }
  const refused = stakes.filter((_, n) => refusals[n] !== null);
  if (refused.length > 0)
    await addToHour(
      tx,
      'stake',
      refused.map(({ playerId, cents }) => ({ playerId, cents: -cents })),
    );
  return refusals;
}

/**
 * Counts a deposit from its order on, so that two orders together cannot exceed a limit. Refuses what a limit or a block stops,
 * REALITY_CHECK while one waits to be read, and LIMIT_QUESTION until its player answered it.
 */
export async function countOrdered(tx: Tx, deposit: Deposit): Promise<void> {
  await addDeposit(tx, deposit);
  const guard = await guardOfDepositor(tx, deposit);
  const stop = guard && (await stopOf(tx, guard, deposit));
  if (stop) refuse(stop.code, stop.details);
  if (guard && isCheckWaiting(guard.now, guard)) refuse('REALITY_CHECK');
  if (!(await isAnswered(tx, deposit.playerId))) refuse('LIMIT_QUESTION');
}

/**
 * Counts a deposit that arrived by itself, once. It is the player's whatever the limit, because it cannot be returned silently;
 * the player is notified.
 */
export async function countArrived(tx: Tx, deposit: Deposit): Promise<void> {
  if (!(await addDeposit(tx, deposit))) return;
  const guard = await guardOfDepositor(tx, deposit);
  const stop = guard && (await stopOf(tx, guard, deposit));
  if (!guard || !stop) return;
  await markOver(tx, deposit.source);
  const { playerId } = deposit;
  await notify(tx, { playerId, kind: 'protection', link: '/withdraw', ...textOfOver(stop) }, guard.now);
}

async function guardOfDepositor(tx: Tx, { playerId }: Deposit): Promise<PlayerGuard | undefined> {
  return (await lockGuards(tx, [playerId]))[0];
}

async function stopOf(tx: Tx, guard: PlayerGuard, { cents }: Deposit): Promise<Stop | null> {
  return (await judgeCounted(tx, 'deposit', guard, [cents]))[0] ?? null;
}

/** What stops amounts that are counted in the player's hour already, in order; null: admitted. */
async function judgeCounted(
  tx: Tx,
  kind: CountedKind,
  guard: PlayerGuard,
  amounts: readonly number[],
): Promise<(Stop | null)[]> {
  const blocked = blockRefusal(guard.now, blockOf(guard));
  if (blocked !== null) return amounts.map(() => blocked);
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const limits = await limitsOf(tx, guard.playerId, LIMITS_OF[kind]);
  const before = limits.map((limit) => ({ ...limit, usedCents: limit.usedCents - total }));
  return Promise.all(
    exceededLimits(before, amounts).map(
      async (limit, n) => limit && limitRefusal(limit, amounts[n] ?? 0, await leavingCents(tx, guard.playerId, limit)),
    ),
  );
}

function refusalOf(stop: Stop | null | undefined): Refused | null {
  return stop ? new Refused(stop.code, stop.details) : null;
}

function textOfOver({ code, details }: Stop): { header: string; text: string } {
  if (code !== 'LIMIT_DEPOSIT')
    return {
      header: 'A deposit came in while you do not play',
      text:
        'It came by itself, so it is credited and yours. You cannot stake it now. You can take it out in full, ' +
        'at any level.',
    };
  return {
    header: 'More came in than your deposit limit',
    text:
      `It came by itself, so it is credited and counted: your deposit limit is ${details['max']}$ in ` +
      `${details['span']}. No further deposit is taken until it fits again. What you do not stake you can take out ` +
      'in full, at any level.',
  };
}

/**
 * Adds to the current hour of each player, without limits too: a limit that is set later applies to earlier amounts. The rows
 * of the hour stay locked, so amounts of one player on any number of nodes are judged one after the other.
 */
async function addToHour(tx: Tx, kind: CountedKind, amounts: readonly Amount[]): Promise<void> {
  await tx.run(sql`
    insert into protection_hours as h (player_id, kind, hour, cents)
    select w.player_id, ${kind}, protection_hour(), sum(w.cents)
    from unnest(${amounts.map((each) => each.playerId)}::text[], ${amounts.map((each) => each.cents)}::bigint[])
      as w (player_id, cents)
    group by w.player_id order by w.player_id
    on conflict (player_id, kind, hour) do update set cents = h.cents + excluded.cents`);
}

interface PlayerGuard extends BlockRow, RealityCheck {
  readonly playerId: string;
  readonly now: number;
}

/** The guards of those of these players who ever set a limit or took a break. */
function guardsOf(db: Db, playerIds: readonly string[]): Promise<PlayerGuard[]> {
  return db.many<PlayerGuard>(sql`${guardsSql(playerIds)}`);
}

/** The player has to read the reality check before anything else. */
export async function isCheckOpen(db: Db, playerId: string): Promise<boolean> {
  const [guard] = await guardsOf(db, [playerId]);
  return guard !== undefined && isCheckWaiting(guard.now, guard);
}

/** Same as `guardsOf`, locked until the transaction ends: at the turn of an hour, the rows of hours do not serialize. */
function lockGuards(tx: Tx, playerIds: readonly string[]): Promise<PlayerGuard[]> {
  return tx.many<PlayerGuard>(sql`${guardsSql(playerIds)} for no key update of g`);
}

const guardsSql = (playerIds: readonly string[]) => sql`
  select g.player_id as "playerId", protection_ms() as now, ${blockColumns}, g.reality_minutes as minutes,
    v.read_at as "readAt", v.seen_at as "seenAt"
  from protection_guards g left join protection_visits v on v.player_id = g.player_id
  where g.player_id = any(${playerIds}::text[]) order by g.player_id`;

/** Counts a deposit in the current hour; false: its source is counted already. */
async function addDeposit(tx: Tx, { source, playerId, cents }: Deposit): Promise<boolean> {
  const added = await tx.run(sql`
    insert into protection_deposits (source, player_id, hour, cents)
    values (${source}, ${playerId}, protection_hour(), ${cents}) on conflict do nothing`);
  if (added === 1) await addToHour(tx, 'deposit', [{ playerId, cents }]);
  return added === 1;
}

/** An order no longer counts. */
export async function uncountDeposit(tx: Tx, source: string): Promise<void> {
  await tx.one(sql`select protection_deposit_over(${source})`);
}

/** The deposit arrived by itself, over a limit or during a block. */
async function markOver(tx: Tx, source: string): Promise<void> {
  await tx.run(sql`update protection_deposits set over = true where source = ${source}`);
}

/** A player's current break or exclusion; `until` null: permanent. Null: none. */
export async function blockNow(db: Db, playerId: string): Promise<PlayBlock | null> {
  const guard = await guardOf(db, playerId);
  return blockAt(guard.now, blockOf(guard));
}

/** Same as `blockNow`, and no block begins or ends until the transaction does. */
export async function heldBlock(tx: Tx, playerId: string): Promise<PlayBlock | null> {
  await hold(tx, playerId);
  return blockNow(tx, playerId);
}

/** The refusals for those of these players who are on a break or excluded, by player. */
export async function blocksOf(db: Db, playerIds: readonly string[]): Promise<ReadonlyMap<string, Refused>> {
  const guards = await guardsOf(db, playerIds);
  return new Map(
    guards.flatMap((guard) => {
      const refusal = refusalOf(blockRefusal(guard.now, blockOf(guard)));
      return refusal === null ? [] : [[guard.playerId, refusal]];
    }),
  );
}

/** Refuses while the player is on a break or excluded. */
export async function refuseBlocked(db: Db, playerId: string): Promise<void> {
  const refusal = (await blocksOf(db, [playerId])).get(playerId);
  if (refusal) throw refusal;
}
