/** Everything that can go wrong between the worker and Steam while an offer is sent: one offer or none, and the order knows which. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TradeGateway } from './gateway-port.ts';
import { makeScene, type TestWorker, type ScenePerson, type TradeScene } from './scene.fixture.ts';
import { LEASE_MS, work } from './worker.ts';

const MINUTE = 60_000;
const AK = [730, 'AK-47 | Asiimov (Field-Tested)'] as const;

let scene: TradeScene;
beforeAll(async () => (scene = await makeScene()));
afterAll(() => scene.close());
beforeEach(() => scene.simulators.faults.clear());

async function ordered(toBalance = false): Promise<{ person: ScenePerson; id: string }> {
  const person = await scene.person([AK]);
  return { person, id: await scene.deposit(person, toBalance) };
}

const turns = async (count: number, ms: number) => {
  for (let n = 0; n < count; n += 1) {
    await scene.world.clock.advance(ms);
    await scene.hand.turn();
  }
};

/** How often Steam was asked to make an offer since the log was cleared. */
async function sends(): Promise<number> {
  const { requests } = (await scene.control('GET', '/requests?service=steam&limit=1000')) as {
    requests: { path: string }[];
  };
  return requests.filter((request) => request.path.startsWith('/tradeoffer/new/send')).length;
}

describe('a refusal', () => {
  test.each([
    ['send-trade-ban', undefined, 'TRADE_BAN'],
    ['send-cannot-trade', undefined, 'TRADE_BAN'],
    ['send-new-device', undefined, 'STEAM_DOWN'],
    ['send-limit', undefined, 'TOO_MANY_OFFERS'],
    ['send-error', { eresult: 2 }, 'STEAM_DOWN'],
    ['send-error', { eresult: 8 }, 'NOT_TRADABLE'],
    ['send-error', { eresult: 15 }, 'BAD_LINK'],
    ['send-error', { eresult: 20 }, 'STEAM_DOWN'],
    ['send-error', { eresult: 25 }, 'TOO_MANY_OFFERS'],
    ['send-error', { eresult: 26 }, 'ITEM_GONE'],
    ['send-error', { eresult: 50 }, 'TOO_MANY_OFFERS'],
  ])('%s %o ends the order', async (fault, params, reason) => {
    const { person, id } = await ordered();
    await scene.fault(fault, params);
    await scene.hand.turn();
    expect(await scene.order(person, id)).toMatchObject({ state: 'REFUSED', reason });
    expect(await scene.offersOf(person, id)).toEqual([]);
  });

  test('too many open offers are reported in the words of the spec', async () => {
    const { person, id } = await ordered();
    await scene.fault('send-limit');
    await scene.hand.turn();
    expect((await scene.order(person, id)).reasonText).toMatch(/too many outstanding trade offers.*cancel some/);
  });

  test.each(['send-400', 'send-401', 'send-403', 'send-429'])(
    '%s: nothing was sent, and it is sent once that is over',
    async (fault) => {
      const { person, id } = await ordered();
      await scene.fault(fault, undefined, 1);
      await scene.hand.turn();
      expect((await scene.order(person, id)).state).toBe('CREATED');
      await turns(2, 11_000);
      expect((await scene.order(person, id)).state).toBe('SENT');
      expect(await scene.offersOf(person, id)).toHaveLength(1);
    },
  );
});

