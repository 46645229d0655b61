/** Commands that undo what waits: leaving a seat, cancelling an own battle. Both until the last seat is taken (rulings 4). */
import type { cancelCasebattle, leaveCasebattle } from '@fairpot/contract/schemas/casebattle';
import type { Deps } from '../../platform/process/deps.ts';
import type { AtomicHandler } from '../../platform/runner/feature.ts';
import { sql } from '../../platform/database/sql.ts';
import { decideInTransaction } from '../kit/decide-in-transaction.ts';
import { refundRounds } from '../kit/settlement/refund.ts';
import { orRefuse } from '../kit/ruling.ts';
import { casebattle } from './casebattle.ts';
import { releaseSeat } from './money.ts';
import { admitCreator, admitLeave } from './rules.ts';
import { deleteSeat, lockBattle } from './store.ts';

export function leave(deps: Deps): AtomicHandler<typeof leaveCasebattle> {
  return async (ctx, { gameId }) => {
    const { actor, now } = ctx;
    const done = await decideInTransaction(ctx, async (tx) => {
      const { battle, seat } = orRefuse(admitLeave(await lockBattle(tx, gameId), actor.id));
      await deleteSeat(tx, seat.id);
      await releaseSeat(tx, battle.id, seat, { ids: deps.ids, at: now });
      await tx.one(sql`select round_step(${battle.id}, ${battle.round.version}, 'open', 'left', ${now})`);
      return { gameId };
    });
    deps.signals.userUpdated(actor.id);
    return done;
  };
}

export function cancel(deps: Deps): AtomicHandler<typeof cancelCasebattle> {
  const game = casebattle(deps);
  return async (ctx, { gameId }) => {
    let players: readonly string[] = [];
    const done = await decideInTransaction(ctx, async (tx) => {
      const battle = orRefuse(admitCreator(await lockBattle(tx, gameId), ctx.actor.id));
      await refundRounds(tx, game, 'cancelled', [battle.round], 'CREATOR', ctx.now);
      players = battle.seats.map((seat) => seat.playerId);
      return { gameId };
    });
    for (const player of players) deps.signals.userUpdated(player);
    return done;
  };
}
