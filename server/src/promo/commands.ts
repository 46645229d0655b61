/**
 * Redeeming promo codes, and the staff commands for codes. A use locks the code's row, so uses are counted one after the other; the
 * key of promo_uses ensures that a player uses a code only once.
 */
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import { cents, plainUsd, usd, type Cents } from '@fairpot/contract/wire/money';
import { PROMO_MAX_CENTS } from '@fairpot/contract/promo/calls';
import type {
  activatePromocode,
  approvePromocode,
  createPromocode,
  endPromocode,
} from '@fairpot/contract/promo/schemas';
import { account, paymentPostings, transfer } from '../ledger/ledger.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { Actor, CommandHandler, CommandSteps } from '../platform/runner/feature.ts';
import { getKnown, invariant, refuse } from '../platform/runner/refused.ts';
import { centsOfInput } from '../platform/runner/usd-input.ts';
import type { Tx } from '../platform/database/sql.ts';
import { refuseBlocked } from '../protection/front.ts';
import { mintItems } from '../vault/items.ts';
import { presentSkin, pricedTypes } from '../vault/types.ts';
import { presentPromo } from './present.ts';
import { costOf, newCode, plainCode } from './rules.ts';
import {
  approve,
  countAttempt,
  end,
  hashOf,
  insertPromo,
  insertUse,
  lockByHash,
  lockById,
  promoById,
  wasUsed,
  type PromoRow,
} from './store.ts';

type RedeemedPrize = CallOutput<typeof activatePromocode>;

export function activate(deps: Pick<Deps, 'db' | 'ids' | 'signals'>): CommandSteps<typeof activatePromocode> {
  return {
    // Counted before the transaction: a refused attempt counts as well, and a call that was answered before is no new attempt.
    before: async ({ actor, address }) => {
      if (actor.isBot) refuse('FORBIDDEN');
      const minutes = await countAttempt(deps.db, actor.id, address);
      if (minutes > 0) refuse('PROMOCODE_TRIES', { minutes });
    },
    run: async ({ tx, actor, now, afterCommit }, { code }) => {
      await refuseBlocked(tx, actor.id);
      // Unknown, ended, expired, used up and unapproved codes are all "not found": the answer does not say which.
      const promo = (await lockByHash(tx, hashOf(code))) ?? refuse('PROMOCODE_NOTFOUND');
      if (await wasUsed(tx, promo.id, actor.id)) refuse('PROMOCODE_ACTIVATED');
      if (!isOpen(promo)) refuse('PROMOCODE_NOTFOUND');
      const given = await give(tx, deps.ids, promo, actor, now);
      afterCommit(() => deps.signals.userUpdated(actor.id));
      return given;
    },
  };
}

function isOpen(promo: PromoRow): boolean {
  const approved = !promo.needsApproval || promo.approvedBy !== null;
  return approved && promo.endedBy === null && !promo.isOver && promo.used < promo.uses;
}

async function give(tx: Tx, ids: Deps['ids'], promo: PromoRow, actor: Actor, now: number): Promise<RedeemedPrize> {
  const use = { promoId: promo.id, playerId: actor.id, at: now };
  if (promo.cents !== null) {
    const amount = cents(promo.cents);
    const transferId = await transfer(tx, {
      id: ids.next('transfer'),
      key: `promo:${promo.id}:${actor.id}`,
      code: 'PROMO',
      ref: promo.id,
      at: now,
      postings: paymentPostings(account.bonus, account.cash(actor.id), amount),
    });
    await insertUse(tx, { ...use, transferId, itemId: null });
    return { amountUsd: usd(amount), itemId: null, item: null };
  }
  const itemType = promo.itemType;
  invariant(itemType !== null, `${promo.id} gives nothing`);
  const itemId = ids.next('item');
  const item = { id: itemId, itemType, playerId: actor.id, kind: 'PRIZE_PROMO' as const, origin: `promo:${promo.id}` };
  await mintItems(tx, [item], now);
  await insertUse(tx, { ...use, transferId: null, itemId });
  const type = getKnown(await pricedTypes(tx, [itemType]), itemType);
  return { amountUsd: null, itemId, item: presentSkin(type, type.cents) };
}

/** The maker sees the code once; the database keeps only its hash. */
export function create(deps: Pick<Deps, 'ids' | 'random' | 'config'>): CommandHandler<typeof createPromocode> {
  return async ({ tx, actor, now, act }, input) => {
    const { prize, worth } = await prizeOf(tx, deps.config.mode, input);
    const cost = costOf(worth, input.uses ?? null);
    if (cost.kind === 'too expensive') return refuse('PROMOCODE_TOO_DEAR', { max: plainUsd(cents(PROMO_MAX_CENTS)) });
    const code = newCode((n) => deps.random.bytes(n));
    const id = deps.ids.next('promo');
    const { uses, needsApproval } = cost;
    await insertPromo(tx, {
      ...prize,
      id,
      hash: hashOf(code),
      ending: plainCode(code).slice(-4),
      worthCents: worth,
      uses,
      expiresAt: input.expiresAt ?? null,
      createdAt: now,
      createdBy: actor.id,
      why: input.why,
      needsApproval,
    });
    const details = { worthCents: worth, uses, item: prize.itemType ?? '', waits: needsApproval };
    act({ subject: id, details });
    return { id, code, waiting: needsApproval };
  };
}

type PromoPrize = Pick<PromoRow, 'cents' | 'itemType'>;

async function prizeOf(
  tx: Tx,
  mode: Deps['config']['mode'],
  { amountUsd, itemType }: CallInput<typeof createPromocode>,
): Promise<{ prize: PromoPrize; worth: Cents }> {
  if ((amountUsd === undefined) === (itemType === undefined)) {
    return refuse('BAD_INPUT', { detail: 'a code gives either an amount or an item' });
  }
  if (itemType === undefined) {
    const worth = amountOf(amountUsd ?? 0);
    return { prize: { cents: worth, itemType: null }, worth };
  }
  // A site item is a claim on a real one: in live no item can be created from nothing.
  if (mode !== 'demo') refuse('FORBIDDEN');
  const type = (await pricedTypes(tx, [itemType])).get(itemType) ?? refuse('NO_ITEM_TYPE');
  return { prize: { cents: null, itemType }, worth: type.cents };
}

function amountOf(amountUsd: number): Cents {
  if (amountUsd <= 0) return refuse('BAD_INPUT', { detail: 'amountUsd: more than 0' });
  return centsOfInput('amountUsd', amountUsd);
}

export const approveCode: CommandHandler<typeof approvePromocode> = async ({ tx, actor, act }, { id }) => {
  const promo = (await lockById(tx, id)) ?? refuse('NOT_FOUND');
  if (promo.createdBy === actor.id) refuse('REVIEW_OWN');
  if (promo.needsApproval) await approve(tx, id, actor.id);
  act({ subject: id });
  return presentPromo(tx, await promoById(tx, id));
};

export const endCode: CommandHandler<typeof endPromocode> = async ({ tx, actor, act }, { id, why }) => {
  await lockById(tx, id).then((promo) => promo ?? refuse('NOT_FOUND'));
  await end(tx, id, actor.id, why);
  act({ subject: id });
  return presentPromo(tx, await promoById(tx, id));
};
