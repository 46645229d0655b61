/**
 * Commands of coinflip. Create, join and callBot are hot: one load, a pure decision, one write, load and write together with
 * whoever stakes at the same time (decisions 0002 and 0011, desk.ts). Cancel runs in the runner's transaction with the round's row locked.
 */
import {
  COUNTDOWN_MS,
  otherSide,
  type callBot,
  type cancelCoinflip,
  type createCoinflip,
  type joinCoinflip,
} from '@fairpot/contract/coinflip';
import { isStaff } from '@fairpot/contract/permissions';
import type { setCoinflipWinner } from '@fairpot/contract/script';
import type { Deps } from '../../platform/process/deps.ts';
import type { AtomicHandler, CommandHandler } from '../../platform/runner/feature.ts';
import { refuse } from '../../platform/runner/refused.ts';
import { decideAndWrite, STALE, type Plan } from '../kit/decide-and-write.ts';
import { openLeaf } from '../kit/leaves.ts';
import { lookAtClock, requireClock } from '../kit/lock.ts';
import { refundRounds } from '../kit/refund.ts';
import { lockRoundRow, roundById } from '../kit/rounds.ts';
import { orRefuse } from '../kit/ruling.ts';
import { chooseWinner } from '../kit/script.ts';
import { newSecret } from '../kit/secrets.ts';
import { ensureWindow } from '../kit/windows.ts';
import { botStake } from './bots.ts';
import { coinflip } from './coinflip.ts';
import type { Desk } from './desk.ts';
import { coinflipLock } from './lock.ts';
import { admitCreate, admitCreator, admitJoin, type JoinWish } from './rules.ts';
import { joinScriptedSql, type DecidedStake, type Loaded, type StakeAnswer } from './store.ts';

type Hot = Parameters<AtomicHandler<typeof joinCoinflip>>[0];

export function create(deps: Deps, desk: Desk): AtomicHandler<typeof createCoinflip> {
  return (ctx, input) =>
    decideAndWrite(ctx, async (): Promise<Plan<StakeAnswer>> => {
      const loaded = await desk.load({ playerId: ctx.actor.id, ids: input.inventoryIds, gameId: null });
      const stake = orRefuse(admitCreate(input.inventoryIds, loaded.available, loaded.terms));
      const id = deps.ids.next('round');
      const { secret, hash } = newSecret(deps.random, 'coinflip', id);
      const { feeBps } = loaded.terms;
      const leaf = openLeaf({ game: 'coinflip', roundId: id, hash, feeBps, openedAt: ctx.now });
      const entry = { playerId: ctx.actor.id, pseudonym: pseudonymOf(loaded), side: input.side, stake };
      const round = { kind: 'open', id, hash, secret, feeBps, leaf } as const;
      return writtenAt(desk, { receipt: ctx.receipt, response: { gameId: id }, round, entry, at: ctx.now });
    });
}

export function join(deps: Deps, desk: Desk): AtomicHandler<typeof joinCoinflip> {
  return (ctx, { gameId, side, inventoryIds }) =>
    decideAndWrite(ctx, () => {
      const house = ctx.actor.isBot || isStaff(ctx.actor.status);
      return planJoin(deps, desk, ctx, gameId, { playerId: ctx.actor.id, side, ids: inventoryIds, house });
    });
}

/** Loads and decides a join by `wish.playerId`, who is the actor or the bot that the actor called. */
async function planJoin(deps: Deps, desk: Desk, ctx: Hot, gameId: string, wish: JoinWish): Promise<Plan<StakeAnswer>> {
  const trouble = await lookAtClock(deps);
  const loaded = await desk.load({ playerId: wish.playerId, ids: wish.ids, gameId });
  const { round, seal } = loaded;
  const stake = orRefuse(admitJoin(round, wish, loaded.available, loaded.terms));
  if (!round) return refuse('NO_GAME');
  const pseudonym = pseudonymOf(loaded);
  // The time of this try's load, not of the command: the beacon that it names is still in the future at the commit, as a lock
  // that takes more than 4 s to write is undone.
  const { lockedAt: at, loadedAt } = loaded.time;
  const entry = { playerId: wish.playerId, pseudonym, side: wish.side, stake };
  const response = { gameId: round.id };
  if (round.scripted) {
    const dueAt = at + COUNTDOWN_MS;
    return { response, write: joinScriptedSql(ctx.receipt, response, { ...round, dueAt }, entry, at) };
  }
  requireClock(trouble);
  if (seal === null) return { response, write: () => afterWindow(deps) };
  const joiner = { pseudonym, side: wish.side, cents: stake.totalCents };
  const lock = coinflipLock(round, joiner, at, seal, deps.drandChain);
  return writtenAt(desk, {
    ...{ receipt: ctx.receipt, response, entry, at },
    round: { kind: 'lock', id: round.id, version: round.version, loadedAt, ...lock },
  });
}

/** Windows are made ahead; one that is missing all the same (a start, a clock that was set) is made now, and all decided again. */
async function afterWindow(deps: Deps): Promise<typeof STALE> {
  await ensureWindow(deps, 'coinflip');
  return STALE;
}

function writtenAt(desk: Desk, stake: DecidedStake): Plan<StakeAnswer> {
  return { response: stake.response, write: (alone) => (alone ? desk.writeAlone(stake) : desk.write(stake)) };
}

function pseudonymOf(loaded: Loaded): string {
  // A session whose player row is gone: nobody is signed in any more.
  return loaded.pseudonym ?? refuse('SIGNED_OUT');
}

export const cancel: CommandHandler<typeof cancelCoinflip> = async ({ tx, actor, now }, { gameId }) => {
  const round = orRefuse(admitCreator(await lockRoundRow(tx, 'coinflip', gameId), actor.id));
  await refundRounds(tx, coinflip, 'cancelled', [round], 'CREATOR', now);
  return { gameId };
};

/** Demo only: a labelled bot whose items can make a total inside the window joins the actor's own game. */
export function callABot(deps: Deps, desk: Desk): AtomicHandler<typeof callBot> {
  return (ctx, { gameId }) =>
    decideAndWrite(ctx, async () => {
      const round = orRefuse(admitCreator(await roundById(ctx.db, 'coinflip', gameId), ctx.actor.id));
      const creator = round.entries[0];
      const found = creator && (await botStake(ctx.db, creator.cents));
      if (!found) return refuse('BOT_UNAVAILABLE');
      const side = otherSide(creator.pick === 1 ? 1 : 2);
      return planJoin(deps, desk, ctx, gameId, { playerId: found.botId, side, ids: found.itemIds, house: true });
    });
}

/** Demo only: says who wins a waiting game of staff or a house persona. */
export function setWinner(deps: Deps): AtomicHandler<typeof setCoinflipWinner> {
  return (ctx, wish) => chooseWinner(deps, 'coinflip', ctx, wish);
}
