/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as promo from './calls.ts';
import { command, query, StaffReason } from '../wire/call.schemas.ts';
import { idSchema, ItemId, PlayerId } from '../wire/ids.schemas.ts';
import { Skin } from '../inventory/item.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';

const PromoId = idSchema('promo');

/** A code as typed: case, spaces and hyphens are ignored. */
const Typed = z.string().trim().min(1).max(64);

export const Promocode = z.object({
  id: PromoId,
  /** The last four letters: only the creator sees the full code, once. */
  ending: z.string(),
  /** What one use grants: balance, or an item. */
  amountUsd: UsdSchema.nullable(),
  item: Skin.nullable(),
  uses: z.number().int(),
  used: z.number().int(),
  /** All uses together. */
  totalUsd: UsdSchema,
  state: z.enum(['WAITING', 'OPEN', 'USED_UP', 'EXPIRED', 'ENDED']),
  expiresAt: z.number().int().nullable(),
  createdAt: z.number().int(),
  createdBy: PlayerId,
  why: z.string(),
  approvedBy: PlayerId.nullable(),
  endedBy: PlayerId.nullable(),
  endedWhy: z.string().nullable(),
});
export type Promocode = z.infer<typeof Promocode>;

export const activatePromocode = command({
  ...promo.activatePromocode,
  summary: 'Redeem a promo code: balance, or an item that can be withdrawn but not staked',
  permission: 'play',
  input: z.strictObject({ code: Typed }),
  /** `amountUsd` for balance, `itemId` for an item; the other is null. */
  output: z.object({ amountUsd: UsdSchema.nullable(), itemId: ItemId.nullable(), item: Skin.nullable() }),
  refusals: [
    'STAFF_DO_NOT_PLAY',
    'PROMOCODE_NOTFOUND',
    'PROMOCODE_ACTIVATED',
    'PROMOCODE_TRIES',
    'TAKING_BREAK',
    'SELF_EXCLUDED',
    'FORBIDDEN',
  ],
});

export const createPromocode = command({
  ...promo.createPromocode,
  summary: 'Create a promo code; only this response contains it. An expensive one needs a second ADMIN',
  permission: 'admin',
  act: true,
  code: 'fresh',
  input: z.strictObject({
    amountUsd: UsdSchema.optional(),
    /** Slug of an item type, in a demo: on a live site a prize has to be an item that the house owns. */
    itemType: z.string().min(1).max(200).optional(),
    uses: z.number().int().min(1).max(100_000).optional(),
    expiresAt: z.number().int().optional(),
    why: StaffReason,
  }),
  output: z.object({ id: PromoId, code: z.string(), waiting: z.boolean() }),
  refusals: ['PROMOCODE_TOO_DEAR', 'NO_ITEM_TYPE', 'FORBIDDEN'],
});

export const approvePromocode = command({
  ...promo.approvePromocode,
  summary: 'The second ADMIN approves an expensive code',
  permission: 'admin',
  act: true,
  code: 'fresh',
  input: z.strictObject({ id: PromoId, why: StaffReason }),
  output: Promocode,
  refusals: ['REVIEW_OWN', 'NOT_FOUND'],
});

export const endPromocode = command({
  ...promo.endPromocode,
  summary: 'End a promo code; past redemptions stay valid',
  permission: 'admin',
  act: true,
  code: 'fresh',
  input: z.strictObject({ id: PromoId, why: StaffReason }),
  output: Promocode,
  refusals: ['NOT_FOUND'],
});

export const listPromocodes = query({
  ...promo.listPromocodes,
  summary: 'Promo codes, newest first',
  permission: 'admin',
  input: z.strictObject({ before: PromoId.optional() }),
  output: z.array(Promocode),
});