describe('a lost answer', () => {
  test.each([
    ['send-drop-after', undefined],
    ['send-error', { eresult: 16, after: 1 }],
    ['send-error', { eresult: 11, after: 1 }],
  ])('%s %o: the offer is found, and never sent again', async (fault, params) => {
    const { person, id } = await ordered();
    await scene.control('DELETE', '/requests');
    await scene.fault(fault, params, 1);
    await scene.hand.turn();
    await turns(2, 11_000);
    expect((await scene.order(person, id)).state).toBe('SENT');
    expect(await scene.offersOf(person, id)).toHaveLength(1);
    expect(await sends()).toBe(1);
    await scene.act(person, id, 'accept');
    await scene.hand.turn();
    expect((await scene.order(person, id)).booked).toBe(true);
  });

  test.each([
    ['send-drop-before', undefined],
    ['send-hang', undefined],
    ['send-503', undefined],
    ['send-html', undefined],
    ['send-empty', undefined],
    ['send-error', { eresult: 16, after: 0 }],
    ['send-error', { eresult: 28, after: 0 }],
  ])('%s %o: searched for until it can no longer appear, and never sent again', async (fault, params) => {
    const { person, id } = await ordered();
    await scene.control('DELETE', '/requests');
    await scene.fault(fault, params);
    await scene.hand.turn();
    expect((await scene.order(person, id)).state).toBe('UNKNOWN');
    scene.simulators.faults.clear();
    await turns(2, 5 * MINUTE);
    expect((await scene.order(person, id)).state).toBe('UNKNOWN');
    await turns(2, 4 * MINUTE);
    expect(await scene.order(person, id)).toMatchObject({ state: 'EXPIRED', reason: 'NEVER_SENT' });
    expect(await sends()).toBe(1);
    expect(await scene.offersOf(person, id)).toEqual([]);
  });

  test.each([
    ['shows offers that cannot be read', 'offers-no-partner', undefined],
    ['says that it failed, and shows nothing', 'offers-eresult', { eresult: 2, body: 0 }],
  ])('is not given up while Steam %s', async (_how, fault, params) => {
    const { person, id } = await ordered();
    await scene.fault('send-drop-after', undefined, 1);
    await scene.fault(fault, params);
    await scene.hand.turn();
    await turns(3, 10 * MINUTE);
    expect((await scene.order(person, id)).state).toBe('UNKNOWN');
    scene.simulators.faults.clear();
    await turns(1, MINUTE);
    // Found, and cancelled at once, because its time is over.
    expect(await scene.order(person, id)).toMatchObject({ state: 'EXPIRED', reason: null });
    expect((await scene.offersOf(person, id))[0]?.state).toBe(6);
  });

  test('and an offer that appears after it was given up is cancelled', async () => {
    const { person, id } = await ordered();
    await scene.fault('send-drop-before', undefined, 1);
    await scene.hand.turn();
    await turns(2, 10 * MINUTE);
    const order = await scene.order(person, id);
    expect(order.state).toBe('EXPIRED');
    // As if Steam had only been slow.
    await scene.control('POST', '/offers', {
      from: scene.bot.steamId,
      to: person.steamId,
      take: await scene.assets(person.steamId),
      give: [],
      message: `Fairpot #${order.code}`,
    });
    await scene.hand.turn();
    expect((await scene.offersOf(person, id))[0]?.state).toBe(6);
  });
});

describe('Steam faults while an order is in progress', () => {
  test.each([
    ...['hold-503', 'hold-429', 'hold-hang', 'hold-html', 'hold-empty'],
    ...['offers-503', 'offers-html', 'offers-empty', 'offers-glitched', 'offers-hang'],
    ...['trade-status-503', 'trade-status-empty', 'trade-status-html', 'login-503', 'login-hang'],
    ...['hold-eresult', 'offers-eresult', 'trade-status-eresult', 'trade-status-drop-after', 'acknowledge-503'],
  ])('%s for a while only delays it', async (fault) => {
    const { person, id } = await ordered(true);
    await scene.control('POST', '/sessions/expire', {});
    await scene.fault(fault);
    await scene.hand.turn();
    await turns(1, 15_000);
    scene.simulators.faults.clear();
    await turns(3, 16_000);
    expect((await scene.order(person, id)).state).toBe('SENT');
    await scene.act(person, id, 'accept');
    await scene.fault(fault);
    await scene.hand.turn();
    scene.simulators.faults.clear();
    await turns(3, 16_000);
    expect(await scene.order(person, id)).toMatchObject({ state: 'ACCEPTED', booked: true });
    expect((await scene.money(person))[1]).toBe(44.9);
  });

  test.each([
    ['offers-backdated', { seconds: 1_500 }],
    ['offers-small-pages', { size: 1 }],
    // The header reports a failure, but the body is complete.
    ['offers-eresult', { eresult: 2, body: 1 }],
  ])('%s %o still shows the offer', async (fault, params) => {
    const { person, id } = await ordered();
    await scene.fault('send-drop-after', undefined, 1);
    await scene.fault(fault, params);
    await scene.hand.turn();
    await turns(1, 11_000);
    expect((await scene.order(person, id)).state).toBe('SENT');
  });

  test.each(['cancel-503', 'cancel-drop-after', 'cancel-hang', 'offer-503', 'offer-eresult', 'offer-html'])(
    '%s: an offer whose time is over is cancelled in the end',
    async (fault) => {
      const { person, id } = await ordered();
      await scene.hand.turn();
      await scene.fault(fault, undefined, 1);
      await turns(2, 10 * MINUTE);
      expect((await scene.order(person, id)).state).toBe('EXPIRED');
      expect((await scene.offersOf(person, id))[0]?.state).toBe(6);
    },
  );
});

