/** The page on which the demo's player answers an offer. */
import { describe, expect, test } from 'vitest';
import type { Simulators } from '../../start.ts';
import { offered } from '../../testing/bot.ts';
import { ROOKBOLT, started } from '../../testing/harness.ts';
import { gift, heldBy, linkOf, ourBot, RUST, sim, updated } from '../../testing/trades.ts';

function open(sims: Simulators, path: string) {
  return fetch(`${sims.steam.baseUrl}/tradeoffer/${path}`, { redirect: 'manual' });
}

async function html(sims: Simulators, offerId: string | null) {
  return (await open(sims, `${offerId}/`)).text();
}

/** Presses a button of a shown page. */
async function press(sims: Simulators, offerId: string | null, page: string, choice: 'accept' | 'decline') {
  const pageId = /name="sim.page" value="([^"]+)"/.exec(page)?.[1];
  return open(sims, `${offerId}/?sim.page=${pageId}&sim.do=${choice}`);
}

async function anOffer() {
  const sims = await started();
  const us = await ourBot(sims);
  const [take, give] = [await gift(sims, ROOKBOLT, RUST), await gift(sims, us.steamId)];
  const offer = await offered(us, await linkOf(sims), { take }, 'Deposit <#D-7Q3K>');
  return { sims, us, offer, take, give };
}

