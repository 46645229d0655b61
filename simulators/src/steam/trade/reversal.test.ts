/** Protection after a trade: the trade can be reversed for a while, and its items cannot be offered until then. */
import { describe, expect, test } from 'vitest';
import { failure, offered } from '../../testing/bot.ts';
import { ROOKBOLT, started } from '../../testing/harness.ts';
import { CS2, DAY_MS, exchanged, gift, heldBy, linkOf, ourBot, RUST, sim, updated } from '../../testing/trades.ts';

const OKONKWO = '76561198000000102';

describe('a reversal', () => {
  test.each([0, 3, 6.99])('on day %d returns protected items, recorded by a trade of its own', async (days) => {
    const sims = await started();
    const us = await ourBot(sims);
    const take = [...(await gift(sims, ROOKBOLT)), ...(await gift(sims, ROOKBOLT, RUST))];
    const offer = await offered(us, await linkOf(sims), { take });
    const { body } = await sim(sims, `/offers/${offer.id}/accept`);
    sims.clock.advance(days * DAY_MS);
    const reversed = await sim(sims, `/trades/${String(body['tradeId'])}/reverse`);
    expect(reversed.status).toBe(200);
    await us.signIn();
    const trade = await exchanged(await updated(offer));
    expect(trade.status).toBe(12);
    const [protectedItem, free] = trade.received;
    expect(await heldBy(sims)).toContain(protectedItem?.rollback_new_assetid);
    expect(await heldBy(sims, us.steamId)).toEqual([free?.new_assetid]);
    expect(reversed.body).toMatchObject({
      status: 3,
      moves: [
        {
          item: { assetId: protectedItem?.new_assetid },
          toId: ROOKBOLT,
          newAssetId: protectedItem?.rollback_new_assetid,
        },
      ],
    });
    expect((await sim(sims, `/trades/${String(body['tradeId'])}/reverse`)).status).toBe(409);
  });

  test('is refused once the trade has settled, and for unprotected items', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    const accepted = async (what: typeof CS2) => {
      const offer = await offered(us, await linkOf(sims), { take: await gift(sims, ROOKBOLT, what) });
      return { offer, tradeId: String((await sim(sims, `/offers/${offer.id}/accept`)).body['tradeId']) };
    };
    const [cs2, rust] = [await accepted(CS2), await accepted(RUST)];
    expect((await sim(sims, `/trades/${rust.tradeId}/reverse`)).status).toBe(409);
    sims.clock.advance(7 * DAY_MS);
    expect((await sim(sims, `/trades/${cs2.tradeId}/reverse`)).status).toBe(409);
    await us.signIn();
    expect((await exchanged(await updated(cs2.offer))).status).toBe(3);
  });
});

test('a protected item cannot be offered before its trade has settled', async () => {
  const sims = await started();
  const us = await ourBot(sims);
  const offer = await offered(us, await linkOf(sims), { take: await gift(sims, ROOKBOLT) });
  await sim(sims, `/offers/${offer.id}/accept`);
  const { received } = await exchanged(await updated(offer));
  const own = { appid: 730, contextid: '16', assetid: received[0]?.new_assetid ?? '' };
  const link = await linkOf(sims, OKONKWO);
  expect((await failure(offered(us, link, { give: [own] }))).eresult).toBe(15);
  const mixed = [own, ...(await gift(sims, us.steamId))];
  expect((await failure(offered(us, link, { give: mixed }))).eresult).toBe(8);
  sims.clock.advance(7 * DAY_MS);
  await us.signIn();
  expect((await failure(offered(us, link, { give: [own] }))).eresult).toBe(26);
  expect((await offered(us, link, { give: [{ ...own, contextid: '2' }] })).state).toBe(9);
});