describe('a worker that dies', () => {
  class Died extends Error {}
  type Calls = { [K in keyof TradeGateway]: TradeGateway[K] };

  /** A worker whose process ends at this call, either before Steam receives it or after Steam did it. */
  function dying(at: keyof TradeGateway, when: 'before' | 'after'): TestWorker {
    const whole = scene.anotherHand();
    const wrapped = { ...whole.gateway } as Calls;
    const call = whole.gateway[at].bind(whole.gateway) as (...input: unknown[]) => Promise<unknown>;
    Object.assign(wrapped, {
      [at]: async (...input: unknown[]) => {
        if (when === 'after') await call(...input);
        throw new Died();
      },
    });
    return scene.anotherHand({ gateway: wrapped });
  }
  /** Orders of other tests may be due as well. */
  const die = async (hand: TestWorker) => {
    const dies = async () => {
      for (let n = 0; n < 20; n += 1) await work(hand.parts);
    };
    await expect(dies()).rejects.toThrow(Died);
  };

  test.each([
    ['holdDays', 'before', 1],
    ['send', 'before', 0],
    ['send', 'after', 1],
  ] as const)('at %s, %s: another worker continues, and there are %d offers', async (at, when, offers) => {
    const { person, id } = await ordered();
    await die(dying(at, when));
    // The claim expires before any worker checked the offers.
    await turns(4, LEASE_MS);
    expect((await scene.order(person, id)).state).toBe(offers === 0 ? 'UNKNOWN' : 'SENT');
    expect(await scene.offersOf(person, id)).toHaveLength(offers);
    await turns(6, 3 * MINUTE);
    expect((await scene.order(person, id)).state).toBe('EXPIRED');
    expect((await scene.offersOf(person, id)).filter((offer) => offer.state === 2)).toEqual([]);
  });

  test.each(['before', 'after'] as const)('while it follows a trade, %s: it is credited once', async (when) => {
    const { person, id } = await ordered(true);
    await scene.hand.turn();
    await scene.act(person, id, 'accept');
    await expect(dying('trade', when).turn()).rejects.toThrow(Died);
    await turns(2, LEASE_MS);
    expect((await scene.money(person))[1]).toBe(44.9);
  });

  test.each(['confirm', 'cancel'] as const)("at %s, after it: the order arrives at its offer's state", async (at) => {
    const { person, id } = await ordered();
    await scene.hand.turn();
    await scene.act(person, id, 'accept');
    await turns(1, 9 * 24 * 60 * MINUTE);
    const items = await scene.site(person);
    const out = await scene.withdraw(person, items);
    if (at === 'confirm') {
      await die(dying('confirm', 'after'));
      await turns(2, LEASE_MS);
      expect((await scene.order(person, out)).state).toBe('SENT');
      await scene.act(person, out, 'accept');
      await turns(1, 11_000);
      expect((await scene.order(person, out)).state).toBe('ACCEPTED');
    } else {
      await scene.hand.turn();
      await scene.world.clock.advance(11 * MINUTE);
      await die(dying('cancel', 'after'));
      await turns(2, LEASE_MS);
      expect((await scene.order(person, out)).state).toBe('EXPIRED');
      expect(await scene.site(person)).toEqual(items);
    }
  });
});

test('four workers at once send each of ten orders once', async () => {
  const orders = [];
  for (let n = 0; n < 10; n += 1) {
    const person = await scene.person([AK]);
    orders.push({ person, id: await scene.deposit(person, false, 0) });
  }
  await scene.control('DELETE', '/requests');
  const hands = [scene.hand, scene.anotherHand(), scene.anotherHand(), scene.anotherHand()];
  await Promise.all(hands.map((hand) => hand.turn()));
  for (const { person, id } of orders) {
    expect((await scene.order(person, id)).state).toBe('SENT');
    expect(await scene.offersOf(person, id)).toHaveLength(1);
    await scene.act(person, id, 'accept');
  }
  expect(await sends()).toBe(10);
  await Promise.all(hands.map((hand) => hand.turn()));
  for (const { person, id } of orders) expect((await scene.order(person, id)).booked).toBe(true);
  await scene.world.checkInvariants();
});

test('an offer that only looks like ours moves no order', async () => {
  const { person, id } = await ordered();
  await scene.fault('send-drop-before', undefined, 1);
  await scene.hand.turn();
  const impostor = await scene.person([AK]);
  const { code } = await scene.order(person, id);
  const take = await scene.assets(impostor.steamId);
  await scene.control('POST', '/offers', {
    from: scene.bot.steamId,
    to: impostor.steamId,
    take,
    give: [],
    message: `Fairpot #${code}`,
  });
  await turns(2, 11_000);
  expect(await scene.order(person, id)).toMatchObject({ state: 'UNKNOWN', offerId: null });
});
