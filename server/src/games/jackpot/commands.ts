/**
 * The command of jackpot: entering the round that is open. Hot: one load, a pure decision, one writing statement (decision
 * 0002). Entries of one round wait for each other inside that statement only, and none has to be decided anew because
 * another came first: number, timer and room are worked out under the row lock. Batching many joins into one transaction
 * would be `jackpot_hold` once and `jackpot_enter` for each.
 */
import type { joinJackpot } from '@fairpot/contract/jackpot';
import { isStaff } from '@fairpot/contract/permissions';
import type { setJackpotWinner } from '@fairpot/contract/script';
import type { Deps } from '../../platform/process/deps.ts';
import type { AtomicHandler } from '../../platform/runner/feature.ts';
import { refuse } from '../../platform/runner/refused.ts';
import { decideAndWrite, type Plan } from '../kit/decide-and-write.ts';
import { orRefuse } from '../kit/ruling.ts';
import { lookAtClock, requireClock } from '../kit/lock.ts';
import { chooseWinner } from '../kit/script.ts';
import { admitEntry } from './rules.ts';
import { joinSql, loadForJoin, scriptSql } from './store.ts';

interface Answer {
  readonly gameId: string;
  readonly entryNo: number;
}

export function join(deps: Deps): AtomicHandler<typeof joinJackpot> {
  return (ctx, { inventoryIds }) => {
    const playerId = ctx.actor.id;
    const house = ctx.actor.isBot || isStaff(ctx.actor.status);
    // In live no bot may enter a jackpot (rulings 1.5).
    if (ctx.actor.isBot && deps.config.mode !== 'demo') return refuse('FORBIDDEN');
    return decideAndWrite(ctx, async (): Promise<Plan<Answer>> => {
      const trouble = await lookAtClock(deps);
      const { pot, pseudonym, available, terms } = await loadForJoin(ctx.db, playerId, inventoryIds);
      // The time of this try: the deadline is held against the moment at which the entry is written down.
      const at = deps.clock.now();
      const admitted = orRefuse(admitEntry(pot, { playerId, ids: inventoryIds, house, at }, available, terms));
      requireClock(trouble);
      // A session whose player row is gone: nobody is signed in any more.
      const entry = { playerId, pseudonym: pseudonym ?? refuse('SIGNED_OUT'), stake: admitted.stake };
      return { response: null, write: joinSql(ctx.receipt, admitted.pot, entry, at) };
    });
  };
}

/** Demo only: says who wins the open round while only staff and house personas are in it. */
export function setWinner(deps: Deps): AtomicHandler<typeof setJackpotWinner> {
  return (ctx, wish) => chooseWinner(deps, 'jackpot', ctx, wish, { statement: scriptSql });
}
