/**
 * Balance adjustments, to correct a mistake of the site. One staff member requests, another approves, and one transfer between the house
 * and the player moves the money; it appears in the player's history. Never for one's own account, staff or a persona.
 */
import { cents, plainUsd, usd, type Cents } from '@fairpot/contract/wire/money';
import { DAY_MS, OPERATIONS_PAGE } from '@fairpot/contract/operations/calls';
import type {
  Adjustment,
  AdjustmentFact,
  approveAdjustment,
  proposeAdjustment,
  listAdjustments,
  refuseAdjustment,
} from '@fairpot/contract/operations/schemas';
import { findPublicUser, publicUsers } from '../../accounts/front.ts';
import { account, paymentPostings, transfer } from '../../ledger/ledger.ts';
import type { Db, Tx } from '../../platform/database/sql.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { CommandHandler, NewFact, QueryHandler } from '../../platform/runner/feature.ts';
import { getKnown, invariant, refuse } from '../../platform/runner/refused.ts';
import { centsOfInput } from '../../platform/runner/usd-input.ts';
import { readSettings, SITE_SETTINGS } from '../../platform/runner/settings.ts';
import {
  addToDay,
  adjustedOn,
  adjustmentsBefore,
  decide,
  insertAdjustment,
  lockAdjustment,
  type AdjustmentRow,
} from './store.ts';

export function requestAdjustment(deps: Pick<Deps, 'ids'>): CommandHandler<typeof proposeAdjustment> {
  return async ({ tx, actor, now, act }, { userId, amountUsd, why }) => {
    const sum = exactCents(amountUsd);
    await refuseWrongPlayer(tx, actor.id, userId);
    await refuseTooMuch(tx, sum);
    const id = deps.ids.next('adjustment');
    const row = await insertAdjustment(tx, { id, playerId: userId, cents: sum, why, askedBy: actor.id, askedAt: now });
    act({ playerId: userId, subject: id, details: { amountUsd } });
    return presentOne(tx, row);
  };
}

export function approveRequest(deps: Pick<Deps, 'ids'>): CommandHandler<typeof approveAdjustment> {
  return async ({ tx, actor, now, emit, act }, { id, why }) => {
    const row = await lockOpenRequest(tx, id);
    if (row.askedBy === actor.id) refuse('ADJUST_TWICE');
    // Checked again: the player may have joined the staff since the request, and the limit may be lower.
    await refuseWrongPlayer(tx, actor.id, row.playerId);
    await refuseTooMuch(tx, row.cents);
    await countIntoDay(tx, row.cents, now);
    const transferId = await transfer(tx, {
      id: deps.ids.next('transfer'),
      key: `adjustment:${id}`,
      code: 'ADJUSTMENT',
      ref: id,
      at: now,
      postings: paymentPostings(account.house, account.cash(row.playerId), row.cents),
    });
    const done = await decide(tx, { id, by: actor.id, at: now, why, transferId });
    act({ playerId: row.playerId, subject: id, details: { amountUsd: signedUsd(row.cents), askedBy: row.askedBy } });
    emit(adjustmentFact(done));
    return presentOne(tx, done);
  };
}

export const refuseRequest: CommandHandler<typeof refuseAdjustment> = async ({ tx, actor, now, act }, { id, why }) => {
  const row = await lockOpenRequest(tx, id);
  if (row.playerId === actor.id) refuse('ADJUST_OWN');
  act({ playerId: row.playerId, subject: id, details: { amountUsd: signedUsd(row.cents), askedBy: row.askedBy } });
  return presentOne(tx, await decide(tx, { id, by: actor.id, at: now, why, transferId: null }));
};

export const list: QueryHandler<typeof listAdjustments> = async ({ db, now }, { open, before }) => {
  const which = { open: open === 'true', before: before ?? null };
  const [rows, settings, done] = await Promise.all([
    adjustmentsBefore(db, which, OPERATIONS_PAGE + 1),
    readSettings(db, SITE_SETTINGS),
    adjustedOn(db, dayOf(now)),
  ]);
  const page = rows.slice(0, OPERATIONS_PAGE);
  return {
    adjustments: await present(db, page),
    next: rows.length > OPERATIONS_PAGE ? (page.at(-1)?.id ?? null) : null,
    mostUsd: usd(cents(settings['adjust.actCents'])),
    dayUsd: usd(cents(settings['adjust.dayCents'])),
    dayLeftUsd: usd(cents(Math.max(0, settings['adjust.dayCents'] - done))),
  };
};

/** Makes the player's own pages reload the balance and say why it changed. */
function adjustmentFact({ id, playerId, cents: sum, why }: AdjustmentRow): NewFact {
  const body: AdjustmentFact = { type: 'balance.adjusted', amountUsd: signedUsd(sum), why };
  return { topic: 'player', playerId, subject: id, version: 1, type: body.type, body };
}

async function lockOpenRequest(tx: Tx, id: string): Promise<AdjustmentRow> {
  const row = (await lockAdjustment(tx, id)) ?? refuse('NOT_FOUND');
  if (row.state !== 'ASKED') refuse('ADJUST_OVER');
  return row;
}

async function refuseWrongPlayer(tx: Tx, actorId: string, playerId: string): Promise<void> {
  const player = (await findPublicUser(tx, playerId)) ?? refuse('NO_PLAYER');
  if (playerId === actorId || player.isFake || player.badge === 'STAFF') refuse('ADJUST_OWN');
}

async function refuseTooMuch(tx: Tx, sum: Cents): Promise<void> {
  const { 'adjust.actCents': most } = await readSettings(tx, SITE_SETTINGS);
  if (Math.abs(sum) > most) refuse('ADJUST_MOST', { max: plainUsd(cents(most)) });
}

async function countIntoDay(tx: Tx, sum: Cents, now: number): Promise<void> {
  const { 'adjust.dayCents': most } = await readSettings(tx, SITE_SETTINGS);
  if (await addToDay(tx, dayOf(now), Math.abs(sum), most)) return;
  const left = Math.max(0, most - (await adjustedOn(tx, dayOf(now))));
  refuse('ADJUST_DAY', { max: plainUsd(cents(most)), left: plainUsd(cents(left)) });
}

function exactCents(amountUsd: number): Cents {
  const sum = centsOfInput('amountUsd', Math.abs(amountUsd));
  if (sum === 0) return refuse('BAD_INPUT', { detail: 'amountUsd: must not be zero' });
  return amountUsd < 0 ? cents(0 - sum) : sum;
}

function signedUsd(sum: Cents): number {
  return sum < 0 ? 0 - usd(cents(0 - sum)) : usd(sum);
}

function dayOf(now: number): number {
  return Math.floor(now / DAY_MS);
}

async function presentOne(db: Db, row: AdjustmentRow): Promise<Adjustment> {
  const [view] = await present(db, [row]);
  invariant(view, `${row.id} is there`);
  return view;
}

async function present(db: Db, rows: readonly AdjustmentRow[]): Promise<Adjustment[]> {
  const ids = rows.flatMap((row) => [row.playerId, row.askedBy, row.decidedBy]).filter((id) => id !== null);
  const users = await publicUsers(db, ids);
  return rows.map((row) => ({
    id: row.id,
    user: getKnown(users, row.playerId),
    amountUsd: signedUsd(row.cents),
    why: row.why,
    state: row.state,
    askedBy: getKnown(users, row.askedBy),
    askedAt: row.askedAt,
    decidedBy: row.decidedBy === null ? null : getKnown(users, row.decidedBy),
    decidedAt: row.decidedAt,
    decidedWhy: row.decidedWhy,
  }));
}
