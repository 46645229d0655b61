/**
 * The soak of trades: waves of orders under their failures, what players and Steam do with the offers, and the clock moved. Called by
 * soak/trades.test.ts.
 */
import { unfreezeTrades } from '@fairpot/contract/trades/schemas';
import { SITE_SETTINGS } from '../../../server/src/platform/runner/settings.ts';
import { writeSetting } from '../../../server/testing/settings.ts';
import { untilDone } from './crowd.ts';
import type { FastSite } from './fast-site.ts';
import type { TradeFailure } from './trade-failure.ts';
import type { TradeProcess } from './trade-process.ts';
import { APPS, type SteamOffer, type SteamTrade, type Traders } from './traders.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** An inventory is read again after five minutes. */
const NEW_LOOK_MS = 6 * MINUTE;
/** This many act at a time, a minute apart: the site reads at most twenty inventories in a minute. */
const AT_ONCE = 18;
/** Between two waves. */
const PAUSES_MS = [10 * MINUTE, HOUR, 5 * HOUR, 12 * HOUR, 26 * HOUR];
/** Every this many waves more than a week passes: deposits become withdrawable. */
const SETTLE_EVERY = 6;
const LOOK_EVERY_MS = 20;
const MAX_LOOKS = 300;

const ACTIVE = 2;
const COMPLETE = 3;
const ON_HOLD = 10;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface TradeScene {
  readonly site: FastSite;
  readonly worker: TradeProcess;
  readonly traders: Traders;
  readonly next: () => number;
}

/** What was done to offers and trades, for the report. */
export type ActionCounts = Map<string, number>;

/** One wave: orders, failures, the outcome of the offers. */
export async function tradeWave(
  scene: TradeScene,
  plan: TradeFailure,
  wave: number,
  done: ActionCounts,
): Promise<void> {
  const { site, traders, next } = scene;
  const appId = APPS[wave % APPS.length] ?? 730;
  await untilDone(() => writeSetting(site.db, SITE_SETTINGS, 'global.appid', appId, site.now()));
  await site.advance(NEW_LOOK_MS);
  for (const fault of plan.faults) await site.fault(fault);
  if (plan.sessionsEnd) await site.simulated('POST', '/_sim/sessions/expire', {});
  const failure = strike(scene, plan);
  const who = [...traders.all].map((trader) => ({ trader, order: next() })).sort((a, b) => a.order - b.order);
  for (let from = 0; from < who.length; from += AT_ONCE) {
    if (from > 0) await site.advance(61 * SECOND);
    await Promise.all(who.slice(from, from + AT_ONCE).map(({ trader }) => traders.act(trader, appId)));
  }
  for (const ms of [SECOND, 11 * SECOND, 11 * SECOND]) await step(site, ms);
  await failure;
  // A killed worker's claims expire by themselves.
  if (plan.kill?.what === 'worker') for (const ms of [2 * MINUTE, 11 * SECOND]) await step(site, ms);
  await answerOffers(scene, done);
  await undoSomeTrades(scene, done);
  await step(site, 3 * SECOND);
  await site.clearFaults();
  // Items from an irreversible trade are booked, and staked, while their bet waits.
  for (const ms of [11 * SECOND, 11 * SECOND]) {
    await step(site, ms);
    await booksUpToDate(site);
  }
  await unfreezeSome(scene);
  const settles = wave % SETTLE_EVERY === SETTLE_EVERY - 1;
  await step(site, settles ? 9 * 24 * HOUR : (PAUSES_MS[Math.floor(next() * PAUSES_MS.length)] ?? HOUR));
  if (settles) await booksUpToDate(site);
}

async function strike({ site, worker }: TradeScene, { kill }: TradeFailure): Promise<void> {
  if (kill === null) return;
  await pause(kill.afterMs);
  await (kill.what === 'server' ? site.killServer() : kill.what === 'worker' ? worker.kill() : site.killDatabase());
}

/** Moves the clock, and waits until no open order needs a check any more, or for a while. */
async function step(site: FastSite, ms: number): Promise<void> {
  await site.advance(ms);
  await pause(2 * LOOK_EVERY_MS);
  for (let look = 0; look < MAX_LOOKS && (await openAndDue(site)) > 0; look += 1) await pause(LOOK_EVERY_MS);
}

/** Until everything due was checked and booked. */
async function booksUpToDate(site: FastSite): Promise<void> {
  for (let look = 0; look < 2 * MAX_LOOKS && (await unfinished(site, true)) > 0; look += 1) await pause(LOOK_EVERY_MS);
}

async function openAndDue(site: FastSite): Promise<number> {
  const text = `
    select count(*)::integer as n from trade_orders
    where slot is not null and due_at <= $1 and lease_until <= $1`;
  return (await untilDone(() => site.db.one<{ n: number }>({ text, values: [site.now()] }))).n;
}

