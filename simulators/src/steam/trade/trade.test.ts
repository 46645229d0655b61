/** Offers from their sending to the end of the trade, through the real libraries. */
import { describe, expect, test } from 'vitest';
import { bot, called, offered } from '../../testing/bot.ts';
import { getJson, like, ROOKBOLT, scratchDir, started } from '../../testing/harness.ts';
import { DAY_MS, exchanged, gift, heldBy, linkOf, ourBot, polled, RUST, sim, updated } from '../../testing/trades.ts';

describe('a take offer', () => {
  test('that the player accepts is seen by the poll, with new asset ids in the trade', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const take = [...(await gift(sims, ROOKBOLT)), ...(await gift(sims, ROOKBOLT, RUST))];
    const offer = await offered(us, await linkOf(sims), { take }, '#D-7Q3K');
    expect(offer.state).toBe(2);
    expect((await sim(sims, `/offers/${offer.id}/accept`)).status).toBe(200);
    const seen = await polled(us, 'sentOfferChanged');
    expect(seen).toMatchObject({ id: offer.id, state: 3, message: '#D-7Q3K' });
    const trade = await exchanged(await updated(offer));
    expect(trade.status).toBe(3);
    expect(trade.received).toMatchObject([
      { appid: 730, assetid: take[0]?.assetid, new_contextid: '16' },
      { appid: 252490, assetid: take[1]?.assetid, new_contextid: '2' },
    ]);
    expect(trade.given).toEqual([]);
    const ids = trade.received.map((item) => item.new_assetid ?? '');
    expect(await heldBy(sims, us.steamId)).toEqual(ids);
    const theirs = await heldBy(sims);
    for (const { assetid } of take) expect([...theirs, ...ids]).not.toContain(assetid);
  });

  test('that is declined, cancelled or expires moves nothing', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const take = await gift(sims, ROOKBOLT);
    const before = await heldBy(sims);
    const send = async () => offered(us, await linkOf(sims), { take });
    const declined = await send();
    await sim(sims, `/offers/${declined.id}/decline`);
    const canceled = await send();
    await called((done) => canceled.cancel(done));
    const expired = await send();
    sims.clock.advance(14 * DAY_MS + 1_000);
    await us.signIn();
    const states = await Promise.all([declined, canceled, expired].map(async (one) => (await updated(one)).state));
    expect(states).toEqual([7, 6, 5]);
    expect((await sim(sims, `/offers/${expired.id}/accept`)).status).toBe(409);
    expect(await heldBy(sims)).toEqual(before);
  });

  test('becomes invalid when another trade takes its item, and when the item is gone on acceptance', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const take = await gift(sims, ROOKBOLT);
    const [first, second] = [
      await offered(us, await linkOf(sims), { take }),
      await offered(us, await linkOf(sims), { take }),
    ];
    await sim(sims, `/offers/${first.id}/accept`);
    expect((await updated(second)).state).toBe(8);
    expect((await sim(sims, `/offers/${first.id}/accept`)).body['error']).toMatch(/\(28\)$/);
    const other = await gift(sims, ROOKBOLT, RUST);
    const third = await offered(us, await linkOf(sims), { take: other });
    await sim(sims, `/users/${ROOKBOLT}/items/${other[0]?.assetid}`, {}, 'DELETE');
    expect(await sim(sims, `/offers/${third.id}/accept`)).toMatchObject({
      status: 409,
      body: { error: like(/\(26\)$/) },
    });
    expect((await updated(third)).state).toBe(8);
  });

  test('is in the list before its sending is answered, and the manager does not mistake it for a foreign one', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const take = await gift(sims, ROOKBOLT);
    sims.faults.set('steam', 'send-slow', { ms: 400 }, 1);
    const strangers: unknown[] = [];
    us.manager.on('unknownOfferSent', (offer) => strangers.push(offer));
    const sending = offered(us, await linkOf(sims), { take });
    // The body is recorded just before the call is executed.
    const begun = () => sims.log.list().some((one) => one.path === '/tradeoffer/new/send' && one.body !== '');
    await expect.poll(begun, { interval: 5, timeout: 5_000 }).toBe(true);
    const [sent] = await called<[unknown[], unknown[]]>((done) => us.manager.getOffers(1, done));
    expect(sent).toHaveLength(1);
    expect((await sending).state).toBe(2);
    expect(strangers).toEqual([]);
  });
});

describe('an offer that gives', () => {
  test('is hidden until the phone confirms it, and then the player can accept', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const give = await gift(sims, us.steamId);
    const offer = await offered(us, await linkOf(sims), { give });
    expect(offer).toMatchObject({ state: 9, confirmationMethod: 2 });
    const player = await bot(sims, ROOKBOLT);
    const received = async () => (await called<[unknown[], unknown[]]>((done) => player.manager.getOffers(3, done)))[1];
    expect(await received()).toEqual([]);
    expect((await sim(sims, `/offers/${offer.id}/accept`)).status).toBe(409);
    await us.answer(offer.id ?? '', true);
    expect((await updated(offer)).state).toBe(2);
    expect(await us.confirmations()).toEqual([]);
    expect(await received()).toHaveLength(1);
    await sim(sims, `/offers/${offer.id}/accept`);
    const trade = await exchanged(await updated(offer));
    expect(await heldBy(sims)).toContain(trade.given[0]?.new_assetid);
    expect(await heldBy(sims, us.steamId)).toEqual([]);
  });

  test('is cancelled by the phone, or by the site before the phone confirms', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const give = await gift(sims, us.steamId);
    const refused = await offered(us, await linkOf(sims), { give });
    await us.answer(refused.id ?? '', false);
    expect((await updated(refused)).state).toBe(10);
    const taken = await offered(us, await linkOf(sims), { give });
    await called((done) => taken.cancel(done));
    expect((await updated(taken)).state).toBe(6);
    expect(await us.confirmations()).toEqual([]);
  });
});

