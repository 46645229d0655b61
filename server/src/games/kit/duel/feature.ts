/**
 * A duel as a feature: its calls bound to what they do, its sweeps, facts and invariants. A command reads the request and
 * applies the rule that decides it; the kit locks, loads and writes (kit/items/stake.ts).
 */
import { isStaff } from '@fairpot/contract/wire/permissions';
import type { Deps } from '../../../platform/process/deps.ts';
import {
  onCommand,
  onReplicaQuery,
  type Actor,
  type Binding,
  type CommandHandler,
  type CommandSteps,
  type CommandStepsForSeveral,
  type Feature,
} from '../../../platform/runner/feature.ts';
import { orRefuse, refuse, Refused } from '../../../platform/runner/refused.ts';
import { readBetAssets, orderBet, type BetOffering } from '../../../trades/front.ts';
import { prepareLock } from '../beacon/windows.ts';
import { winnerSteps } from '../choose-winner.ts';
import { roundInvariants } from '../invariants.ts';
import { roundQueries } from '../items/queries.ts';
import { admitItems, loadSteamBet, stakingSteps, type StakeContext } from '../items/stake.ts';
import { roundFacts } from '../items/views.ts';
import { endLost } from '../restore/lost-rounds.ts';
import { lockRoundRow } from '../rounds.ts';
import { scriptedSweep } from '../script.ts';
import { refundRounds } from '../settlement/refund.ts';
import { expireSweep, revealSweep } from '../settlement/sweeps.ts';
import { botStake } from './bots.ts';
import type { DuelCalls } from './calls.ts';
import { otherSide, type Duel, type DuelSide } from './duel.ts';
import { duelViews, type DuelWords } from './present.ts';
import { repriceSweep } from './reprice.ts';
import { admitCreate, admitCreator, admitJoin, type JoinRequest } from './rules.ts';

type AllCalls = Required<DuelCalls<unknown, unknown>>;

export function duelFeature<V, H>(deps: Deps, duel: Duel, calls: DuelCalls<V, H>, words: DuelWords<V, H>): Feature {
  const { views, rows } = duelViews(duel, words);
  const { list, get, history } = roundQueries(duel, { views, rows });
  const { create, join, createSteam, joinSteam } = calls;
  return {
    name: duel.game,
    bindings: [
      onReplicaQuery(calls.list, list),
      onReplicaQuery(calls.get, get),
      onReplicaQuery(calls.history, history),
      onCommand(create, createSteps(deps, duel)),
      onCommand(join, joinSteps(deps, duel)),
      ...(createSteam ? [onCommand(createSteam, createSteamSteps(deps, duel, create))] : []),
      ...(joinSteam ? [onCommand(joinSteam, joinSteamSteps(deps, duel, join))] : []),
      onCommand(calls.cancel, cancel(duel)),
      ...(deps.config.mode === 'demo' ? demoBindings(deps, duel, calls) : []),
    ],
    sweeps: [
      revealSweep(deps, duel),
      ...(calls.setWinner ? [scriptedSweep(deps, duel)] : []),
      expireSweep(deps, duel, duel.expiryMs),
      repriceSweep(deps, duel),
    ],
    presenters: [roundFacts(duel.game, views, deps.clock)],
    invariants: roundInvariants(duel.game),
    afterRestore: { endRounds: endLost(duel) },
  };
}

/**
 * In live no bot may join a duel (rulings 1.5) and staff cannot choose a winner (rulings 1.3): these calls are not even
 * registered.
 */
function demoBindings(deps: Deps, duel: Duel, { callBot, setWinner }: Partial<AllCalls>): Binding[] {
  return [
    ...(callBot ? [onCommand(callBot, callBotSteps(deps, duel))] : []),
    ...(setWinner
      ? [
          onCommand(
            setWinner,
            winnerSteps(deps, duel.game, (request) => request),
          ),
        ]
      : []),
  ];
}

type DuelJoinRequest = JoinRequest & { readonly ids: readonly string[]; readonly gameId: string };
type DuelOpenRequest = Omit<DuelJoinRequest, 'house' | 'gameId'> & { readonly gameId: null };

function openRequest(actor: Actor, side: DuelSide | null, ids: readonly string[]): DuelOpenRequest {
  return { playerId: actor.id, gameId: null, side, ids };
}