/** Players accept, decline, counter, or do nothing; now and then an offer ends otherwise, or Steam holds the trade. */
async function answerOffers({ site, traders, next }: TradeScene, done: ActionCounts): Promise<void> {
  const mine = new Set(traders.all.map((trader) => trader.steamId));
  const { offers } = await site.simulated<{ offers: SteamOffer[] }>('GET', '/_sim/offers');
  for (const offer of offers) {
    if (offer.state !== ACTIVE || !mine.has(offer.toId)) continue;
    const luck = next();
    const [action, body] = actionOf(luck, next());
    if (action !== null)
      await tryAction(site, done, `offer ${action}`, `/_sim/offers/${offer.offerId}/${action}`, body);
  }
}

function actionOf(luck: number, more: number): [string | null, object] {
  if (luck < 0.68) return ['accept', {}];
  if (luck < 0.75) return ['decline', {}];
  if (luck < 0.79) return ['counter', { message: 'give me more' }];
  if (luck < 0.84) return ['hold', { days: 1 + Math.floor(more * 3) }];
  if (luck < 0.86) return ['expire', {}];
  if (luck < 0.88) return ['invalidate', {}];
  if (luck < 0.9) return ['cancel', {}];
  return [null, {}];
}

/** A few protected trades are reversed, a few holds are cancelled. */
async function undoSomeTrades({ site, next }: TradeScene, done: ActionCounts): Promise<void> {
  const { trades } = await site.simulated<{ trades: SteamTrade[] }>('GET', '/_sim/trades');
  for (const trade of trades) {
    if (trade.offerId === null) continue;
    const open = trade.status === COMPLETE && trade.settlesAtMs !== null && trade.settlesAtMs > site.now();
    if (open && next() < 0.01) await tryAction(site, done, 'trade reversed', `/_sim/trades/${trade.tradeId}/reverse`);
    if (trade.status === ON_HOLD && next() < 0.15)
      await tryAction(site, done, 'hold cancelled', `/_sim/trades/${trade.tradeId}/cancel-hold`);
  }
}

/** The service may refuse it: an item is gone in the meantime, or the offer has ended. */
async function tryAction(
  site: FastSite,
  done: ActionCounts,
  what: string,
  path: string,
  body: object = {},
): Promise<void> {
  const ok = await site.simulated('POST', path, body).then(
    () => true,
    (error: Error) => {
      if (/ 40[49] /.test(error.message)) return false;
      throw error;
    },
  );
  const outcome = ok ? what : `${what} (refused)`;
  done.set(outcome, (done.get(outcome) ?? 0) + 1);
}

/** Staff review some of the players who reversed a deposit, and let them trade again. */
async function unfreezeSome({ site, traders, next }: TradeScene): Promise<void> {
  const text = 'select player_id as id from trade_freezes where lifted_at is null order by player_id';
  const admin = {
    kind: 'player',
    id: traders.all[0]?.id ?? '',
    status: 'ADMIN',
    isBot: false,
    ageConfirmed: true,
  } as const;
  for (const { id } of await untilDone(() => site.db.many<{ id: string }>({ text, values: [] }))) {
    if (next() > 0.4) continue;
    const input = { playerId: id, why: 'looked at' };
    await untilDone(() => site.inside.runner.execute(unfreezeTrades, admin, input, {}));
  }
}

/** Lets everything end: offers expire, holds end, no trade can be reversed any more, everything is booked. */
export async function endAll(site: FastSite): Promise<void> {
  await site.clearFaults();
  const steps = [11 * SECOND, 11 * MINUTE, 16 * MINUTE, 16 * MINUTE, 4 * 24 * HOUR, HOUR, 9 * 24 * HOUR, HOUR];
  for (const ms of [...steps, ...steps]) {
    await site.advance(ms);
    for (let look = 0; look < 3_000 && (await unfinished(site, true)) > 0; look += 1) await pause(LOOK_EVERY_MS);
    if ((await unfinished(site, false)) === 0) return;
  }
}

/** Orders, bets, and items in rounds, that are not over; with `now` only those with work due at this moment. */
async function unfinished(site: FastSite, now: boolean): Promise<number> {
  const which = now
    ? 'due_at <= $1 or books_due and books_at <= $1'
    : `slot is not null or state in ('ACCEPTED', 'HELD') or books_due or created_at > $1`;
  const bets = now ? 'due_at <= $1' : `state = 'OPEN'`;
  // A round that a bet was placed in ends by itself, a moment after its time.
  const rounds = now ? '0' : `(select count(*) from item_positions where holder_kind = 'round')::integer`;
  const text = `select (select count(*) from trade_orders where ${which})::integer
    + (select count(*) from trade_bets where ${bets})::integer + ${rounds} as n`;
  return (await untilDone(() => site.db.one<{ n: number }>({ text, values: [site.now()] }))).n;
}
