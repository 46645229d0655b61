/**
 * Commands of duels. Create, join and callBot are stakes of items and go over the kit's desk (kit/items): here stands who
 * may make them. Cancel runs in the runner's transaction with the round's row locked.
 */
import { isStaff } from '@fairpot/contract/permissions';
import type { Deps } from '../../../platform/process/deps.ts';
import type { Actor, AtomicHandler, CommandHandler } from '../../../platform/runner/feature.ts';
import { refuse } from '../../../platform/runner/refused.ts';
import type { HotContext } from '../decide-and-write.ts';
import { makeDesk } from '../items/desk.ts';
import { stakeItems } from '../items/stake.ts';
import { betFromSteam } from '../items/steam.ts';
import type { Asked, Loaded } from '../items/store.ts';
import { refundRounds } from '../settlement/refund.ts';
import { lockRoundRow, roundById } from '../rounds.ts';
import { orRefuse } from '../ruling.ts';
import { chooseWinner } from '../script.ts';
import { botStake } from './bots.ts';
import type { DuelCalls } from './calls.ts';
import { otherSide, type Duel, type Side } from './duel.ts';
import { admitCreate, admitCreator, admitJoin, type JoinWish } from './rules.ts';

type Calls = Required<DuelCalls<unknown, unknown>>;

/** A handler for each command of a duel. */
export interface DuelCommands {
  readonly create: AtomicHandler<Calls['create']>;
  readonly join: AtomicHandler<Calls['join']>;
  readonly createSteam: AtomicHandler<Calls['createSteam']>;
  readonly joinSteam: AtomicHandler<Calls['joinSteam']>;
  readonly cancel: CommandHandler<Calls['cancel']>;
  readonly callBot: AtomicHandler<Calls['callBot']>;
  readonly setWinner: AtomicHandler<Calls['setWinner']>;
}

type Wanted = JoinWish & { readonly gameId: string };

export function duelCommands(deps: Deps, duel: Duel, calls: Pick<Calls, 'create' | 'join'>): DuelCommands {
  const counter = { deps, game: duel, desk: makeDesk(deps, duel) };
  const opening = (actor: Actor, ids: readonly string[]) => ({ playerId: actor.id, ids, gameId: null });
  const open =
    (pick: Side | null) =>
    (loaded: Loaded, { ids }: Asked) =>
      ({ kind: 'open', pick, stake: orRefuse(admitCreate(ids, loaded.available, loaded.terms)) }) as const;
  const joining = ({ id, isBot, status }: Actor, gameId: string, side: Side | null, ids: readonly string[]) => ({
    playerId: id,
    gameId,
    side,
    ids,
    house: isBot || isStaff(status),
  });
  const join = ({ round, available, terms }: Loaded, wish: Wanted) => {
    const stake = orRefuse(admitJoin(duel, round, wish, available, terms));
    return { kind: 'lock', round: round ?? refuse('NO_GAME'), pick: wish.side, stake } as const;
  };
  return {
    create: (ctx, { inventoryIds, side = null }) =>
      stakeItems(counter, ctx, () => opening(ctx.actor, inventoryIds), open(side)),
    join: (ctx, { gameId, side = null, inventoryIds }) =>
      stakeItems(counter, ctx, () => joining(ctx.actor, gameId, side, inventoryIds), join),
    createSteam: (ctx, { assetIds, side }) =>
      betFromSteam(counter, ctx, opening(ctx.actor, assetIds), open(side ?? null), () => ({
        call: calls.create,
        input: { side },
      })),
    joinSteam: (ctx, { gameId, side, assetIds }) =>
      betFromSteam(counter, ctx, joining(ctx.actor, gameId, side ?? null, assetIds), join, () => ({
        call: calls.join,
        input: { side, gameId },
      })),
    cancel: async ({ tx, actor, now }, { gameId }) => {
      const round = orRefuse(admitCreator(duel, await lockRoundRow(tx, duel.game, gameId), actor.id));
      await refundRounds(tx, duel, 'cancelled', [round], 'CREATOR', now);
      return { gameId };
    },
    callBot: (ctx, { gameId }) => stakeItems(counter, ctx, () => botFor(duel, ctx, ctx.actor.id, gameId), join),
    setWinner: (ctx, wish) => chooseWinner(deps, duel.game, ctx, wish),
  };
}

/** The bot that fits this player's waiting round, and what it would stake. */
async function botFor(duel: Duel, { db }: HotContext, creatorId: string, gameId: string): Promise<Wanted> {
  const round = orRefuse(admitCreator(duel, await roundById(db, duel.game, gameId), creatorId));
  const creator = round.entries[0];
  const found = creator && (await botStake(db, creator.cents, duel.joinWindow(creator.cents)));
  if (!found) return refuse('BOT_UNAVAILABLE');
  return { playerId: found.botId, gameId, side: otherSide(creator.pick), ids: found.itemIds, house: true };
}
