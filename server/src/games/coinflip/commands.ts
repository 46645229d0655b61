/**
 * Commands of coinflip. Create, join and callBot are stakes of items and go over the kit's desk (kit/items): here stands who
 * may make them. Cancel runs in the runner's transaction with the round's row locked.
 */
import { otherSide } from '@fairpot/contract/coinflip';
import type {
  callBot,
  cancelCoinflip,
  createCoinflip,
  joinCoinflip,
  setCoinflipWinner,
} from '@fairpot/contract/schemas/coinflip';
import { isStaff } from '@fairpot/contract/permissions';
import type { Deps } from '../../platform/process/deps.ts';
import type { AtomicHandler, CommandHandler } from '../../platform/runner/feature.ts';
import { refuse } from '../../platform/runner/refused.ts';
import type { HotContext } from '../kit/decide-and-write.ts';
import { makeDesk } from '../kit/items/desk.ts';
import { stakeItems } from '../kit/items/stake.ts';
import { refundRounds } from '../kit/refund.ts';
import { lockRoundRow, roundById } from '../kit/rounds.ts';
import { orRefuse } from '../kit/ruling.ts';
import { chooseWinner } from '../kit/script.ts';
import { botStake } from './bots.ts';
import { coinflip } from './coinflip.ts';
import { admitCreate, admitCreator, admitJoin, type JoinWish } from './rules.ts';

export interface CoinflipCommands {
  readonly create: AtomicHandler<typeof createCoinflip>;
  readonly join: AtomicHandler<typeof joinCoinflip>;
  /** Demo only: a labelled bot whose items can make a total inside the window joins the actor's own game. */
  readonly callABot: AtomicHandler<typeof callBot>;
  /** Demo only: says who wins a waiting game of staff or a house persona. */
  readonly setWinner: AtomicHandler<typeof setCoinflipWinner>;
}

type Wanted = JoinWish & { readonly gameId: string };

export function coinflipCommands(deps: Deps): CoinflipCommands {
  const counter = { deps, game: coinflip, desk: makeDesk(deps, coinflip) };
  const joining = (ctx: HotContext, ask: () => Wanted | Promise<Wanted>) =>
    stakeItems(counter, ctx, ask, ({ round, available, terms }, wish) => {
      const stake = orRefuse(admitJoin(round, wish, available, terms));
      return { kind: 'lock', round: round ?? refuse('NO_GAME'), pick: wish.side, stake };
    });
  return {
    create: (ctx, { inventoryIds: ids, side: pick }) =>
      stakeItems(
        counter,
        ctx,
        () => ({ playerId: ctx.actor.id, ids, gameId: null }),
        ({ available, terms }) => ({ kind: 'open', pick, stake: orRefuse(admitCreate(ids, available, terms)) }),
      ),
    join: (ctx, { gameId, side, inventoryIds: ids }) => {
      const house = ctx.actor.isBot || isStaff(ctx.actor.status);
      return joining(ctx, () => ({ playerId: ctx.actor.id, gameId, side, ids, house }));
    },
    callABot: (ctx, { gameId }) => joining(ctx, () => botFor(ctx, ctx.actor.id, gameId)),
    setWinner: (ctx, wish) => chooseWinner(deps, 'coinflip', ctx, wish),
  };
}

/** The bot that fits this player's waiting game, and what it would stake. */
async function botFor({ db }: HotContext, creatorId: string, gameId: string): Promise<Wanted> {
  const round = orRefuse(admitCreator(await roundById(db, 'coinflip', gameId), creatorId));
  const creator = round.entries[0];
  const found = creator && (await botStake(db, creator.cents));
  if (!found) return refuse('BOT_UNAVAILABLE');
  const side = otherSide(creator.pick === 1 ? 1 : 2);
  return { playerId: found.botId, gameId, side, ids: found.itemIds, house: true };
}

export const cancel: CommandHandler<typeof cancelCoinflip> = async ({ tx, actor, now }, { gameId }) => {
  const round = orRefuse(admitCreator(await lockRoundRow(tx, 'coinflip', gameId), actor.id));
  await refundRounds(tx, coinflip, 'cancelled', [round], 'CREATOR', now);
  return { gameId };
};