function joinRequest(actor: Actor, gameId: string, side: DuelSide | null, ids: readonly string[]): DuelJoinRequest {
  const { id, isBot, status } = actor;
  return { playerId: id, gameId, side, ids, house: isBot || isStaff(status) };
}

function decideOpen({ stake, terms }: StakeContext, { side }: DuelOpenRequest) {
  return { kind: 'open', pick: side, stake: orRefuse(admitCreate(stake, terms)) } as const;
}

function decideJoin(duel: Duel, context: StakeContext, request: DuelJoinRequest) {
  return { kind: 'lock', pick: request.side, ...orRefuse(admitJoin(duel, context, request)) } as const;
}

function createSteps(deps: Deps, duel: Duel): CommandStepsForSeveral<AllCalls['create'], string | null> {
  return stakingSteps(deps, duel, {
    requestOf: ({ actor, input: { inventoryIds, side = null } }) => openRequest(actor, side, inventoryIds),
    decide: decideOpen,
  });
}

/** The step before returns the problem with this node's clock, or null. */
export function joinSteps(deps: Deps, duel: Duel): CommandStepsForSeveral<AllCalls['join'], string | null> {
  return {
    before: () => prepareLock(deps, duel.game),
    ...stakingSteps(deps, duel, {
      requestOf: ({ actor, input: { gameId, side = null, inventoryIds } }) =>
        joinRequest(actor, gameId, side, inventoryIds),
      decide: (context, request) => decideJoin(duel, context, request),
    }),
  };
}

function createSteamSteps(
  deps: Deps,
  duel: Duel,
  call: AllCalls['create'],
): CommandSteps<AllCalls['createSteam'], BetOffering> {
  return {
    before: (ctx, { assetIds }) => readBetAssets(deps, ctx, assetIds),
    run: async (ctx, { assetIds, side }) => {
      const request = openRequest(ctx.actor, side ?? null, assetIds);
      const loaded = await loadSteamBet(ctx.tx, deps, duel, request);
      return orderBet(deps, ctx, (available) => {
        decideOpen({ ...loaded, stake: admitItems(assetIds, available) }, request);
        return { game: duel.game, roundId: null, call, input: { side } };
      });
    },
  };
}

function joinSteamSteps(
  deps: Deps,
  duel: Duel,
  call: AllCalls['join'],
): CommandSteps<AllCalls['joinSteam'], BetOffering> {
  return {
    before: (ctx, { assetIds }) => readBetAssets(deps, ctx, assetIds),
    run: async (ctx, { gameId, side, assetIds }) => {
      const request = joinRequest(ctx.actor, gameId, side ?? null, assetIds);
      const loaded = await loadSteamBet(ctx.tx, deps, duel, request);
      return orderBet(deps, ctx, (available) => {
        const { round } = decideJoin(duel, { ...loaded, stake: admitItems(assetIds, available) }, request);
        return { game: duel.game, roundId: round.id, call, input: { side, gameId } };
      });
    },
  };
}

function cancel(duel: Duel): CommandHandler<AllCalls['cancel']> {
  return async ({ tx, actor, now }, { gameId }) => {
    const round = orRefuse(admitCreator(duel, await lockRoundRow(tx, duel.game, gameId), actor.id));
    await refundRounds(tx, duel, 'cancelled', [round], 'CREATOR', now);
    return { gameId };
  };
}

/** The bot that fits the player's waiting round joins it, as a player would. */
function callBotSteps(deps: Deps, duel: Duel): CommandSteps<AllCalls['callBot'], string | null> {
  const join = joinSteps(deps, duel);
  return {
    before: () => prepareLock(deps, duel.game),
    run: async (ctx, { gameId }) => {
      const { tx, actor, now } = ctx;
      const round = orRefuse(admitCreator(duel, await lockRoundRow(tx, duel.game, gameId), actor.id));
      const creator = round.entries[0];
      const found = creator && (await botStake(tx, creator.cents, duel.joinWindow(creator.cents), now));
      if (!found) return refuse('BOT_UNAVAILABLE');
      const bot = { kind: 'player', id: found.botId, status: 'USER', isBot: true, ageConfirmed: true } as const;
      const input = { gameId, side: otherSide(creator.pick) ?? undefined, inventoryIds: found.itemIds };
      const [answer] = await join.runAll(tx, [{ ...ctx, actor: bot, input }]);
      if (answer === undefined || answer instanceof Refused) throw answer ?? new Refused('UNAVAILABLE');
      return answer;
    },
  };
}
