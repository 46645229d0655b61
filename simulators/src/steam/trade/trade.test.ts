import { expect, test } from 'vitest';
import { z } from 'zod';
import { bot, called, offered } from '../../testing/bot.ts';
import { control, ROOKBOLT, started } from '../../testing/harness.ts';
import type { Simulators } from '../../start.ts';

const REDLINE = { appId: 730, marketHashName: 'AK-47 | Redline (Field-Tested)' };

async function gift(sims: Simulators, steamId: string, what = REDLINE, count = 1) {
  const response = await control(sims, 'POST', `/users/${steamId}/items`, { ...what, count });
  const { items } = z
    .object({ items: z.array(z.object({ assetId: z.string(), appId: z.number() })) })
    .parse(await response.json());
  return items.map((item) => ({ appid: item.appId, contextid: '2', assetid: item.assetId }));
}

async function linkOf(sims: Simulators, steamId: string) {
  const response = await control(sims, 'GET', `/users/${steamId}/credentials`);
  return z.object({ tradeLink: z.string() }).parse(await response.json()).tradeLink;
}

test('a take offer, accepted by the player, is seen by the poll with new asset ids', async () => {
  const sims = await started();
  const [seeded] = sims.steam.bots;
  const us = await bot(sims, seeded?.steamId ?? '');
  const take = await gift(sims, ROOKBOLT);
  const offer = await offered(us, await linkOf(sims, ROOKBOLT), { take }, '#D-7Q3K');
  expect(offer.state).toBe(2);
  const accepted = await control(sims, 'POST', `/offers/${offer.id}/accept`);
  expect(accepted.status).toBe(200);
  const changed = new Promise((resolve) => us.manager.once('sentOfferChanged', resolve));
  us.manager.doPoll(true);
  await changed;
  await called((done) => offer.update(done));
  expect(offer.state).toBe(3);
  const [status, , received] = await called<
    [number, Date, { assetid: string; new_assetid?: string; new_contextid?: string }[], unknown[]]
  >((done) => offer.getExchangeDetails(false, done));
  expect(status).toBe(3);
  expect(received[0]).toMatchObject({ assetid: take[0]?.assetid, new_contextid: '16' });
  expect(received[0]?.new_assetid).not.toBe(take[0]?.assetid);
});

test('a give offer waits for the phone', async () => {
  const sims = await started();
  const [seeded] = sims.steam.bots;
  const us = await bot(sims, seeded?.steamId ?? '');
  await called((done) => us.community.acknowledgeTradeProtection(done));
  const give = await gift(sims, us.steamId);
  const offer = await offered(us, await linkOf(sims, ROOKBOLT), { give });
  expect(offer.state).toBe(9);
  await us.answer(offer.id ?? '', true);
  await called((done) => offer.update(done));
  expect(offer.state).toBe(2);
  await called((done) => offer.cancel(done));
  await called((done) => offer.update(done));
  expect(offer.state).toBe(6);
});
