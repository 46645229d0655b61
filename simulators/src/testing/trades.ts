/** Shared by the tests of trades besides the libraries (bot.ts): items, links, a player's actions, and polls. */
import type { ExchangedItem, Item, TradeOffer } from 'steam-tradeoffer-manager';
import { z } from 'zod';
import type { Simulators } from '../start.ts';
import { bot, called, type Bot } from './bot.ts';
import { control, ROOKBOLT } from './harness.ts';

export const CS2 = { appId: 730, marketHashName: 'AK-47 | Redline (Field-Tested)' };
export const RUST = { appId: 252490, marketHashName: 'Tempered AK47' };
export const DAY_MS = 86_400_000;

const Given = z.object({ items: z.array(z.object({ assetId: z.string(), appId: z.number() })) });
const Linked = z.object({ tradeLink: z.string() });
const Held = z.object({
  items: z.array(z.object({ assetId: z.string(), appId: z.number(), marketHashName: z.string() })),
});

/** New items of an account, as an offer names them. */
export async function gift(sims: Simulators, steamId: string, what = CS2, count = 1): Promise<Item[]> {
  const response = await control(sims, 'POST', `/users/${steamId}/items`, { ...what, count });
  const { items } = Given.parse(await response.json());
  return items.map((item) => ({ appid: item.appId, contextid: '2', assetid: item.assetId }));
}

export async function linkOf(sims: Simulators, steamId = ROOKBOLT): Promise<string> {
  const response = await control(sims, 'GET', `/users/${steamId}/credentials`);
  return Linked.parse(await response.json()).tradeLink;
}

/** Asset ids that an account holds, in any context. */
export async function heldBy(sims: Simulators, steamId = ROOKBOLT): Promise<string[]> {
  const response = await control(sims, 'GET', `/users/${steamId}`);
  return Held.parse(await response.json()).items.map((item) => item.assetId);
}

/** A control call, with its status and answer. */
export async function sim(sims: Simulators, path: string, body?: object, method = 'POST') {
  const response = await control(sims, method, path, body);
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
}

/** The first seeded bot, signed in and with the notice about trade protection confirmed. */
export async function ourBot(sims: Simulators): Promise<Bot> {
  const us = await bot(sims, sims.steam.bots[0]?.steamId ?? '');
  await called((done) => us.community.acknowledgeTradeProtection(done));
  return us;
}

/** The service's current version of the offer. */
export async function updated(offer: TradeOffer): Promise<TradeOffer> {
  await called((done) => offer.update(done));
  return offer;
}

/** Status of the trade and what was received and given, also when it failed. */
export async function exchanged(offer: TradeOffer) {
  const [status, at, received, given] = await called<[number, Date, ExchangedItem[], ExchangedItem[]]>((done) =>
    offer.getExchangeDetails(true, done),
  );
  return { status, at, received, given };
}

/** The next event of that name from a full poll; rejects with the poll's error. */
export function polled(us: Bot, event: string): Promise<TradeOffer> {
  return new Promise((resolve, reject) => {
    us.manager.once(event, resolve);
    us.manager.once('pollFailure', reject);
    us.manager.doPoll(true);
  });
}
