/** The service's refusals, how the real libraries report them, and every way in which a call can fail. */
import type { TradeFailure } from 'steam-tradeoffer-manager';
import { describe, expect, test } from 'vitest';
import { called, failure, offered } from '../../testing/bot.ts';
import { ROOKBOLT, started } from '../../testing/harness.ts';
import { CS2, gift, heldBy, linkOf, ourBot, polled, sim, updated } from '../../testing/trades.ts';

/** The worker acts on these: the number at the end of the text, and the cause that the library reads from it. */
const meaning = ({ eresult, cause, message }: TradeFailure) => ({ eresult, cause, message });

describe('sending is refused', () => {
  test('with a wrong token, or none', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const take = await gift(sims, ROOKBOLT);
    const link = await linkOf(sims);
    expect((await failure(offered(us, link.replace(/token=.*/, 'token=wrong123'), { take }))).eresult).toBe(15);
    expect((await failure(offered(us, link.replace(/&token=.*/, ''), { take }))).eresult).toBe(15);
    await sim(sims, `/users/${ROOKBOLT}`, { tradeToken: 'newtoken' }, 'PATCH');
    expect((await failure(offered(us, link, { take }))).eresult).toBe(15);
    expect((await offered(us, await linkOf(sims), { take })).state).toBe(2);
  });

  test('for an item that is gone, belongs to another account, is in another context, or is named twice', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const [item] = await gift(sims, ROOKBOLT);
    if (item === undefined) throw new Error('no gift');
    const link = await linkOf(sims);
    const mine = await gift(sims, us.steamId);
    expect((await failure(offered(us, link, { take: mine }))).eresult).toBe(26);
    expect((await failure(offered(us, link, { take: [{ ...item, contextid: '6' }] }))).eresult).toBe(26);
    await sim(sims, `/users/${ROOKBOLT}/items/${item.assetid}`, {}, 'DELETE');
    expect((await failure(offered(us, link, { take: [item] }))).eresult).toBe(26);
    expect((await failure(offered(us, link, { take: mine, give: mine }))).eresult).toBe(8);
  });

  test('for the sixth open offer to one player, and works again when one of the five is over', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const link = await linkOf(sims);
    const items = await gift(sims, ROOKBOLT, CS2, 6);
    const sent = [];
    for (const item of items.slice(0, 5)) sent.push(await offered(us, link, { take: [item] }));
    const full = await failure(offered(us, link, { take: items.slice(5) }));
    expect(meaning(full)).toMatchObject({ eresult: 25, cause: 'OfferLimitExceeded' });
    expect(full.message).toBe(
      'You have sent too many trade offers, or have too many outstanding trade offers with rookbolt. ' +
        'Please cancel some before sending more. (50)',
    );
    await sim(sims, `/offers/${sent[0]?.id}/decline`);
    expect((await offered(us, link, { take: items.slice(5) })).state).toBe(2);
  });

  test.each([
    ['send-trade-ban', { eresult: 15, cause: 'TradeBan' }],
    ['send-cannot-trade', { eresult: 15, cause: 'TargetCannotTrade' }],
    ['send-new-device', { eresult: 15, cause: 'NewDevice' }],
    ['send-limit', { eresult: 25, cause: 'OfferLimitExceeded' }],
  ] as const)('fault %s in the words that the library knows', async (fault, expected) => {
    const sims = await started();
    const us = await ourBot(sims);
    const take = await gift(sims, ROOKBOLT);
    sims.faults.set('steam', fault, {}, 1);
    expect(await failure(offered(us, await linkOf(sims), { take }))).toMatchObject(expected);
    expect((await offered(us, await linkOf(sims), { take })).state).toBe(2);
  });
});

