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
import { orRefuse, refuse } from '../../../platform/runner/refused.ts';
import { readBetAssets, orderBet, type BetOffering } from '../../../trades/front.ts';
import { loadSteamBet, prepareLock, placeStake, stakingSteps, type StakeContext } from '../items/stake.ts';
import { refundRounds } from '../settlement/refund.ts';
import { lockRoundRow } from '../rounds.ts';
import { winnerSteps } from '../choose-winner.ts';
import { botStake } from './bots.ts';
import type { DuelCalls } from './calls.ts';
import { otherSide, type Duel, type DuelSide } from './duel.ts';
import { admitCreate, admitCreator, admitJoin, type JoinRequest } from './rules.ts';

type AllDuelCalls = Required<DuelCalls<unknown, unknown>>;
/** The problem with this node's clock, or null. */
type ClockTrouble = string | null;

/** The steps of each duel command. */
export interface DuelCommands {
  readonly create: CommandStepsForSeveral<AllDuelCalls['create'], ClockTrouble>;
  readonly join: CommandStepsForSeveral<AllDuelCalls['join'], ClockTrouble>;
  readonly createSteam: CommandSteps<AllDuelCalls['createSteam'], BetOffering>;
  readonly joinSteam: CommandSteps<AllDuelCalls['joinSteam'], BetOffering>;
  readonly cancel: CommandHandler<AllDuelCalls['cancel']>;
  readonly callBot: CommandSteps<AllDuelCalls['callBot'], ClockTrouble>;
  readonly setWinner: CommandSteps<AllDuelCalls['setWinner']>;
}

type DuelJoinRequest = JoinRequest & { readonly gameId: string };
type DuelOpenRequest = Omit<JoinRequest, 'house'> & { readonly gameId: null };

export function duelCommands(deps: Deps, duel: Duel, calls: Pick<AllDuelCalls, 'create' | 'join'>): DuelCommands {
  const opening = (actor: Actor, side: DuelSide | null, ids: readonly string[]): DuelOpenRequest => {
    return { playerId: actor.id, gameId: null, side, ids };
  };
  const joining = (
    { id, isBot, status }: Actor,
    gameId: string,
    side: DuelSide | null,
    ids: readonly string[],
  ): DuelJoinRequest => {
    return { playerId: id, gameId, side, ids, house: isBot || isStaff(status) };
  };
  const open = ({ available, terms }: StakeContext, { ids, side }: DuelOpenRequest) => {
    return { kind: 'open', pick: side, stake: orRefuse(admitCreate(ids, available, terms)) } as const;
  };
  const join = ({ round, available, terms, stakedNow }: StakeContext, request: DuelJoinRequest) => {
    const stake = orRefuse(admitJoin(duel, round, request, available, { ...terms, creatorNow: stakedNow }));
    return { kind: 'lock', round: round ?? refuse('NO_GAME'), pick: request.side, stake } as const;
  };
  const before = () => prepareLock(deps, duel);
  return {
    create: stakingSteps(deps, duel, {
      requestOf: ({ actor, input: { inventoryIds, side = null } }) => opening(actor, side, inventoryIds),
      decide: open,
    }),
    join: {
      before,
      ...stakingSteps(deps, duel, {
        requestOf: ({ actor, input: { gameId, side = null, inventoryIds } }) =>
          joining(actor, gameId, side, inventoryIds),
        decide: join,
      }),
    },
    createSteam: {
      before: (ctx, { assetIds }) => readBetAssets(deps, ctx, assetIds),
      run: async (ctx, { assetIds, side }) => {
        const request = opening(ctx.actor, side ?? null, assetIds);
        const loaded = await loadSteamBet(ctx.tx, deps, duel, request);
        return orderBet(deps, ctx, (available) => {
          open({ ...loaded, available }, request);
          return { game: duel.game, roundId: null, call: calls.create, input: { side } };
        });
      },
    },
    joinSteam: {
      before: (ctx, { assetIds }) => readBetAssets(deps, ctx, assetIds),
      run: async (ctx, { gameId, side, assetIds }) => {
        const request = joining(ctx.actor, gameId, side ?? null, assetIds);
        const loaded = await loadSteamBet(ctx.tx, deps, duel, request);
        return orderBet(deps, ctx, (available) => {
          const { round } = join({ ...loaded, available }, request);
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
      run: async (ctx, { gameId }) => placeStake(ctx, deps, duel, await botFor(duel, ctx, gameId), join),
    },
    setWinner: winnerSteps(deps, duel.game, (request) => request),
  };
}

/** The bot that fits the player's waiting round, and its stake. */
async function botFor(duel: Duel, { tx, actor, now }: TransactionContext, gameId: string): Promise<DuelJoinRequest> {
  const round = orRefuse(admitCreator(duel, await lockRoundRow(tx, duel.game, gameId), actor.id));
  const creator = round.entries[0];
  const found = creator && (await botStake(tx, creator.cents, duel.joinWindow(creator.cents), now));
  if (!found) return refuse('BOT_UNAVAILABLE');
  return { playerId: found.botId, gameId, side: otherSide(creator.pick), ids: found.itemIds, house: true };
}
