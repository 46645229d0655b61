/** How pushes are delivered: retries, dead subscriptions, services that hang, nodes that die or work at once. */
import { PUSH_KINDS } from '@fairpot/contract/notifications/push/calls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../platform/database/sql.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { PushGateway } from '../../platform/process/push-port.ts';
import { invariant } from '../../platform/runner/refused.ts';
import { sweepOnce } from '../../../testing/plans/sweep-case.ts';
import { times } from '../../../testing/races.ts';
import { until } from '../../../testing/until.ts';
import { pushSweeps } from './deliver.ts';
import { PushWorld, sweepOf } from '../../../testing/notifications/push/push.fixture.ts';
import { takeDue } from './store.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const NEVER = new AbortController().signal;

let site: PushWorld;
beforeAll(async () => (site = await PushWorld.start()));
afterAll(() => site?.close());
afterEach(() => site.clear());

describe('a push service', () => {
  test.each([404, 410])('that answers %d has no such browser any more: the subscription is deleted', async (status) => {
    const { player, browser } = await site.subscriber();
    site.service.behaviour.set(browser.endpoint, status);
    await site.event(player);
    await site.event(player, { subject: 'second' });
    await site.send();
    expect([(await site.state(player)).browser, await site.waiting()]).toEqual([null, 0]);
  });

  test.each([500, 503, 429])('that answers %d is asked again later, five times at most', async (status) => {
    const { player, browser } = await site.subscriber();
    site.service.behaviour.set(browser.endpoint, status);
    await site.event(player);
    for (const ms of [0, 10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE]) {
      const before = site.received(browser).length;
      if (ms > 0) {
        await site.world.clock.advance(ms - 1);
        await site.send();
        expect(site.received(browser).length, `not before ${ms} ms`).toBe(before);
        expect((await site.state(player)).browser?.failedAt).toBe(null);
        await site.world.clock.advance(1);
      }
      await site.send();
      expect(site.received(browser).length).toBe(before + 1);
    }
    expect((await site.state(player)).browser?.failedAt).toBe(site.world.clock.now());
    expect(await site.waiting()).toBe(0);
    // The next one arrives.
    site.service.behaviour.delete(browser.endpoint);
    await site.event(player);
    await site.send();
    expect((await site.state(player)).browser?.failedAt).toBe(null);
  });

  test.each([400, 403, 413])('that answers %d refuses the message for good', async (status) => {
    const { player, browser } = await site.subscriber();
    site.service.behaviour.set(browser.endpoint, status);
    await site.event(player);
    await site.send();
    expect([site.received(browser).length, await site.waiting()]).toEqual([1, 0]);
    expect((await site.state(player)).browser?.failedAt).toBe(site.world.clock.now());
  });

  test.each([302, 307])('that redirects (%d) is not followed', async (status) => {
    const { player, browser } = await site.subscriber();
    site.service.behaviour.set(browser.endpoint, status);
    await site.event(player);
    await site.send();
    expect([site.received(browser).length, site.service.faults]).toEqual([1, []]);
  });

  test('that hangs is left after five seconds', async () => {
    const browser = site.service.browser();
    site.service.behaviour.set(browser.endpoint, 'hang');
    const { push: gateway } = site.world.deps.gateways;
    expect(await gateway?.send(browser, { payload: '{}', keepSeconds: 1, topic: 'x' })).toEqual({
      kind: 'away',
      why: 'no answer in 5000 ms',
    });
  }, 15_000);

  test('that hangs holds up neither another service nor the other browsers of its own', async () => {
    const player = await site.newPlayer();
    const subscribers = await Promise.all(times(5, () => site.subscriber(PUSH_KINDS, player)));
    for (const { browser } of subscribers) site.service.behaviour.set(browser.endpoint, 'hang');
    const elsewhere = await site.subscribe((await site.signIn(player)).player, PUSH_KINDS, site.other.browser());
    await site.event(player);
    const stopping = new AbortController();
    const hanging = sweepOnce(site.world.features, sweepOf(site.service.origin), stopping.signal);
    await sweepOnce(site.world.features, sweepOf(site.other.origin));
    expect(site.received(elsewhere)).toHaveLength(1);
    // None of the five has been answered, and each was sent.
    await until(() => subscribers.every(({ browser }) => site.received(browser).length === 1));
    // A node that stops does not wait either.
    stopping.abort();
    await hanging;
    expect(await site.waiting()).toBe(5);
  });
});

