/**
 * Commands of duels: read the request and apply the rule that decides it. The kit locks, loads and writes
 * (kit/items/stake.ts).
 */
import { isStaff } from '@fairpot/contract/wire/permissions';
import type { Deps } from '../../../platform/process/deps.ts';
import type {
  Actor,
  CommandHandler,
  CommandSteps,
  CommandStepsForSeveral,
  TransactionContext,
} from '../../../platform/runner/feature.ts';
import { refuse } from '../../../platform/runner/refused.ts';
import { offeredForBet, orderBet, type OfferedForBet } from '../../../trades/front.ts';
import { loadForBet, readyToLock, stakeOne, stakingSteps, type Loaded } from '../items/stake.ts';
import { refundRounds } from '../settlement/refund.ts';
import { lockRoundRow } from '../rounds.ts';
import { orRefuse } from '../ruling.ts';
import { scripting } from '../choose-winner.ts';
import { botStake } from './bots.ts';
import type { DuelCalls } from './calls.ts';
import { otherSide, type Duel, type Side } from './duel.ts';
import { admitCreate, admitCreator, admitJoin, type JoinWish } from './rules.ts';

type Calls = Required<DuelCalls<unknown, unknown>>;
/** The problem with this node's clock, or null. */
type Trouble = string | null;

/** The steps of each duel command. */
export interface DuelCommands {
  readonly create: CommandStepsForSeveral<Calls['create'], Trouble>;
  readonly join: CommandStepsForSeveral<Calls['join'], Trouble>;
  readonly createSteam: CommandSteps<Calls['createSteam'], OfferedForBet>;
  readonly joinSteam: CommandSteps<Calls['joinSteam'], OfferedForBet>;
  readonly cancel: CommandHandler<Calls['cancel']>;
  readonly callBot: CommandSteps<Calls['callBot'], Trouble>;
  readonly setWinner: CommandSteps<Calls['setWinner']>;
}

type Wish = JoinWish & { readonly gameId: string };
type Opening = Omit<JoinWish, 'house'> & { readonly gameId: null };

export function duelCommands(deps: Deps, duel: Duel, calls: Pick<Calls, 'create' | 'join'>): DuelCommands {
  const opening = (actor: Actor, side: Side | null, ids: readonly string[]): Opening => {
    return { playerId: actor.id, gameId: null, side, ids };
  };
  const joining = ({ id, isBot, status }: Actor, gameId: string, side: Side | null, ids: readonly string[]): Wish => {
    return { playerId: id, gameId, side, ids, house: isBot || isStaff(status) };
  };
  const open = ({ available, terms }: Loaded, { ids, side }: Opening) => {
    return { kind: 'open', pick: side, stake: orRefuse(admitCreate(ids, available, terms)) } as const;
  };
  const join = ({ round, available, terms }: Loaded, wish: Wish) => {
    const stake = orRefuse(admitJoin(duel, round, wish, available, terms));
    return { kind: 'lock', round: round ?? refuse('NO_GAME'), pick: wish.side, stake } as const;
  };
  const before = () => readyToLock(deps, duel);
  return {
    create: stakingSteps(deps, duel, {
      wishOf: ({ actor, input: { inventoryIds, side = null } }) => opening(actor, side, inventoryIds),
      decide: open,
    }),
    join: {
      before,
      ...stakingSteps(deps, duel, {
        wishOf: ({ actor, input: { gameId, side = null, inventoryIds } }) => joining(actor, gameId, side, inventoryIds),
        decide: join,
      }),
    },
    createSteam: {
      before: (ctx, { assetIds }) => offeredForBet(deps, ctx, assetIds),
      run: async (ctx, { assetIds, side }) => {
        const wish = opening(ctx.actor, side ?? null, assetIds);
        const loaded = await loadForBet(ctx.tx, deps, duel, wish);
        return orderBet(deps, ctx, (available) => {
          open({ ...loaded, available }, wish);
          return { game: duel.game, roundId: null, call: calls.create, input: { side } };
        });
      },
    },
    joinSteam: {
      before: (ctx, { assetIds }) => offeredForBet(deps, ctx, assetIds),
      run: async (ctx, { gameId, side, assetIds }) => {
        const wish = joining(ctx.actor, gameId, side ?? null, assetIds);
        const loaded = await loadForBet(ctx.tx, deps, duel, wish);
        return orderBet(deps, ctx, (available) => {
          const { round } = join({ ...loaded, available }, wish);
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
      before,
      run: async (ctx, { gameId }) => stakeOne(ctx, deps, duel, await botFor(duel, ctx, gameId), join),
    },
    setWinner: scripting(deps, duel.game, (wish) => wish),
  };
}

/** The bot that fits the player's waiting round, and its stake. */
async function botFor(duel: Duel, { tx, actor, now }: TransactionContext, gameId: string): Promise<Wish> {
  const round = orRefuse(admitCreator(duel, await lockRoundRow(tx, duel.game, gameId), actor.id));
  const creator = round.entries[0];
  const found = creator && (await botStake(tx, creator.cents, duel.joinWindow(creator.cents), now));
  if (!found) return refuse('BOT_UNAVAILABLE');
  return { playerId: found.botId, gameId, side: otherSide(creator.pick), ids: found.itemIds, house: true };
}
