/** Server side of calls.ts: schemas and permissions. */
import { z } from 'zod';
import * as trace from './calls.ts';
import { query } from '../../wire/call.schemas.ts';
import { ProvableGame } from '../../fair/schemas.ts';
import { ItemId, RoundId } from '../../wire/ids.schemas.ts';
import { ItemKind, Skin } from '../../inventory/item.schemas.ts';
import { UsdSchema } from '../../wire/money.schemas.ts';
import { TradeId } from '../../trades/schemas.ts';
import { PublicUser } from '../../user/schemas.ts';

/** Movement numbers of an item are in a column of 4 bytes. */
const MAX_VERSION = 2 ** 31 - 1;

/** A real asset at Steam: after a trade it has another id, and for a while another context. */
export const Asset = z.object({ appId: z.number().int(), contextId: z.string(), assetId: z.string() });

/** `user`: the player, when `kind` is player. */
const Place = z.object({
  kind: z.enum(['player', 'round', 'house', 'outside']),
  user: PublicUser.nullable(),
});

const TraceStep = z.object({
  /** Number of the movement, from 1. */
  no: z.number().int(),
  at: z.number().int(),
  code: z.enum(trace.MOVE_CODES),
  from: Place,
  to: Place,
  /** The round it was staked in, or left, with its price at the stake. */
  round: z.object({ id: RoundId, game: ProvableGame, number: z.number().int(), valueUsd: UsdSchema }).nullable(),
  /** The trade order behind it. Only the order's player and staff see `id`, `code` and `offerId`. */
  order: z
    .object({
      kind: z.enum(['DEPOSIT', 'WITHDRAWAL']),
      id: TradeId.nullable(),
      code: z.string().nullable(),
      offerId: z.string().nullable(),
      isOwn: z.boolean(),
      /** Name of the site's Steam account that sent the offer; null when there was none, or none is known. */
      bot: z.string().nullable(),
    })
    .nullable(),
  /** What Steam says the trade moved; null when no trade has moved it. BACK: a trade was reversed. */
  trade: z
    .object({ tradeId: z.string(), direction: z.enum(['IN', 'OUT', 'BACK']), before: Asset, after: Asset })
    .nullable(),
  /** The order of a purchase in the marketplace. */
  saleId: z.string().nullable(),
});
export type TraceStep = z.infer<typeof TraceStep>;

export const ItemTrace = z.object({
  id: ItemId,
  type: ItemKind,
  /** At its current price. */
  item: Skin,
  /**
   * AVAILABLE: in a player's inventory; STAKED: in a round; WAITS: for a trade; WITHDRAWN: at Steam, off the site;
   * HOUSE: the house has it; GONE: it went to another player, and only that player can see what became of it.
   */
  now: z.object({
    place: z.enum(['AVAILABLE', 'STAKED', 'WAITS', 'WITHDRAWN', 'HOUSE', 'GONE']),
    user: PublicUser.nullable(),
    /** Until when Steam allows reversing the trade it waits for, or left by; null when it does not, or no longer. */
    protectedUntil: z.number().int().nullable(),
  }),
  /** The asset behind it, in the site's Steam account; null when it has none of its own, or it left. */
  asset: Asset.nullable(),
  /** In chronological order, starting after the movement `after`. */
  steps: z.array(TraceStep),
  more: z.boolean(),
});
export type ItemTrace = z.infer<typeof ItemTrace>;

export const getItemTrace = query({
  ...trace.getItemTrace,
  summary: 'The trace of an item: for players who have or had it (until it left them), and for staff',
  permission: 'session',
  scope: 'read',
  input: z.strictObject({ id: ItemId, after: z.coerce.number().int().min(0).max(MAX_VERSION).optional() }),
  output: ItemTrace,
  refusals: ['NOT_FOUND'],
});
