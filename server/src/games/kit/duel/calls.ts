/** The calls of a duel in the contract. Names, paths and texts are the game's; the shapes are these. */
import type { Command } from '@fairpot/contract/wire/call.schemas';
import type { PlacedOrder } from '@fairpot/contract/trades/schemas';
import type { z } from 'zod';
import type { RoundQueries } from '../items/queries.ts';
import type { DuelSide } from './duel.ts';

/** Only in a duel with sides: `side`. */
export interface CreateCallRequest {
  readonly inventoryIds: readonly string[];
  readonly side?: DuelSide | undefined;
}
export interface JoinCallRequest extends CreateCallRequest {
  readonly gameId: string;
}
/** The same calls, with items of the Steam inventory. */
export interface SteamCreateRequest {
  readonly assetIds: readonly string[];
  readonly side?: DuelSide | undefined;
}
export interface SteamJoinRequest extends SteamCreateRequest {
  readonly gameId: string;
}
interface RoundAnswer {
  readonly gameId: string;
}

type DuelCall<I, O> = Command<z.ZodType<I>, z.ZodType<O>>;

/** `V`: the view of a round; `H`: its row in the history. */
export interface DuelCalls<V, H> extends RoundQueries<V, H> {
  readonly create: DuelCall<CreateCallRequest, RoundAnswer>;
  readonly join: DuelCall<JoinCallRequest, RoundAnswer>;
  /** Bets from Steam: a trade first, then `create` or `join` as the player. */
  readonly createSteam?: DuelCall<SteamCreateRequest, PlacedOrder>;
  readonly joinSteam?: DuelCall<SteamJoinRequest, PlacedOrder>;
  readonly cancel: DuelCall<RoundAnswer, RoundAnswer>;
  /** Demo only: a labelled bot joins the caller's own round. */
  readonly callBot?: DuelCall<RoundAnswer, RoundAnswer>;
  /** Demo only: staff choose who wins a waiting round of staff or house personas. */
  readonly setWinner?: DuelCall<RoundAnswer & { readonly userId: string }, RoundAnswer & { readonly userId: string }>;
}
