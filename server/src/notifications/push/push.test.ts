/**
 * Pushes reach the browsers that asked for them and say nothing but their kind; a browser that is signed out, or another player's, gets none; and the
 * site calls known push services only. Against push services on this machine that decrypt as browsers do.
 */
import { MAX_PUSH_BROWSERS, PUSH_KINDS } from '@fairpot/contract/notifications/push/calls';
import { choosePushKinds, getPush, subscribePush, unsubscribePush } from '@fairpot/contract/notifications/push/schemas';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endSessionsByIds } from '../../accounts/own-sessions.ts';
import { sessionResolver } from '../../accounts/sessions.ts';
import type { PushTarget } from '../../platform/process/push-port.ts';
import { times } from '../../../testing/races.ts';
import { newPlayer } from '../../../testing/stages/players.ts';
import { makeWorld } from '../../../testing/world.ts';
import { push } from '../front.ts';
import { notificationsFeature } from '../notifications.feature.ts';
import { CONTACT, gatewayTo, PushWorld } from '../../../testing/notifications/push/push.fixture.ts';

const MINUTE = 60_000;

let site: PushWorld;
beforeAll(async () => (site = await PushWorld.start()));
afterAll(() => site?.close());
afterEach(() => site.clear());

describe('a push', () => {
  test('is encrypted for the browser and signed by the site, and says its message, its page and its tag alone', async () => {
    const { player, browser } = await site.subscriber();
    const { key } = await site.state(player);
    await site.event(player, { message: 'battleOver', path: '/casebattles/rnd_1', subject: 'rnd_1' });
    await site.send();
    const [received] = site.service.received.filter(({ endpoint }) => endpoint === browser.endpoint);
    expect(received?.payload).toEqual({ message: 'battleOver', path: '/casebattles/rnd_1', tag: 'battleOver rnd_1' });
    expect(received?.signedBy).toBe(key);
    expect(received?.claims).toMatchObject({ aud: site.service.origin, sub: CONTACT });
    expect(received?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: String(4 * 60 * 60),
      urgency: 'high',
    });
    expect(received?.headers['topic']).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(await site.waiting()).toBe(0);
  });

  test('goes to each browser of the player that asked for its kind, and to no other', async () => {
    const { player, browser: all } = await site.subscriber();
    const again = await site.signIn(player);
    const battles = await site.subscribe(again.player, ['battle']);
    const { browser: stranger } = await site.subscriber();
    await site.event(player);
    await site.event(player, { message: 'battleOver', subject: 'rnd_2' });
    await site.send();
    const messages = (browser: PushTarget) => site.received(browser).map(({ tag }) => tag.split(' ')[0]);
    expect([messages(all), messages(battles), messages(stranger)]).toEqual([
      ['battleOver', 'withdrawn'],
      ['battleOver'],
      [],
    ]);
    await site.world.run(choosePushKinds, again.player, { kinds: ['trade'] });
    expect((await site.state(again.player)).browser).toMatchObject({ kinds: ['trade'], failedAt: null });
    await site.world.run(unsubscribePush, player, {});
    expect((await site.state(player)).browser).toBe(null);
    await site.event(player, { message: 'offer', subject: 'trd_1' });
    await site.send();
    expect([messages(all).length, messages(battles)]).toEqual([2, ['battleOver', 'offer']]);
  });

  test('is part of the transaction: a rolled-back event sends nothing', async () => {
    const { player } = await site.subscriber();
    const failed = site.world.deps.db.transaction(async (tx) => {
      await push(
        tx,
        { playerIds: [player.id], message: 'offer', path: '/deposit', subject: 'x' },
        site.world.clock.now(),
      );
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await site.waiting()).toBe(0);
  });

  test('is not sent when its time is over', async () => {
    const { player, browser } = await site.subscriber();
    await site.event(player, { message: 'offer', subject: 'trd_2' });
    await site.world.clock.advance(10 * MINUTE);
    await site.send();
    expect([site.received(browser), await site.waiting()]).toEqual([[], 0]);
  });

  test('leads to a page of this site only', async () => {
    const { player } = await site.subscriber();
    for (const path of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])
      await expect(site.event(player, { path }), path).rejects.toThrow('check constraint');
  });
});

