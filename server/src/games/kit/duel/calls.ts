/** The calls of a duel in the contract. Names, paths and texts are the game's; the shapes are these. */
import type { Command } from '@fairpot/contract/wire/call.schemas';
import type { Ordered } from '@fairpot/contract/trades/schemas';
import type { z } from 'zod';
import type { RoundQueries } from '../items/queries.ts';
import type { Side } from './duel.ts';

/** Only in a duel with sides: `side`. */
export interface CreateWish {
  readonly inventoryIds: readonly string[];
  readonly side?: Side | undefined;
}
export interface JoinCallWish extends CreateWish {
  readonly gameId: string;
}
/** The same calls, with items of the Steam inventory. */
export interface SteamCreateWish {
  readonly assetIds: readonly string[];
  readonly side?: Side | undefined;
}
export interface SteamJoinWish extends SteamCreateWish {
  readonly gameId: string;
}
interface OneRound {
  readonly gameId: string;
}

type Answered<I, O> = Command<z.ZodType<I>, z.ZodType<O>>;

/** `V`: the view of a round; `H`: its row in the history. */
export interface DuelCalls<V, H> extends RoundQueries<V, H> {
  readonly create: Answered<CreateWish, OneRound>;
  readonly join: Answered<JoinCallWish, OneRound>;
  /** Bets from Steam: a trade first, then `create` or `join` as the player. */
  readonly createSteam?: Answered<SteamCreateWish, Ordered>;
  readonly joinSteam?: Answered<SteamJoinWish, Ordered>;
  readonly cancel: Answered<OneRound, OneRound>;
  /** Demo only: a labelled bot joins the caller's own round. */
  readonly callBot?: Answered<OneRound, OneRound>;
  /** Demo only: staff choose who wins a waiting round of staff or house personas. */
  readonly setWinner?: Answered<OneRound & { readonly userId: string }, OneRound & { readonly userId: string }>;
}
