/**
 * The command of jackpot: entering the round that is open, over the kit's desk (kit/items). Joins that arrive together are one
 * transaction, in their order; number, timer and room are worked out there (`jackpot_admit`), so that none has to be decided
 * anew because another came first.
 */
import type { joinJackpot, setJackpotWinner } from '@fairpot/contract/schemas/jackpot';
import { isStaff } from '@fairpot/contract/permissions';
import type { Deps } from '../../platform/process/deps.ts';
import type { AtomicHandler } from '../../platform/runner/feature.ts';
import { invariant, refuse } from '../../platform/runner/refused.ts';
import { makeDesk } from '../kit/items/desk.ts';
import { stakeItems } from '../kit/items/stake.ts';
import { orRefuse } from '../kit/ruling.ts';
import { chooseWinner } from '../kit/script.ts';
import { jackpot } from './jackpot.ts';
import { admitEntry, type Pot } from './rules.ts';

export function join(deps: Deps): AtomicHandler<typeof joinJackpot> {
  const counter = { deps, game: jackpot, desk: makeDesk<Pot>(deps, jackpot) };
  return async (ctx, { inventoryIds: ids }) => {
    const playerId = ctx.actor.id;
    const house = ctx.actor.isBot || isStaff(ctx.actor.status);
    // In live no bot may enter a jackpot (rulings 1.5).
    if (ctx.actor.isBot && deps.config.mode !== 'demo') return refuse('FORBIDDEN');
    const { response, replayed } = await stakeItems(
      counter,
      ctx,
      () => ({ playerId, ids, gameId: null }),
      ({ live, available, terms }, _asked, at) => {
        const { pot, stake } = orRefuse(admitEntry(live, { playerId, ids, house, at }, available, terms));
        return { kind: 'enter', round: pot, pick: null, stake };
      },
    );
    const { gameId, entryNo } = response;
    invariant(entryNo !== undefined, `an entry of ${gameId} has no number`);
    return { response: { gameId, entryNo }, replayed };
  };
}

/** Demo only: says who wins the open round while only staff and house personas are in it. */
export function setWinner(deps: Deps): AtomicHandler<typeof setJackpotWinner> {
  return (ctx, wish) => chooseWinner(deps, 'jackpot', ctx, wish);
}
