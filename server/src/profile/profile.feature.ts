/** Everything that players look up and decide about themselves: statistics, history, sessions, export, closing the account. */
import { cents, usd } from '@fairpot/contract/wire/money';
import { STATISTICS_DAYS } from '@fairpot/contract/profile/calls';
import type { CallOutput } from '@fairpot/contract/wire/call.schemas';
import { createApiKey, listApiKeys, revokeApiKey } from '@fairpot/contract/keys/schemas';
import * as calls from '@fairpot/contract/profile/schemas';
import { listUserItemMoves } from '@fairpot/contract/staff/users/schemas';
import * as closings from '../accounts/closing-store.ts';
import { barKeys } from '../accounts/barred.ts';
import { createKey, deleteKey, mayKeysPlay, ownKeys } from '../accounts/keys/keys.ts';
import { DAY_MS } from '../accounts/results.ts';
import { dailyResultsOf, netBefore } from '../accounts/days.ts';
import { endSessionsByIds, ownSessions, sessionsToEnd } from '../accounts/own-sessions.ts';
import { sql, type Db } from '../platform/database/sql.ts';
import type { Deps } from '../platform/process/deps.ts';
import { SYSTEM, type Runner } from '../platform/runner/command.ts';
import { onCommand, onQuery, onReplicaQuery, requirePlayer } from '../platform/runner/feature.ts';
import type { CommandHandler, Feature } from '../platform/runner/feature.ts';
import {
  requestClosing,
  cancelClosing,
  closingView,
  forfeitRemainder,
  freshSignInUntil,
  requireFreshSignIn,
} from './closing.ts';
import { eraseStep } from './erase.ts';
import { erasedList } from './erased-list.ts';
import { exportPage, forgetExports, startExportOf } from './export.ts';
import { historyOf } from './history.ts';
import { anonymizeBooks } from './anonymize-books.ts';

const CLOSE_EVERY_MS = 5_000;
const FORGET_EVERY_MS = 10 * 60_000;
const AT_ONCE = 50;
const MAX_SESSIONS = 50;

export function profileFeature(deps: Deps, execute: Runner['execute']): Feature {
  const bars = barKeys(deps);
  const { logFolder } = deps.config;
  const kept = logFolder === null ? null : erasedList({ ...deps, bars, folder: logFolder });
  return {
    name: 'profile',
    bindings: [
      onReplicaQuery(calls.getStatistics, ({ db, actor, now }) => statistics(db, requirePlayer(actor).id, now)),
      onReplicaQuery(calls.listHistory, ({ db, actor, now }, input) =>
        historyOf(db, requirePlayer(actor).id, input, now),
      ),
      onQuery(listUserItemMoves, ({ db, now }, { userId, before }) =>
        historyOf(db, userId, { what: 'items', ...(before !== undefined && { before }) }, now),
      ),
      onQuery(calls.listSessions, async ({ db, actor, now }) => {
        const { id, sessionId = '' } = requirePlayer(actor);
        const rows = await ownSessions(db, id, sessionId, now, MAX_SESSIONS + 1);
        const sessions = rows.slice(0, MAX_SESSIONS).map(({ isCurrent: current, ...row }) => ({ ...row, current }));
        return { sessions, more: rows.length > MAX_SESSIONS };
      }),
      onCommand(calls.endOwnSessions, endSessions(deps)),
      onQuery(listApiKeys, async ({ db, actor }) => {
        const { id, sessionId = '' } = requirePlayer(actor);
        const [keys, mayPlay] = [await ownKeys(db, id, sessionId), await mayKeysPlay(db, deps)];
        return { keys, mayPlay, freshUntil: await freshSignInUntil(db, requirePlayer(actor)) };
      }),
      onCommand(createApiKey, async ({ tx, actor, now }, input) => {
        await requireFreshSignIn(tx, actor, now);
        return createKey(tx, actor, input, now);
      }),
      onCommand(revokeApiKey, revokeKey(deps)),
      onCommand(calls.startExport, async ({ tx, actor, now }) => {
        await requireFreshSignIn(tx, actor, now);
        return startExportOf(deps, tx, actor.id, now);
      }),
      onQuery(calls.readExport, ({ db, actor, now }, input) => exportPage(db, requirePlayer(actor).id, input, now)),
      onQuery(calls.getClosing, ({ db, actor, now }) => closingView(db, requirePlayer(actor), now)),
      onCommand(calls.startClosing, requestClosing),
      onCommand(calls.revokeClosing, cancelClosing),
      onCommand(calls.forfeitRemainder, (ctx, input) => forfeitRemainder(deps, ctx, input)),
      onCommand(calls.eraseAccount, async ({ tx, now }, { playerId }) => ({
        state: await eraseStep({ ...deps, bars }, tx, playerId, now),
      })),
    ],
    sweeps: [
      {
        name: 'profile.close',
        everyMs: CLOSE_EVERY_MS,
        due: closings.anyClosingDueSql,
        run: closeSome(deps, execute),
      },
      {
        name: 'profile.forget',
        everyMs: FORGET_EVERY_MS,
        run: () => forgetExports(deps.db, deps.clock.now(), AT_ONCE),
      },
      {
        name: 'profile.keep',
        everyMs: CLOSE_EVERY_MS,
        due: () => kept?.due() ?? sql`false`,
        run: async () => (await kept?.keep()) ?? 0,
      },
      { name: 'profile.unname', everyMs: FORGET_EVERY_MS, run: anonymizeBooks(deps) },
    ],
    start: async () => {
      await bars();
      await kept?.applyAgain();
    },
  };
}

