/**
 * Commands that undo a waiting battle: leaving a seat, cancelling one's own battle. Both until the last seat is taken (rulings 4).
 */
import type { cancelCasebattle, leaveCasebattle } from '@fairpot/contract/casebattle/schemas';
import type { Deps } from '../../platform/process/deps.ts';
import type { CommandHandler } from '../../platform/runner/feature.ts';
import { stepRounds } from '../kit/open.ts';
import { refundRounds } from '../kit/settlement/refund.ts';
import { orRefuse } from '../../platform/runner/refused.ts';
import { casebattle } from './casebattle.ts';
import { releaseSeat } from './money.ts';
import { admitCreator, admitLeave } from './rules.ts';
import { deleteSeat, lockBattle } from './store.ts';

export function leave(deps: Deps): CommandHandler<typeof leaveCasebattle> {
  return async ({ tx, actor, now, afterCommit }, { gameId }) => {
    const { battle, seat } = orRefuse(admitLeave(await lockBattle(tx, gameId), actor.id));
    await deleteSeat(tx, seat.id);
    await releaseSeat(tx, battle.id, seat, { ids: deps.ids, at: now });
    await stepRounds(tx, 'casebattle', 'left', [{ ...battle.round, at: now }]);
    afterCommit(() => deps.signals.userUpdated(actor.id));
    return { gameId };
  };
}

export function cancel(deps: Deps): CommandHandler<typeof cancelCasebattle> {
  const game = casebattle(deps);
  return async ({ tx, actor, now, afterCommit }, { gameId }) => {
    const battle = orRefuse(admitCreator(await lockBattle(tx, gameId), actor.id));
    await refundRounds(tx, game, 'cancelled', [battle.round], 'CREATOR', now);
    afterCommit(() => battle.seats.forEach((seat) => deps.signals.userUpdated(seat.playerId)));
    return { gameId };
  };
}