describe('the page of an offer', () => {
  test('shows sender, message and items to its player, asks for no password and needs nothing from elsewhere', async () => {
    const { sims, offer } = await anOffer();
    const response = await open(sims, `${offer.id}/`);
    const page = await response.text();
    expect(page).toContain('<title>Simulated identity provider</title>');
    for (const said of ['Fairpot trade 1', 'rookbolt', 'Deposit &#60;#D-7Q3K&#62;', 'Tempered AK47'])
      expect(page).toContain(said);
    expect(page).not.toMatch(/password|<script|https?:\/\/(?!www\.w3\.org)|valve|steam/i);
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*form-action 'self'/);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('is found without its trailing slash, and under no other address', async () => {
    const { sims, offer } = await anOffer();
    const moved = await open(sims, `${offer.id}?x=1`);
    expect([moved.status, moved.headers.get('location')]).toEqual([302, `${offer.id}/?x=1`]);
    expect((await open(sims, '1/')).status).toBe(404);
  });

  test('has addresses that stay below the folder it is proxied under', async () => {
    const { sims, offer } = await anOffer();
    const page = await html(sims, offer.id);
    const base = `https://site.test/sim/steam/tradeoffer/${offer.id}/`;
    const paths = [...page.matchAll(/(?:src|href|action)="([^"]+)"/g)].map(
      (match) => new URL(match[1] ?? '', base).pathname,
    );
    expect(paths.length).toBeGreaterThan(1);
    for (const path of paths) expect(path).toMatch(/^\/sim\/steam\/(avatars\/|icon\.svg$|tradeoffer\/)/);
    const answer = await press(sims, offer.id, page, 'decline');
    expect(new URL(answer.headers.get('location') ?? '', base).pathname).toBe(`/sim/steam/tradeoffer/${offer.id}/`);
  });

  test('accepts: the items change hands, and the page says so', async () => {
    const { sims, us, offer, take } = await anOffer();
    expect((await press(sims, offer.id, await html(sims, offer.id), 'accept')).status).toBe(303);
    expect((await updated(offer)).state).toBe(3);
    expect(await heldBy(sims)).not.toContain(take[0]?.assetid);
    expect(await heldBy(sims, us.steamId)).toHaveLength(2);
    const after = await html(sims, offer.id);
    expect(after).toContain('Accepted');
    expect(after).not.toContain('<button');
  });

  test('declines', async () => {
    const { sims, offer } = await anOffer();
    await press(sims, offer.id, await html(sims, offer.id), 'decline');
    expect((await updated(offer)).state).toBe(7);
    expect(await html(sims, offer.id)).toContain('Declined');
  });

  test('answers once and only from a page that was shown for this offer', async () => {
    const { sims, us, offer } = await anOffer();
    const other = await offered(us, await linkOf(sims), { take: await gift(sims, ROOKBOLT) });
    const page = await html(sims, offer.id);
    expect((await open(sims, `${offer.id}/?sim.do=accept`)).status).toBe(200);
    expect((await open(sims, `${offer.id}/?sim.do=accept&sim.page=made-up`)).status).toBe(200);
    expect((await press(sims, other.id, page, 'accept')).status).toBe(200);
    expect([(await updated(offer)).state, (await updated(other)).state]).toEqual([2, 2]);
    const fresh = await html(sims, offer.id);
    expect((await press(sims, offer.id, fresh, 'accept')).status).toBe(303);
    expect((await press(sims, offer.id, fresh, 'accept')).status).toBe(200);
    expect((await sim(sims, '/trades', undefined, 'GET')).body['trades']).toHaveLength(1);
  });

  test('says why it cannot be accepted, and announces a hold', async () => {
    const { sims, us, offer, take } = await anOffer();
    await sim(sims, `/users/${ROOKBOLT}/items/${take[0]?.assetid}`, undefined, 'DELETE');
    const page = await html(sims, offer.id);
    expect(page).toContain('no longer there');
    expect(await (await press(sims, offer.id, page, 'accept')).text()).toContain('That did not work');
    await sim(sims, `/users/${ROOKBOLT}`, { holdDays: 15 }, 'PATCH');
    const held = await offered(us, await linkOf(sims), { take: await gift(sims, ROOKBOLT) });
    const heldPage = await html(sims, held.id);
    expect(heldPage).toContain('On hold for 15 days');
    await press(sims, held.id, heldPage, 'accept');
    expect(await html(sims, held.id)).toContain('the items wait');
  });

  test('shows nothing of an offer that its sender has not confirmed', async () => {
    const { sims, us, give } = await anOffer();
    const offer = await offered(us, await linkOf(sims), { give });
    expect((await open(sims, `${offer.id}/`)).status).toBe(404);
    await us.answer(offer.id ?? '', true);
    expect(await html(sims, offer.id)).toContain('You receive');
  });

  test("does not answer for a bot: only its own session can accept a player's offer", async () => {
    const { sims, us, offer, give } = await anOffer();
    const { body } = await sim(sims, `/offers/${offer.id}/counter`, { take: give.map((item) => item.assetid) });
    const counter = String(body['offerId']);
    expect((await open(sims, `${counter}/`)).status).toBe(404);
    expect((await press(sims, counter, await html(sims, offer.id), 'accept')).status).toBe(404);
    expect(await heldBy(sims, us.steamId)).toEqual(give.map((item) => item.assetid));
  });
});

describe('the page of the own trade link', () => {
  const shown = async (sims: Simulators, id: string) =>
    fetch(`${sims.steam.baseUrl}/profiles/${id}/tradeoffers/privacy`);

  test('shows a player the link, with addresses that stay below the folder it is proxied under', async () => {
    const sims = await started();
    const page = await (await shown(sims, ROOKBOLT)).text();
    expect(page.replaceAll('&#38;', '&')).toContain(await linkOf(sims));
    expect(page).not.toMatch(/<script|<form|password/i);
    const base = `https://site.test/sim/steam/profiles/${ROOKBOLT}/tradeoffers/privacy`;
    const paths = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => new URL(match[1] ?? '', base).pathname);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect(path).toMatch(/^\/sim\/steam\/(avatars\/|icon\.svg$)/);
  });

  test('does not exist for a bot or an unknown player', async () => {
    const sims = await started();
    const us = await ourBot(sims);
    for (const id of [us.steamId, '76561198999999999']) expect((await shown(sims, id)).status).toBe(404);
  });
});