async function statistics(db: Db, playerId: string, now: number): Promise<CallOutput<typeof calls.getStatistics>> {
  const to = Math.floor(now / DAY_MS);
  const from = to - STATISTICS_DAYS + 1;
  const [rows, net] = await Promise.all([dailyResultsOf(db, playerId, from, now), netBefore(db, playerId, from)]);
  return {
    from,
    to,
    netBeforeUsd: usd(cents(net)),
    days: rows.map(({ day, game, played, won, stakedCents, wonCents, feeCents }) => ({
      day,
      game,
      played,
      won,
      stakedUsd: usd(cents(stakedCents)),
      wonUsd: usd(cents(wonCents)),
      feeUsd: usd(cents(feeCents)),
    })),
  };
}

/** Sockets are cut after the sessions end: a socket that reconnected earlier would still find its session. */
function endSessions(deps: Deps): CommandHandler<typeof calls.endOwnSessions> {
  return async ({ tx, actor, afterCommit }, { which }) => {
    const found = await sessionsToEnd(tx, actor.id, which);
    await endSessionsByIds(tx, found);
    afterCommit(() => {
      if (which === 'all') deps.signals.disconnect({ playerId: actor.id });
      else for (const sessionId of found) deps.signals.disconnect({ sessionId });
    });
    return { ended: found.length };
  };
}

/** Sockets are cut after the key is gone. To revoke it again changes nothing. */
function revokeKey(deps: Deps): CommandHandler<typeof revokeApiKey> {
  return async ({ tx, actor, afterCommit }, { id }) => {
    const gone = await deleteKey(tx, actor.id, id);
    afterCommit(() => gone.forEach((sessionId) => deps.signals.disconnect({ sessionId })));
    return { revoked: true };
  };
}

/**
 * Continues the closings that are past their waiting period, each as far as possible; blocked ones are retried next time. Each node keeps
 * its own cursor, so that many blocked ones do not delay those after them.
 */
function closeSome(deps: Deps, execute: Runner['execute']) {
  const START = { closesAt: 0, id: '' };
  let place = START;
  return async (signal: AbortSignal): Promise<number> => {
    const due = await closings.dueClosings(deps.db, deps.clock.now(), place, AT_ONCE);
    place = due.length < AT_ONCE ? START : (due.at(-1) ?? START);
    let done = 0;
    for (const { id: playerId } of due) {
      if (signal.aborted) break;
      try {
        const { state } = await execute(calls.eraseAccount, SYSTEM, { playerId });
        if (state !== 'WAITS') done += 1;
        if (state === 'BEGUN') deps.signals.disconnect({ playerId });
      } catch (error) {
        deps.log.error({ err: error, playerId }, 'account closing failed, will retry');
      }
    }
    return done;
  };
}