describe('a counter offer', () => {
  test('of the player replaces ours', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const [take, give] = [await gift(sims, ROOKBOLT), await gift(sims, us.steamId, RUST)];
    const ours = await offered(us, await linkOf(sims), { take });
    const theirs = await sim(sims, `/offers/${ours.id}/counter`, {
      take: give.map((item) => item.assetid),
      message: 'and this?',
    });
    const offer = await polled(us, 'newOffer');
    expect((await updated(ours)).state).toBe(4);
    expect(offer).toMatchObject({ id: theirs.body['offerId'], message: 'and this?', itemsToGive: [{ appid: 252490 }] });
    await sim(sims, `/offers/${offer.id}/accept`);
    expect((await updated(offer)).state).toBe(3);
    expect((await exchanged(offer)).received).toMatchObject([{ assetid: take[0]?.assetid }]);
  });

  test('of ours replaces the player’s, and we decline another', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const gifts = await gift(sims, ROOKBOLT);
    const sent = { from: ROOKBOLT, to: us.steamId, give: gifts.map((item) => item.assetid) };
    await sim(sims, '/offers', sent);
    const first = await polled(us, 'newOffer');
    const counter = first.counter();
    await called((done) => counter.send(done));
    expect((await updated(first)).state).toBe(4);
    const { body } = await sim(sims, `/offers/${counter.id}/decline`);
    expect(body).toMatchObject({ state: 7 });
    const second = await sim(sims, '/offers', sent);
    const id = String(second.body['offerId']);
    const [unwanted] = await called<[typeof first]>((done) => us.manager.getOffer(id, done));
    await called((done) => unwanted.decline(done));
    expect((await updated(unwanted)).state).toBe(7);
  });
});

describe('a trade hold', () => {
  test('is known by the link; the items wait outside both inventories and arrive when it ends', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const take = await gift(sims, ROOKBOLT);
    await sim(sims, `/users/${ROOKBOLT}`, { holdDays: 15 }, 'PATCH');
    const offer = us.manager.createOffer(await linkOf(sims));
    const { searchParams } = new URL(await linkOf(sims));
    const query = `steamid_target=${ROOKBOLT}&trade_offer_access_token=${searchParams.get('token')}`;
    const key = sims.steam.bots[0]?.apiKey;
    const hold = await getJson(`${sims.steam.baseUrl}/IEconService/GetTradeHoldDurations/v1/?key=${key}&${query}`);
    expect(hold.body).toMatchObject({ response: { their_escrow: { escrow_end_duration_seconds: 15 * 86_400 } } });
    offer.addTheirItems(take);
    await called((done) => offer.send(done));
    await sim(sims, `/offers/${offer.id}/accept`);
    await updated(offer);
    expect(offer.state).toBe(11);
    expect(Math.round(((offer.escrowEnds?.getTime() ?? 0) - sims.clock.now()) / DAY_MS)).toBe(15);
    const held = await exchanged(offer);
    expect(held.status).toBe(10);
    expect(held.received[0]).not.toHaveProperty('new_assetid');
    expect([...(await heldBy(sims)), ...(await heldBy(sims, us.steamId))]).not.toContain(take[0]?.assetid);
    sims.clock.advance(15 * DAY_MS + 1_000);
    await us.signIn();
    expect((await updated(offer)).state).toBe(3);
    const done = await exchanged(offer);
    expect(done.status).toBe(3);
    expect(await heldBy(sims, us.steamId)).toEqual([done.received[0]?.new_assetid]);
  });

  test('can be cancelled, and then everything returns', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const offer = await offered(us, await linkOf(sims), { take: await gift(sims, ROOKBOLT) });
    const { body } = await sim(sims, `/offers/${offer.id}/hold`, { days: 3 });
    await sim(sims, `/trades/${String(body['tradeId'])}/cancel-hold`);
    expect((await updated(offer)).state).toBe(6);
    const trade = await exchanged(offer);
    expect(trade.status).toBe(11);
    expect(await heldBy(sims)).toContain(trade.received[0]?.rollback_new_assetid);
    expect((await sim(sims, `/trades/${String(body['tradeId'])}/cancel-hold`)).status).toBe(409);
  });
});

test('offers, trades, confirmations and credentials survive a restart', async () => {
  const dataDir = scratchDir();
  const first = await started({ dataDir });
  const us = await ourBot(first);
  const link = await linkOf(first);
  const taken = await offered(us, link, { take: await gift(first, ROOKBOLT) });
  await sim(first, `/offers/${taken.id}/accept`);
  const trade = await exchanged(await updated(taken));
  const given = await offered(us, link, { give: await gift(first, us.steamId) });
  await first.stop();
  const second = await started({ dataDir });
  expect(second.steam.bots.map(({ identitySecret }) => identitySecret)).toEqual(
    first.steam.bots.map(({ identitySecret }) => identitySecret),
  );
  const again = await bot(second, us.steamId);
  const [same] = await called<[typeof taken]>((done) => again.manager.getOffer(taken.id ?? '', done));
  expect((await exchanged(same)).received).toEqual(trade.received);
  expect(await heldBy(second, us.steamId)).toContain(trade.received[0]?.new_assetid);
  await again.answer(given.id ?? '', true);
  const next = await offered(again, await linkOf(second), { take: await gift(second, ROOKBOLT) });
  expect(Number(next.id)).toBe(Number(given.id) + 1);
});