describe('a subscription', () => {
  const FCM = 'https://fcm.googleapis.com/fcm/send/abc';

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user:pass@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com@evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://notify.windows.com.evil.example/',
    'https://a.b.notify.windows.com/',
    'https://evilnotify.windows.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'http://127.0.0.1:9/',
    'file:///etc/passwd',
    'fcm.googleapis.com',
  ])('of %s is refused: the site calls known push services only', async (endpoint) => {
    const browser = { ...site.service.browser(), endpoint, kinds: [...PUSH_KINDS] };
    expect(await site.world.refused(subscribePush, await site.newcomer(), browser)).toBe('BAD_INPUT');
  });

  test.each([
    FCM,
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('of %s is taken', async (endpoint) => {
    const player = await site.newcomer();
    const { endpointHash } = await site.world.run(subscribePush, player, {
      ...site.service.browser(),
      endpoint,
      kinds: ['trade'],
    });
    expect((await site.state(player)).browser).toEqual({ endpointHash, kinds: ['trade'], failedAt: null });
  });

  test('with an address that was stored before the list changed is not called', async () => {
    const browser = site.service.browser();
    const answer = await gatewayTo(site.other.origin).send(browser, { payload: '{}', keepSeconds: 1, topic: 'x' });
    expect(answer).toEqual({ kind: 'refused', why: 'not a known push service' });
    expect(site.received(browser)).toEqual([]);
  });

  test('with a key that is no point of the curve is refused', async () => {
    const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
    const browser = { ...site.service.browser(), p256dh, kinds: [...PUSH_KINDS] };
    expect(await site.world.refused(subscribePush, await site.newcomer(), browser)).toBe('BAD_INPUT');
  });

  test('ends with its sign-in: a browser that is signed out gets nothing, not even what is on its way', async () => {
    const server = await site.world.http({ resolveSession: sessionResolver });
    const { player, cookie } = await site.signIn(await site.newPlayer());
    const browser = await site.subscribe(player);
    const elsewhere = await site.subscribe((await site.signIn(player)).player);
    await site.event(player);
    const answer = await fetch(`${server.url}/api/auth/logout`, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      redirect: 'manual',
    });
    expect(answer.status).toBe(303);
    await site.event(player, { subject: 'later' });
    await site.send();
    expect([site.received(browser).length, site.received(elsewhere).length]).toEqual([0, 2]);
  });

  test('of another account on the same browser takes the place of the former one, with what waited for it', async () => {
    const { player: anna, browser } = await site.subscriber();
    await site.event(anna);
    const bela = await site.newcomer();
    await site.subscribe(bela, PUSH_KINDS, browser);
    await site.event(anna, { subject: 'later' });
    await site.event(bela, { message: 'battleOver', subject: 'own' });
    await site.send();
    expect(site.received(browser)).toMatchObject([{ tag: 'battleOver own' }]);
    expect((await site.state(anna)).browser).toBe(null);
  });

  test('is one for each sign-in, and at most ten for a player: the oldest goes', async () => {
    const player = await site.newPlayer();
    const ends = await Promise.all(times(MAX_PUSH_BROWSERS + 2, () => site.signIn(player)));
    const browsers: PushTarget[] = [];
    for (const { player: here } of ends) {
      await site.world.clock.advance(1);
      await site.subscribe(here);
      browsers.push(await site.subscribe(here));
    }
    await site.event(player);
    await site.send();
    expect(browsers.map((browser) => site.received(browser).length)).toEqual([
      0,
      0,
      ...times(MAX_PUSH_BROWSERS, () => 1),
    ]);
  });

  test('of a sign-in that is over, or of none, is refused', async () => {
    const browser = { ...site.service.browser(), kinds: [...PUSH_KINDS] };
    const over = await site.newcomer();
    await site.world.db.transaction((tx) => endSessionsByIds(tx, [over.sessionId ?? '']));
    expect(await site.world.refused(subscribePush, over, browser)).toBe('SIGNED_OUT');
    expect(await site.world.refused(subscribePush, await site.newPlayer(), browser)).toBe('SIGNED_OUT');
    expect(await site.world.refused(choosePushKinds, await site.newcomer(), { kinds: ['trade'] })).toBe('NOT_FOUND');
  });

  test('is refused where the site has no key', async () => {
    const without = await makeWorld({ features: [notificationsFeature] });
    try {
      const player = await newPlayer(without);
      expect(await without.run(getPush, player, {})).toEqual({ key: null, browser: null });
      const browser = { ...site.service.browser(), kinds: [...PUSH_KINDS] };
      expect(await without.refused(subscribePush, player, browser)).toBe('NOT_FOUND');
    } finally {
      await without.close();
    }
  });
});