describe('a node', () => {
  test('that dies between sending and noting it is followed by another, whose push has the same tag', async () => {
    const { player, browser } = await site.subscriber();
    await site.event(player);
    const { deps } = site.world;
    const dying: Deps = { ...deps, db: { ...deps.db, run: () => Promise.reject(new Error('the node died')) } };
    const sweep = pushSweeps(dying).find(({ name }) => name === sweepOf(site.service.origin));
    expect(await sweep?.run(NEVER)).toBe(1);
    await site.send();
    expect(site.received(browser), 'the other node waits').toHaveLength(1);
    await site.world.clock.advance(30 * SECOND);
    await site.send();
    const [first, second, ...more] = site.received(browser);
    expect([second, more, await site.waiting()]).toEqual([first, [], 0]);
  });

  test('shares the work with others: each push is sent once', async () => {
    const { player, browser } = await site.subscriber();
    const subjects = times(50, (n) => `n${n}`);
    for (const subject of subjects) await site.event(player, { subject });
    const nodes = times(3, () => pushSweeps(site.world.node(site.world.clock).deps));
    await Promise.all(
      nodes.map(async (sweeps) => {
        const own = sweeps.find(({ name }) => name === sweepOf(site.service.origin));
        while (((await own?.run(NEVER)) ?? 0) > 0);
      }),
    );
    const tags = site.received(browser).map(({ tag }) => tag);
    expect(tags).toEqual(subjects.map((subject) => `withdrawn ${subject}`).toSorted());
  });

  test('takes nothing that another is just taking, and does not wait for it', async () => {
    const { player } = await site.subscriber();
    await site.event(player);
    const { clock, features, deps } = site.world;
    await deps.db.transaction(async (tx) => {
      const taken = await takeDue(tx, site.service.origin, clock.now(), clock.now() + 30 * SECOND, 20);
      expect(taken).toHaveLength(1);
      expect(await sweepOnce(features, sweepOf(site.service.origin))).toBe(0);
    });
  });

  test('that is late decides nothing about a message that another node has taken since', async () => {
    const { player } = await site.subscriber();
    await site.event(player);
    const { deps, clock } = site.world;
    const gateway = deps.gateways.push;
    invariant(gateway, 'there is a push gateway');
    const nodeWith = (sendAs: PushGateway['send']) => {
      const own: Deps = { ...deps, gateways: { ...deps.gateways, push: { ...gateway, send: sendAs } } };
      return pushSweeps(own).find(({ name }) => name === sweepOf(site.service.origin));
    };
    const next = nodeWith(() => Promise.resolve({ kind: 'away', why: 'status 500' }));
    const late = nodeWith(async () => {
      await clock.advance(31 * SECOND);
      await next?.run(NEVER);
      return { kind: 'accepted' };
    });
    await late?.run(NEVER);
    expect(await site.waiting(), 'the message is the other node’s').toBe(1);
  });

  test('writes an event without waiting for a subscription that is just being deleted', async () => {
    const { player } = await site.subscriber();
    await site.world.db.transaction(async (tx) => {
      await tx.run(sql`delete from push_subscriptions where player_id = ${player.id}`);
      await site.event(player);
    });
    expect(await site.waiting()).toBe(0);
  });
});

test('a message that no service took is deleted after a day', async () => {
  const { player } = await site.subscriber();
  await site.event(player);
  await site.world.clock.advance(24 * 60 * MINUTE);
  expect(await sweepOnce(site.world.features, 'notifications.forgetPush')).toBe(0);
  await site.world.clock.advance(1);
  expect(await sweepOnce(site.world.features, 'notifications.forgetPush')).toBe(1);
});
