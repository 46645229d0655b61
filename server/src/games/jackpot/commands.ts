/**
 * The command of jackpot: entering the round that is open, over the kit's desk (kit/items). Joins that arrive together are one
 * transaction, in their order; number, timer and room are worked out there (`jackpot_admit`), so that none has to be decided
 * anew because another came first.
 */
import { joinJackpot, type joinJackpotSteam, type setJackpotWinner } from '@fairpot/contract/schemas/jackpot';
import { isStaff } from '@fairpot/contract/permissions';
import type { Deps } from '../../platform/process/deps.ts';
import type { Actor, AtomicHandler } from '../../platform/runner/feature.ts';
import { invariant, refuse } from '../../platform/runner/refused.ts';
import { makeDesk } from '../kit/items/desk.ts';
import { stakeItems } from '../kit/items/stake.ts';
import { betFromSteam } from '../kit/items/steam.ts';
import type { Loaded } from '../kit/items/store.ts';
import { orRefuse } from '../kit/ruling.ts';
import { chooseWinner } from '../kit/script.ts';
import { jackpot } from './jackpot.ts';
import { admitEntry, type EntryWish, type Pot } from './rules.ts';

/** The two ways of entering, over one desk. */
export function joining(deps: Deps): {
  readonly join: AtomicHandler<typeof joinJackpot>;
  readonly joinSteam: AtomicHandler<typeof joinJackpotSteam>;
} {
  const counter = { deps, game: jackpot, desk: makeDesk<Pot>(deps, jackpot) };
  const enter = ({ live, available, terms }: Loaded<Pot>, wish: Omit<EntryWish, 'at'>, at: number) => {
    const { pot, stake } = orRefuse(admitEntry(live, { ...wish, at }, available, terms));
    return { kind: 'enter', round: pot, pick: null, stake } as const;
  };
  /** In live no bot may enter a jackpot (rulings 1.5). `meant`: the round, null for the one that is open. */
  const wishOf = ({ id, isBot, status }: Actor, ids: readonly string[], meant: string | null) =>
    isBot && deps.config.mode !== 'demo'
      ? refuse('FORBIDDEN')
      : { playerId: id, ids, gameId: null, meant, house: isBot || isStaff(status) };
  return {
    join: async (ctx, { inventoryIds, gameId: meant = null }) => {
      const wish = wishOf(ctx.actor, inventoryIds, meant);
      const { response, replayed } = await stakeItems(counter, ctx, () => wish, enter);
      const { gameId, entryNo } = response;
      invariant(entryNo !== undefined, `an entry of ${gameId} has no number`);
      return { response: { gameId, entryNo }, replayed };
    },
    // The round that is open at the order is meant: a later one has other players and other chances.
    joinSteam: (ctx, { assetIds }) =>
      betFromSteam(counter, ctx, wishOf(ctx.actor, assetIds, null), enter, ({ round }) => ({
        call: joinJackpot,
        input: { gameId: round.id },
      })),
  };
}

/** Demo only: says who wins the open round while only staff and house personas are in it. */
export function setWinner(deps: Deps): AtomicHandler<typeof setJackpotWinner> {
  return (ctx, wish) => chooseWinner(deps, 'jackpot', ctx, wish);
}
