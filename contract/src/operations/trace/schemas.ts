/** What a server needs of calls.ts: schemas, and who may make the call. */
import { z } from 'zod';
import * as trace from './calls.ts';
import { query } from '../../wire/call.schemas.ts';
import { Game } from '../../fair/schemas.ts';
import { ItemId, RoundId } from '../../wire/ids.schemas.ts';
import { ItemKind, Skin } from '../../inventory/item.schemas.ts';
import { UsdSchema } from '../../wire/money.schemas.ts';
import { TradeId } from '../../trades/schemas.ts';
import { PublicUser } from '../../user/schemas.ts';

/** Movements of an item are numbered in a column of 4 bytes. */
const MOST_VERSION = 2 ** 31 - 1;

/** A real asset at Steam: after a trade it has another id, and for a while another context. */
export const Asset = z.object({ appId: z.number().int(), contextId: z.string(), assetId: z.string() });

/** `user`: who, when `kind` is player. */
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
  /** The round that it was staked in, or left, with its price at the stake. */
  round: z.object({ id: RoundId, game: Game, number: z.number().int(), valueUsd: UsdSchema }).nullable(),
  /** The trade order behind it. `id`, `code` and `offerId` are shown to whose order it is, and to staff. */
  order: z
    .object({
      kind: z.enum(['DEPOSIT', 'WITHDRAWAL']),
      id: TradeId.nullable(),
      code: z.string().nullable(),
      offerId: z.string().nullable(),
      isOwn: z.boolean(),
      /** Name of the site's account at Steam that sent the offer; null: none did, or none is known. */
      bot: z.string().nullable(),
    })
    .nullable(),
  /** What Steam says that the trade moved; null where no trade has moved it. BACK: a trade was reversed. */
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
  /** At its price of now. */
  item: Skin,
  /**
   * AVAILABLE: in a player's inventory; STAKED: in a round; WAITS: for a trade; WITHDRAWN: it is at Steam, out of the site; HOUSE: the house has it;
   * GONE: it went to somebody else, and what became of it there is theirs to know.
   */
  now: z.object({
    place: z.enum(['AVAILABLE', 'STAKED', 'WAITS', 'WITHDRAWN', 'HOUSE', 'GONE']),
    user: PublicUser.nullable(),
    /** Until then Steam lets the trade be taken back that it waits for, or that it left by; null: it does not, or no longer. */
    protectedUntil: z.number().int().nullable(),
  }),
  /** The asset that stands behind it, in the site's Steam account; null: none of its own, or it left. */
  asset: Asset.nullable(),
  /** In the order in which they happened, after the movement `after`. */
  steps: z.array(TraceStep),
  more: z.boolean(),
});
export type ItemTrace = z.infer<typeof ItemTrace>;

export const getItemTrace = query({
  ...trace.getItemTrace,
  summary: 'Where an item came from and where it is: for who has or had it (to where it left them), and for staff',
  permission: 'session',
  input: z.strictObject({ id: ItemId, after: z.coerce.number().int().min(0).max(MOST_VERSION).optional() }),
  output: ItemTrace,
  refusals: ['NOT_FOUND'],
});

export const TRACE_CALLS = [getItemTrace] as const;
