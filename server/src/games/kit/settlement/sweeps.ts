/**
 * Work on rounds that no request triggers: reveal and settle when the beacon output is out, void when it stays away for
 * a day, cancel rounds without a joiner. Every node may run it: rows are claimed with SKIP LOCKED and all state is in
 * the database, so a restart in any phase ends in the same result.
 */
import { drandRoundAt, drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import type { Deps } from '../../../platform/process/deps.ts';
import type { Sweep } from '../../../platform/runner/feature.ts';
import { retrying } from '../../../platform/database/retry.ts';
import { columnOf, sql, type Sql, type Tx } from '../../../platform/database/sql.ts';
import { drandName, fetchOutputs, LATE, type MissingOutputs } from '../beacon/beacons.ts';
import { refundRounds } from './refund.ts';
import { anyLockedSql, lastVoidSql, roundsByIds } from '../rounds.ts';
import type { RoundGame } from '../round-game.ts';
import { settleDue } from './settle.ts';

/** A locked round whose beacon stays away this long is voided with a full refund (protocol fp/2, section 1). */
export const VOID_AFTER_MS = 24 * 60 * 60 * 1000;
/** Maximum number of beacon outputs that one run requests. */
const OUTPUTS_PER_RUN = 32;
const REFUNDS_PER_RUN = 100;

const REVEAL_EVERY_MS = 500;
/** Beacons publish some tenths of a second after an output is due. Each pause is half the delay so far: seven requests in the first second, then two. */
const SHORTEST_PAUSE_MS = 100;

/** Fetches named outputs, settles every due round, voids those whose beacon stayed away for a day. */
export function revealSweep(deps: Deps, game: RoundGame): Sweep {
  let lastLogged = '';
  let nextAt: number | null = null;
  /** Logs missing outputs once, not at each run of a long outage. */
  const logMissing = (away: MissingOutputs) => {
    const troubles = [...away].filter(([, why]) => why !== LATE);
    const text = troubles.map(([output, why]) => `${output}: ${why}`).join('; ');
    if (text !== lastLogged && text !== '') deps.log.warn({ game: game.game, away: text }, 'beacon outputs missing');
    lastLogged = text;
  };
  return {
    name: `${game.game}.reveal`,
    everyMs: REVEAL_EVERY_MS,
    due: () => sql`(${anyLockedSql(game.game)} or exists (${silentSinceVoid(game)}))`,
    nextAt: () => nextAt,
    async run(signal) {
      nextAt = null;
      const began = deps.clock.now();
      const missing = await missingOutputs(deps, game);
      const away = await fetchOutputs(deps, missing, signal);
      logMissing(away);
      const settled = await settleDue(deps, game);
      // Results are announced when a run ends, and it runs again at once.
      if (settled > 0 || signal.aborted) return settled;
      const voided = await voidOverdue(deps, game, away);
      const late = missing.filter((round) => away.get(drandName(round)) === LATE);
      nextAt = late.length > 0 ? nextRequestAt(deps, Math.max(...late)) : await nextDueAt(deps, game, began);
      return voided;
    },
  };
}

/** When to request an output again that is late. */
function nextRequestAt({ clock, drandChain }: Deps, output: number): number {
  const now = clock.now();
  return now + Math.max(SHORTEST_PAUSE_MS, (now - drandRoundTime(output, drandChain)) / 2);
}

/** When the first locked round is due after `began`, epoch ms; null when none waits. One that became due during the run is the next run's. */
async function nextDueAt({ db }: Deps, { game }: RoundGame, began: number): Promise<number | null> {
  const next = await db.maybe<{ dueAt: number | null }>(sql`
    select due_at as "dueAt" from rounds where game = ${game} and phase = 'locked' and due_at > ${began}
    order by due_at limit 1`);
  return next?.dueAt ?? null;
}

/** Locks are parsed only of rounds that wait for an output. */
async function missingOutputs(deps: Deps, game: RoundGame): Promise<number[]> {
  const rows = await deps.db.many<{ round: number }>(sql`
    select distinct drand_round as round from (
      select r.drand_round, r.lock_text from rounds r
      where r.game = ${game.game} and r.phase = 'locked' and r.due_at <= ${deps.clock.now()} and not exists (
        select 1 from beacon_outputs b where b.chain = ${deps.drandChain.chainHash} and b.round = r.drand_round)
      offset 0
    ) waiting
    where lock_text::jsonb #>> '{drand,chain}' = ${deps.drandChain.chainHash}
    order by round limit ${OUTPUTS_PER_RUN}`);
  const returned = await sinceVoided(deps, game);
  return [...rows.map((row) => row.round), ...(returned === null ? [] : [returned])];
}

/**
 * After a voided round: the first output from then on, which shows that the beacon is back and opens the game again
 * (`beaconAwaySql`). Null when the beacon answered since, and when no round was ever voided.
 */
async function sinceVoided(deps: Deps, game: RoundGame): Promise<number | null> {
  const silent = await deps.db.maybe<{ voidedAt: number }>(silentSinceVoid(game));
  if (!silent) return null;
  const round = drandRoundAt(silent.voidedAt, deps.drandChain);
  return drandRoundTime(round, deps.drandChain) <= deps.clock.now() ? round : null;
}

/** Statement: when the newest voided round was voided, while no output has come since. */
const silentSinceVoid = (game: RoundGame): Sql => sql`
  select v.ended_at as "voidedAt" from (${lastVoidSql(game.game)}) v
  where not exists (select 1 from beacon_outputs b where b.fetched_at > v.ended_at)`;

/**
 * Voids rounds locked a day ago whose output was requested just now and did not come. An output that exists decides the
 * round, however late it is read: otherwise a site that stays down for a day could choose which rounds to void.
 */
async function voidOverdue(deps: Deps, game: RoundGame, away: MissingOutputs): Promise<number> {
  const now = deps.clock.now();
  const names = [...away.keys()];
  const refund = async (tx: Tx) => {
    const rows = await tx.many<{ id: string }>(sql`
      select r.id from rounds r
      where r.game = ${game.game} and r.phase = 'locked' and r.locked_at <= ${now - VOID_AFTER_MS}
        and (r.lock_text::jsonb #>> '{drand,chain}' <> ${deps.drandChain.chainHash}
          or (('drand ' || r.drand_round) = any(${names}::text[]) and not exists (
            select 1 from beacon_outputs b
            where b.chain = ${deps.drandChain.chainHash} and b.round = r.drand_round)))
      order by r.id limit ${REFUNDS_PER_RUN} for no key update skip locked`);
    const rounds = await roundsByIds(tx, columnOf(rows, 'id'));
    await refundRounds(tx, game, 'voided', rounds, 'BEACON_AWAY', now);
    return rounds.length;
  };
  return retrying(() => deps.db.transaction(refund));
}

/** Cancels rounds that waited `afterMs` for another player; all items return. */
export function expireSweep(deps: Deps, game: RoundGame, afterMs: number): Sweep {
  return {
    name: `${game.game}.expire`,
    everyMs: 30_000,
    run: () => {
      const now = deps.clock.now();
      const refund = async (tx: Tx) => {
        const rows = await tx.many<{ id: string }>(sql`
          select id from rounds where game = ${game.game} and phase = 'open' and opened_at <= ${now - afterMs}
          order by opened_at limit ${REFUNDS_PER_RUN} for no key update skip locked`);
        const rounds = await roundsByIds(tx, columnOf(rows, 'id'));
        await refundRounds(tx, game, 'cancelled', rounds, 'EXPIRED', now);
        return rounds.length;
      };
      return retrying(() => deps.db.transaction(refund));
    },
  };
}