describe('any call', () => {
  test('fails with each error code, and with code 16 it may have taken effect anyway', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const items = await gift(sims, ROOKBOLT, CS2, 2);
    const link = await linkOf(sims);
    for (const eresult of [2, 8, 11, 15, 16, 20, 25, 26, 28, 50]) {
      sims.faults.set('steam', 'send-error', { eresult }, 1);
      const failed = await failure(offered(us, link, { take: items.slice(0, 1) }));
      expect(failed.eresult).toBe(eresult);
      if (eresult === 20) expect(failed.cause).toBe('ItemServerUnavailable');
    }
    sims.faults.set('steam', 'send-error', { eresult: 16, after: 1 }, 1);
    expect((await failure(offered(us, link, { take: items.slice(1) }, '#K-1'))).eresult).toBe(16);
    expect(await polled(us, 'unknownOfferSent')).toMatchObject({ message: '#K-1', state: 2 });
    const all = await called<[unknown[], unknown[]]>((done) => us.manager.getOffers(3, done));
    expect(all[0]).toHaveLength(1);
  });

  test.each([
    ['400', /HTTP error 400/],
    ['401', /Not Logged In/],
    ['403', /HTTP error 403/],
    ['429', /HTTP error 429/],
    ['503', /HTTP error 503/],
    ['html', /Unknown response/],
    ['empty', /Unknown response/],
    ['hang', /TIMEDOUT/],
    ['drop-before', /socket hang up/],
  ] as const)('takes no effect with %s', async (how, message) => {
    const sims = await started();
    const us = await ourBot(sims);
    const take = await gift(sims, ROOKBOLT);
    sims.faults.set('steam', `send-${how}`, {}, 1);
    expect((await failure(offered(us, await linkOf(sims), { take }))).message).toMatch(message);
    const [sent] = await called<[unknown[], unknown[]]>((done) => us.manager.getOffers(3, done));
    expect(sent).toEqual([]);
  });

  test.each(['send', 'cancel', 'confirm'] as const)(
    '%s takes effect and its answer is lost: drop-after',
    async (call) => {
      const sims = await started();
      const us = await ourBot(sims);
      const link = await linkOf(sims);
      sims.faults.set('steam', `${call}-drop-after`, {}, 1);
      if (call === 'send') {
        const take = await gift(sims, ROOKBOLT);
        expect((await failure(offered(us, link, { take }, '#K-2'))).message).toMatch(/socket hang up/);
        expect(await polled(us, 'unknownOfferSent')).toMatchObject({ message: '#K-2' });
      } else if (call === 'cancel') {
        const offer = await offered(us, link, { take: await gift(sims, ROOKBOLT) });
        expect((await failure(called((done) => offer.cancel(done)))).message).toMatch(/socket hang up/);
        expect((await failure(called((done) => offer.cancel(done)))).eresult).toBe(11);
        expect((await updated(offer)).state).toBe(6);
      } else {
        const offer = await offered(us, link, { give: await gift(sims, us.steamId) });
        expect((await failure(us.answer(offer.id ?? '', true))).message).toMatch(/socket hang up/);
        expect((await updated(offer)).state).toBe(2);
      }
    },
  );

  test('of the Web API fails by its header alone, unless there is a body: then it worked', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const offer = await offered(us, await linkOf(sims), { take: await gift(sims, ROOKBOLT) });
    sims.faults.set('steam', 'offer-eresult', { eresult: 2 }, 1);
    expect((await failure(updated(offer))).message).toBe('Fail');
    sims.faults.set('steam', 'offer-eresult', { eresult: 2, body: 1 }, 1);
    expect((await updated(offer)).state).toBe(2);
    sims.faults.set('steam', 'offer-empty', {}, 1);
    expect((await failure(updated(offer))).message).toBe('Malformed API response');
  });

  test('of the Web API that is answered "Access is denied" ends the session', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const expired = new Promise((resolve) => us.manager.once('sessionExpired', resolve));
    sims.faults.set('steam', 'offers-403', {}, 1);
    await failure(called((done) => us.manager.getOffers(3, done)));
    await expired;
  });
});

