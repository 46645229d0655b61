/**
 * Commands of duels: lock and load (kit/items/store.ts), decide (rules.ts), write (kit/items/stake.ts), all in the runner's
 * transaction.
 */
import { isStaff } from '@fairpot/contract/permissions';
import type { Deps } from '../../../platform/process/deps.ts';
import type { Actor, CommandHandler, CommandSteps, TransactionContext } from '../../../platform/runner/feature.ts';
import { refuse } from '../../../platform/runner/refused.ts';
import { offeredForBet, orderBet, type OfferedForBet } from '../../../trades/front.ts';
import type { Tx } from '../../../platform/database/sql.ts';
import { lockWithStake, openWithStake, readyToLock } from '../items/stake.ts';
import { loadStake, type Loaded } from '../items/store.ts';
import { refundRounds } from '../settlement/refund.ts';
import { lockRoundRow } from '../rounds.ts';
import { orRefuse } from '../ruling.ts';
import { scripting } from '../choose-winner.ts';
import { botStake } from './bots.ts';
import type { DuelCalls } from './calls.ts';
import { otherSide, type Duel, type Side } from './duel.ts';
import { admitCreate, admitCreator, admitJoin, type JoinWish } from './rules.ts';

type Calls = Required<DuelCalls<unknown, unknown>>;
/** What is wrong with this node's clock, or null. */
type Trouble = string | null;

/** A handler for each command of a duel. */
export interface DuelCommands {
  readonly create: CommandHandler<Calls['create']>;
  readonly join: CommandSteps<Calls['join'], Trouble>;
  readonly createSteam: CommandSteps<Calls['createSteam'], OfferedForBet>;
  readonly joinSteam: CommandSteps<Calls['joinSteam'], OfferedForBet>;
  readonly cancel: CommandHandler<Calls['cancel']>;
  readonly callBot: CommandSteps<Calls['callBot'], Trouble>;
  readonly setWinner: CommandSteps<Calls['setWinner']>;
}

type Wish = JoinWish & { readonly gameId: string };

export function duelCommands(deps: Deps, duel: Duel, calls: Pick<Calls, 'create' | 'join'>): DuelCommands {
  const wishOf = ({ id, isBot, status }: Actor, gameId: string, side: Side | null, ids: readonly string[]): Wish => {
    return { playerId: id, gameId, side, ids, house: isBot || isStaff(status) };
  };
  const admitted = ({ round, available, terms }: Loaded, wish: Wish) => {
    const stake = orRefuse(admitJoin(duel, round, wish, available, terms));
    return { round: round ?? refuse('NO_GAME'), stake };
  };
  const join = async ({ tx, before: trouble }: { readonly tx: Tx; readonly before: Trouble }, wish: Wish) => {
    const loaded = await loadStake(tx, deps, duel, wish);
    const { round, stake } = admitted(loaded, wish);
    const { playerId, side: pick } = wish;
    return lockWithStake({ tx, deps, game: duel, loaded }, round, { playerId, pick, stake }, trouble);
  };
  return {
    create: async ({ tx, actor: { id: playerId }, now }, { inventoryIds: ids, side = null }) => {
      const loaded = await loadStake(tx, deps, duel, { playerId, ids, gameId: null });
      const stake = orRefuse(admitCreate(ids, loaded.available, loaded.terms));
      return openWithStake({ tx, deps, game: duel, loaded }, { playerId, pick: side, stake }, now);
    },
    join: {
      before: () => readyToLock(deps, duel),
      run: (ctx, { gameId, side = null, inventoryIds }) => join(ctx, wishOf(ctx.actor, gameId, side, inventoryIds)),
    },
    createSteam: {
      before: (ctx, { assetIds }) => offeredForBet(deps, ctx, assetIds),
      run: async (ctx, { assetIds, side }) => {
        const loaded = await loadStake(ctx.tx, deps, duel, { playerId: ctx.actor.id, ids: [], gameId: null });
        return orderBet(deps, ctx, (available) => {
          orRefuse(admitCreate(assetIds, available, loaded.terms));
          return { game: duel.game, roundId: null, call: calls.create, input: { side } };
        });
      },
    },
    joinSteam: {
      before: (ctx, { assetIds }) => offeredForBet(deps, ctx, assetIds),
      run: async (ctx, { gameId, side, assetIds }) => {
        const loaded = await loadStake(ctx.tx, deps, duel, { playerId: ctx.actor.id, ids: [], gameId });
        return orderBet(deps, ctx, (available) => {
          const { round } = admitted({ ...loaded, available }, wishOf(ctx.actor, gameId, side ?? null, assetIds));
          return { game: duel.game, roundId: round.id, call: calls.join, input: { side, gameId } };
        });
      },
    },
    cancel: async ({ tx, actor, now }, { gameId }) => {
      const round = orRefuse(admitCreator(duel, await lockRoundRow(tx, duel.game, gameId), actor.id));
      await refundRounds(tx, duel, 'cancelled', [round], 'CREATOR', now);
      return { gameId };
    },
    callBot: {
      before: () => readyToLock(deps, duel),
      run: async (ctx, { gameId }) => join(ctx, await botFor(duel, ctx, gameId)),
    },
    setWinner: scripting(deps, duel.game, (wish) => wish),
  };
}

/** The bot that fits this player's waiting round, and what it stakes. */
async function botFor(duel: Duel, { tx, actor }: TransactionContext, gameId: string): Promise<Wish> {
  const round = orRefuse(admitCreator(duel, await lockRoundRow(tx, duel.game, gameId), actor.id));
  const creator = round.entries[0];
  const found = creator && (await botStake(tx, creator.cents, duel.joinWindow(creator.cents)));
  if (!found) return refuse('BOT_UNAVAILABLE');
  return { playerId: found.botId, gameId, side: otherSide(creator.pick), ids: found.itemIds, house: true };
}
