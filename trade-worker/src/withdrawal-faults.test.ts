/**
 * Everything that can go wrong between the worker and Steam while an item leaves: it is reserved on the site, or at the player's account at
 * Steam, and never at both. One item leaves again and again, because each case ends with its return. One case of each kind of fault;
 * e2e/soak/trades.test.ts covers all of them, with kills.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeScene, type ScenePerson, type TradeScene } from './scene.fixture.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** An offer's own lifetime, and how long after it Steam has shown everything. */
const GIVEN_UP = [11 * MINUTE, 6 * MINUTE, MINUTE] as const;

let scene: TradeScene;
let person: ScenePerson;
let item: string;
beforeAll(async () => {
  scene = await makeScene();
  person = await scene.person();
  const deposit = await scene.deposit(person);
  await scene.hand.turn();
  await scene.act(person, deposit, 'accept');
  await after(MINUTE, 8 * DAY + MINUTE);
  const [first] = await scene.site(person);
  if (first === undefined) throw new Error('the item has not come');
  item = first;
});
afterEach(() => scene.simulators.faults.clear());
afterAll(() => scene.close());

async function after(...times: readonly number[]): Promise<void> {
  for (const ms of times) {
    await scene.world.clock.advance(ms);
    await scene.hand.turn();
  }
}

/** The order that withdraws the item; meanwhile the item is reserved. */
async function ordered(): Promise<string> {
  const id = await scene.withdraw(person, [item]);
  expect(await scene.site(person)).toEqual([]);
  return id;
}

/** The item is in the player's site inventory again, with its asset in our account, and no offer of the order is open. */
async function isBack(id: string): Promise<void> {
  expect((await scene.order(person, id)).returned).toBe(true);
  expect(await scene.site(person)).toEqual([item]);
  const [{ assetId } = { assetId: null }] = (await scene.order(person, id)).items;
  expect(await scene.assets(scene.bot.steamId)).toContain(assetId);
  expect(await scene.assets(person.steamId)).toEqual([]);
  expect((await scene.offersOf(person, id)).filter(({ state }) => state === 2 || state === 9)).toEqual([]);
}

test.each([
  ['send-limit', {}, 'TOO_MANY_OFFERS'],
  ['send-error', { eresult: 26 }, 'ITEM_GONE'],
  ['hold-all', { days: 3 }, 'TRADE_HOLD'],
] as const)('%s %o: refused, and the item returns at once', async (fault, params, reason) => {
  const id = await ordered();
  await scene.fault(fault, params);
  await scene.hand.turn();
  expect(await scene.order(person, id)).toMatchObject({ state: 'REFUSED', reason });
  await isBack(id);
});

test.each(['send-drop-before', 'send-html'])(
  '%s: the item stays reserved until the offer can no longer appear, and then returns',
  async (fault) => {
    const id = await ordered();
    await scene.fault(fault, {}, 1);
    await scene.hand.turn();
    expect((await scene.order(person, id)).state).toBe('UNKNOWN');
    await after(8 * MINUTE);
    expect(await scene.site(person)).toEqual([]);
    await after(...GIVEN_UP);
    expect(await scene.order(person, id)).toMatchObject({ state: 'EXPIRED', reason: 'NEVER_SENT' });
    await isBack(id);
  },
);

test.each([
  ...[
    'send-drop-after',
    'send-slow',
    'send-401',
    'send-429',
    'offers-glitched',
    'offers-no-partner',
    'confirmations-429',
    'confirmations-hang',
    'confirmations-empty',
  ],
  ...['confirm-503', 'confirm-hang', 'confirm-drop-before', 'confirm-drop-after'],
])('%s for a while: one offer, confirmed once that is over; declined, the item returns', async (fault) => {
  const id = await ordered();
  // Lost once and found, or down for two turns.
  await scene.fault(fault, {}, ...(fault.startsWith('send') ? [1] : []));
  await scene.hand.turn();
  await after(15_000);
  scene.simulators.faults.clear();
  await after(15_000, 31_000, MINUTE);
  expect((await scene.order(person, id)).state).toBe('SENT');
  expect((await scene.offersOf(person, id)).map(({ state }) => state)).toEqual([2]);
  await scene.act(person, id, 'decline');
  await after(11_000);
  expect((await scene.order(person, id)).state).toBe('DECLINED');
  await isBack(id);
});

test.each(['time-503', 'time-401', 'time-drop-after', 'time-empty', 'time-hang'])(
  '%s: confirmations use Steam’s own clock only; without it nothing moves and nothing is sent again',
  async (fault) => {
    await after(11 * MINUTE); // its last answer is valid for ten
    const id = await ordered();
    await scene.fault(fault);
    await scene.hand.turn();
    await after(15_000);
    expect((await scene.order(person, id)).state).toBe('NEEDS_CONFIRMATION');
    expect((await scene.offersOf(person, id)).map(({ state }) => state)).toEqual([9]);
    expect(await scene.site(person)).toEqual([]);
    scene.simulators.faults.clear();
    await after(15_000, 31_000, MINUTE);
    expect((await scene.order(person, id)).state).toBe('SENT');
    await scene.act(person, id, 'decline');
    await after(11_000);
    await isBack(id);
  },
);

test.each(['cancel-503', 'cancel-drop-after'])(
  '%s: an offer that was not accepted is cancelled in the end, and the item returns',
  async (fault) => {
    const id = await ordered();
    await scene.hand.turn();
    await after(15_000);
    await scene.fault(fault, {}, 1);
    await after(...GIVEN_UP);
    expect((await scene.order(person, id)).state).toBe('EXPIRED');
    await isBack(id);
  },
);

/** What Steam can report of a trade, or fail to report; 77 is an undocumented status. */
const SAYS_NOTHING: readonly (readonly [fault: string, params?: Readonly<Record<string, number>>])[] = [
  ...(['trade-status-503', 'trade-status-empty', 'trade-status-html', 'trade-status-hang', 'offers-503'] as const).map(
    (fault) => [fault] as const,
  ),
  ['trade-status-code', { status: 0 }],
  ['trade-status-code', { status: 77 }],
];

test('while Steam does not report the trade, no one can use the item; then the player gets it, once', async () => {
  const id = await ordered();
  await scene.hand.turn();
  await after(15_000);
  await scene.act(person, id, 'accept');
  for (const [fault, params] of SAYS_NOTHING) {
    await scene.fault(fault, params);
    await after(16_000);
    expect(await scene.site(person), fault).toEqual([]);
    scene.simulators.faults.clear();
  }
  await after(31_000, MINUTE);
  expect((await scene.order(person, id)).state).toBe('ACCEPTED');
  expect(await scene.assets(person.steamId)).toHaveLength(1);
  expect(await scene.site(person)).toEqual([]);
  await scene.world.checkInvariants();
});

test('the worker makes none of the calls that the simulator lacks: it accepts nothing and reads no trade history', async () => {
  const { requests } = (await scene.control('GET', '/requests?service=steam&limit=1000')) as {
    requests: { readonly path: string }[];
  };
  expect(requests.length).toBeGreaterThan(60);
  const never = /\/accept\b|GetTradeHistory|GetAssetClassInfo|GetPlayerBans|^\/tradeoffer\/new\/(\?|$)/;
  expect(requests.map(({ path }) => path).filter((path) => never.test(path))).toEqual([]);
});