describe('the list of offers', () => {
  test('is paged and filtered as requested', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const link = await linkOf(sims);
    const items = await gift(sims, ROOKBOLT, CS2, 5);
    const sent = [];
    for (const item of items) sent.push(await offered(us, link, { take: [item] }));
    await sim(sims, `/offers/${sent[1]?.id}/decline`);
    sims.faults.set('steam', 'offers-small-pages', { size: 2 });
    const list = async (filter: number) =>
      (await called<[{ id: string | null }[], unknown[]]>((done) => us.manager.getOffers(filter, done)))[0].map(
        (offer) => offer.id,
      );
    const ids = sent.map((offer) => offer.id);
    expect(await list(3)).toEqual(ids);
    expect(await list(1)).toEqual(ids.filter((_, place) => place !== 1));
    expect(await list(2)).toEqual([ids[1]]);
    expect(sims.log.list().filter((one) => one.query['cursor'] === '4')).toHaveLength(1);
  });

  test('can be glitched, without a partner, and backdated', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const offer = await offered(us, await linkOf(sims), { take: await gift(sims, ROOKBOLT) });
    const list = () => called<[{ updated: Date }[], unknown[]]>((done) => us.manager.getOffers(3, done));
    for (const fault of ['offers-glitched', 'offers-no-partner'] as const) {
      sims.faults.set('steam', fault, {}, 1);
      expect((await failure(list())).message).toBe('Data temporarily unavailable');
    }
    const now = (await list())[0][0]?.updated.getTime() ?? 0;
    sims.faults.set('steam', 'offers-backdated', { seconds: 7_200 }, 1);
    expect((await list())[0][0]?.updated.getTime()).toBe(now - 7_200_000);
    sims.faults.set('steam', 'trade-status-code', { status: 9 }, 1);
    await sim(sims, `/offers/${offer.id}/accept`);
    await updated(offer);
    const status = () => called<[number]>((done) => offer.getExchangeDetails(true, done));
    expect((await status())[0]).toBe(9);
    expect((await status())[0]).toBe(3);
  });
});

test('GetTradeHoldDurations reports both sides, and refuses a wrong token', async () => {
  const sims = await started();
  await sim(sims, `/users/${ROOKBOLT}`, { holdDays: 3 }, 'PATCH');
  const token = new URL(await linkOf(sims)).searchParams.get('token');
  const key = sims.steam.bots[0]?.apiKey;
  const ask = (given: string | null) =>
    fetch(
      `${sims.steam.baseUrl}/IEconService/GetTradeHoldDurations/v1/?key=${key}` +
        `&steamid_target=${ROOKBOLT}&trade_offer_access_token=${given}`,
    );
  expect(await (await ask(token)).json()).toMatchObject({
    response: {
      my_escrow: { escrow_end_duration_seconds: 0 },
      their_escrow: { escrow_end_duration_seconds: 259_200 },
      both_escrow: { escrow_end_duration_seconds: 259_200 },
    },
  });
  expect((await ask('wrong')).headers.get('x-eresult')).toBe('15');
  sims.faults.set('steam', 'hold-all', { days: 15 }, 1);
  expect(await (await ask(token)).json()).toMatchObject({
    response: { my_escrow: { escrow_end_duration_seconds: 1_296_000 } },
  });
});

test('only the two parties see an offer and its trade', async () => {
  const sims = await started();
  const us = await ourBot(sims);
  const offer = await offered(us, await linkOf(sims), { take: await gift(sims, ROOKBOLT) });
  await sim(sims, `/offers/${offer.id}/accept`);
  await updated(offer);
  const other = sims.steam.bots[1]?.apiKey;
  const ask = async (path: string) => (await fetch(`${sims.steam.baseUrl}/IEconService/${path}&key=${other}`)).json();
  expect(await ask(`GetTradeOffer/v1/?tradeofferid=${offer.id}`)).toEqual({ response: {} });
  expect(await ask(`GetTradeStatus/v1/?tradeid=${offer.tradeID}`)).toEqual({ response: {} });
  expect(await heldBy(sims, sims.steam.bots[1]?.steamId)).toEqual([]);
});
