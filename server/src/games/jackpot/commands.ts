/**
 * The command of jackpot: entering the round that is open. Joins take turns: each decides on the pot as the one before
 * left it, and writes its entry.
 */
import { joinJackpot, type joinJackpotSteam, type setJackpotWinner } from '@fairpot/contract/schemas/jackpot';
import { isStaff } from '@fairpot/contract/permissions';
import type { Deps } from '../../platform/process/deps.ts';
import type { Actor, CommandSteps } from '../../platform/runner/feature.ts';
import { refuse } from '../../platform/runner/refused.ts';
import { offeredForBet, orderBet, type OfferedForBet } from '../../trades/front.ts';
import type { Tx } from '../../platform/database/sql.ts';
import { scripting } from '../kit/choose-winner.ts';
import { enterWithStake, readyToLock } from '../kit/items/stake.ts';
import { loadStake } from '../kit/items/store.ts';
import { takeTurn } from '../kit/rounds.ts';
import { orRefuse } from '../kit/ruling.ts';
import { jackpot } from './jackpot.ts';
import { admitEntry, potAfter, type EntryWish } from './rules.ts';
import { currentPot, writePot } from './store.ts';

type Wish = Omit<EntryWish, 'at'>;

/** In live no bot may enter a jackpot (rulings 1.5). `meant`: the round, null for the one that is open. */
function wishOf({ config }: Pick<Deps, 'config'>, actor: Actor, ids: readonly string[], meant: string | null): Wish {
  const { id: playerId, isBot, status } = actor;
  if (isBot && config.mode !== 'demo') return refuse('FORBIDDEN');
  return { playerId, ids, meant, house: isBot || isStaff(status) };
}

/** Takes the game's turn, and loads what the stake is decided on. */
async function load(tx: Tx, deps: Deps, playerId: string, ids: readonly string[]) {
  const [, loaded, pot] = await Promise.all([
    takeTurn(tx, 'jackpot'),
    loadStake(tx, deps, jackpot, { playerId, ids, gameId: null }),
    currentPot(tx),
  ]);
  return { loaded, pot: pot ?? null };
}

export function join(deps: Deps): CommandSteps<typeof joinJackpot, string | null> {
  return {
    before: () => readyToLock(deps, jackpot),
    run: async ({ tx, actor, now: at, before: trouble }, { inventoryIds, gameId: meant = null }) => {
      const wish = wishOf(deps, actor, inventoryIds, meant);
      const { loaded, pot: current } = await load(tx, deps, actor.id, inventoryIds);
      const { pot, stake } = orRefuse(admitEntry(current, { ...wish, at }, loaded.available, loaded.terms));
      const after = potAfter(pot, { playerId: actor.id, cents: stake.totalCents, at });
      const admitted = { playerId: actor.id, pick: null, stake };
      const [answer] = await Promise.all([
        enterWithStake({ tx, deps, game: jackpot, loaded }, pot, after.entries, admitted, { trouble, at }),
        writePot(tx, after),
      ]);
      return answer;
    },
  };
}

/** The round that is open at the order is meant: a later one has other players and other chances. */
export function joinSteam(deps: Deps): CommandSteps<typeof joinJackpotSteam, OfferedForBet> {
  return {
    before: (ctx, { assetIds }) => offeredForBet(deps, ctx, assetIds),
    run: async (ctx, { assetIds }) => {
      const wish = wishOf(deps, ctx.actor, assetIds, null);
      const { loaded, pot: current } = await load(ctx.tx, deps, ctx.actor.id, []);
      return orderBet(deps, ctx, (available) => {
        const { pot } = orRefuse(admitEntry(current, { ...wish, at: ctx.now }, available, loaded.terms));
        return { game: 'jackpot', roundId: pot.id, call: joinJackpot, input: { gameId: pot.id } };
      });
    },
  };
}

/** Demo only: says who wins the open round while only staff and house personas are in it. */
export function setWinner(deps: Deps): CommandSteps<typeof setJackpotWinner> {
  return scripting(deps, 'jackpot', (wish) => wish);
}
