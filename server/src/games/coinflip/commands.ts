/**
 * The commands of coinflip. Each reads the request and applies the rule that decides it; the kit locks, loads and writes
 * (kit/items/stake.ts).
 */
import {
  createCoinflip,
  joinCoinflip,
  type callBot,
  type cancelCoinflip,
  type createCoinflipSteam,
  type joinCoinflipSteam,
  type setCoinflipWinner,
  type Side,
} from '@fairpot/contract/coinflip/schemas';
import { joinWindow } from '@fairpot/contract/coinflip/calls';
import { isStaff } from '@fairpot/contract/wire/permissions';
import type { Deps } from '../../platform/process/deps.ts';
import type { Actor, CommandHandler, CommandSteps, CommandStepsForSeveral } from '../../platform/runner/feature.ts';
import { orRefuse, refuse, Refused } from '../../platform/runner/refused.ts';
import { readBetAssets, orderBet, type BetOffering } from '../../trades/front.ts';
import { prepareLock } from '../kit/beacon/windows.ts';
import { winnerSteps } from '../kit/choose-winner.ts';
import { admitItems, loadSteamBet, stakingSteps, type StakeContext } from '../kit/items/stake.ts';
import { lockRoundRow } from '../kit/rounds.ts';
import { refundRounds } from '../kit/settlement/refund.ts';
import { botStake } from './bots.ts';
import { coinflip } from './coinflip.ts';
import { sideOf } from './present.ts';
import { admitCreate, admitCreator, admitJoin, type JoinRequest } from './rules.ts';

type StakedJoin = JoinRequest & { readonly ids: readonly string[]; readonly gameId: string };
type StakedOpening = Omit<StakedJoin, 'house' | 'gameId'> & { readonly gameId: null };

function openRequest(actor: Actor, side: Side, ids: readonly string[]): StakedOpening {
  return { playerId: actor.id, gameId: null, side, ids };
}

function joinRequest(actor: Actor, gameId: string, side: Side, ids: readonly string[]): StakedJoin {
  const { id, isBot, status } = actor;
  return { playerId: id, gameId, side, ids, house: isBot || isStaff(status) };
}

function decideOpen({ stake, terms }: StakeContext, { side }: StakedOpening) {
  return { kind: 'open', pick: side, stake: orRefuse(admitCreate(stake, terms)) } as const;
}

function decideJoin(context: StakeContext, request: StakedJoin) {
  return { kind: 'lock', pick: request.side, ...orRefuse(admitJoin(context, request)) } as const;
}

export function create(deps: Deps): CommandStepsForSeveral<typeof createCoinflip, string | null> {
  return stakingSteps(deps, coinflip, {
    requestOf: ({ actor, input: { inventoryIds, side } }) => openRequest(actor, side, inventoryIds),
    decide: decideOpen,
  });
}

/** The step before returns the problem with this node's clock, or null. */
export function join(deps: Deps): CommandStepsForSeveral<typeof joinCoinflip, string | null> {
  return {
    before: () => prepareLock(deps, 'coinflip'),
    ...stakingSteps(deps, coinflip, {
      requestOf: ({ actor, input: { gameId, side, inventoryIds } }) => joinRequest(actor, gameId, side, inventoryIds),
      decide: decideJoin,
    }),
  };
}

export function createSteam(deps: Deps): CommandSteps<typeof createCoinflipSteam, BetOffering> {
  return {
    before: (ctx, { assetIds }) => readBetAssets(deps, ctx, assetIds),
    run: async (ctx, { assetIds, side }) => {
      const request = openRequest(ctx.actor, side, assetIds);
      const loaded = await loadSteamBet(ctx.tx, deps, coinflip, request);
      return orderBet(deps, ctx, (available) => {
        decideOpen({ ...loaded, stake: admitItems(assetIds, available) }, request);
        return { game: 'coinflip', roundId: null, call: createCoinflip, input: { side } };
      });
    },
  };
}

export function joinSteam(deps: Deps): CommandSteps<typeof joinCoinflipSteam, BetOffering> {
  return {
    before: (ctx, { assetIds }) => readBetAssets(deps, ctx, assetIds),
    run: async (ctx, { gameId, side, assetIds }) => {
      const request = joinRequest(ctx.actor, gameId, side, assetIds);
      const loaded = await loadSteamBet(ctx.tx, deps, coinflip, request);
      return orderBet(deps, ctx, (available) => {
        const { round } = decideJoin({ ...loaded, stake: admitItems(assetIds, available) }, request);
        return { game: 'coinflip', roundId: round.id, call: joinCoinflip, input: { side, gameId } };
      });
    },
  };
}

export const cancel: CommandHandler<typeof cancelCoinflip> = async ({ tx, actor, now }, { gameId }) => {
  const round = orRefuse(admitCreator(await lockRoundRow(tx, 'coinflip', gameId), actor.id));
  await refundRounds(tx, coinflip, 'cancelled', [round], 'CREATOR', now);
  return { gameId };
};

/** Demo only: the bot that fits the player's waiting round joins it, as a player would. */
export function callBotSteps(deps: Deps): CommandSteps<typeof callBot, string | null> {
  const steps = join(deps);
  return {
    before: () => prepareLock(deps, 'coinflip'),
    run: async (ctx, { gameId }) => {
      const { tx, actor, now } = ctx;
      const round = orRefuse(admitCreator(await lockRoundRow(tx, 'coinflip', gameId), actor.id));
      const creator = round.entries[0];
      const found = creator && (await botStake(tx, creator.cents, joinWindow(creator.cents), now));
      if (!found) return refuse('BOT_UNAVAILABLE');
      const bot = { kind: 'player', id: found.botId, status: 'USER', isBot: true, ageConfirmed: true } as const;
      const side: Side = sideOf(creator) === 1 ? 2 : 1;
      const input = { gameId, side, inventoryIds: [...found.itemIds] };
      const [answer] = await steps.runAll(tx, [{ ...ctx, actor: bot, input }]);
      if (answer === undefined || answer instanceof Refused) throw answer ?? new Refused('UNAVAILABLE');
      return answer;
    },
  };
}

/** Demo only: sets who wins a waiting round of staff or house personas. */
export function setWinner(deps: Deps): CommandSteps<typeof setCoinflipWinner> {
  return winnerSteps(deps, 'coinflip', (request) => request);
}
