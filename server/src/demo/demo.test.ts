import { CASES } from '@fairpot/catalogue/cases';
import { ITEM_TYPES } from '@fairpot/catalogue/items';
import { confirmAge, getUser } from '@fairpot/contract/user/schemas';
import { coinflipHistory, createCoinflip, listCoinflips } from '@fairpot/contract/coinflip/schemas';
import { joinWindow } from '@fairpot/contract/coinflip/calls';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { getJackpot, jackpotHistory } from '@fairpot/contract/jackpot/schemas';
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { demoGrant, signIn } from '@fairpot/contract/system/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accountsFeature } from '../accounts/accounts.feature.ts';
import { bots, publicUsers } from '../accounts/front.ts';
import { casebattleFeature } from '../games/casebattle/casebattle.feature.ts';
import { coinflipFeature } from '../games/coinflip/coinflip.feature.ts';
import { jackpotFeature } from '../games/jackpot/jackpot.feature.ts';
import { ledgerFeature } from '../ledger/ledger.feature.ts';
import { SYSTEM, type Runner } from '../platform/runner/command.ts';
import type { MakeFeature } from '../platform/runner/feature.ts';
import { GAME_SETTINGS } from '../games/games.ts';
import { acceptedApps, readSettings, SITE_SETTINGS, steamStakeApp } from '../platform/runner/settings.ts';
import { writeSetting } from '../../testing/settings.ts';
import { sql } from '../platform/database/sql.ts';
import { seededRandom } from '../../testing/fakes.ts';
import type { KeptWorld } from '../../testing/databases.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { marketFeature } from '../market/market.feature.ts';
import { protectionFeature } from '../protection/protection.feature.ts';
import { tradesFeature } from '../trades/trades.feature.ts';
import { vaultFeature } from '../vault/vault.feature.ts';
import { botSweep } from './bots.ts';
import { demoFeature, demoGreeting } from './demo.feature.ts';
import { ACCOUNT_COPIES, welcomeInventory } from './inventories.ts';
import { jackpotBotSweep } from './jackpot-bots.ts';
import { runDemo as liveFor } from '../../testing/demo/living.fixture.ts';
import { DEMO_PEOPLE, demoSignIns, PERSONAS } from './people.ts';
import { loadDemoWorld } from './seed.ts';

const features: readonly MakeFeature[] = [
  (deps, execute) => accountsFeature(deps, execute, demoGreeting(deps)),
  coinflipFeature,
  jackpotFeature,
  casebattleFeature,
  demoFeature,
  ledgerFeature,
  marketFeature,
  protectionFeature,
  tradesFeature,
  vaultFeature,
];

const open: World[] = [];
let loaded: KeptWorld;
beforeAll(async () => {
  const world = await makeWorld({ features, random: seededRandom('demo') });
  await loadDemoWorld(world.deps, executeIn(world));
  loaded = await world.keep();
});
afterAll(() => loaded.drop());

/** The demo's world after its first start. */
async function demoWorld(seed = 'demo'): Promise<World> {
  const world = await makeWorld({ features, random: seededRandom(seed), from: loaded });
  open.push(world);
  return world;
}
afterEach(async () => {
  for (const world of open.splice(0)) await world.close();
});

/** The world's runner as features get it. */
function executeIn(world: World): Runner['execute'] {
  return (call, actor, input, options) => world.runner.execute(call, actor, input, options);
}

/** Rows of every table, to show that nothing was added. */
async function rowCounts(world: World): Promise<Record<string, number>> {
  const tables = await world.db.many<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    counts[name] = (await world.db.one<{ n: number }>({ text: `select count(*) as n from ${name}`, values: [] })).n;
  }
  return counts;
}

async function playerId(world: World, steamid: string): Promise<string> {
  return (await world.db.one<{ id: string }>(sql`select id from players where steamid = ${steamid}`)).id;
}

describe('the demo world', () => {
  test('has its people and their belongings', async () => {
    const world = await demoWorld();
    await world.checkInvariants();
    for (const person of DEMO_PEOPLE) {
      const actor = world.actor({ id: await playerId(world, person.steamid), status: person.status });
      const { user } = await world.runner.execute(getUser, actor, {});
      const badge = person.status === 'USER' ? null : 'STAFF';
      expect(user).toMatchObject({ name: person.name, status: person.status, badge, ageConfirmed: false });
      expect(Math.round(user.balanceUsd * 100)).toBe(person.cents);
      const { items } = await world.runner.execute(siteInventory, actor, {});
      expect([items.length, user.items]).toEqual([person.items, person.items]);
    }
    // All games are accepted. Rust is selected first, as everywhere; what is staked from Steam can be staked and withdrawn at once.
    const set = await readSettings(world.db, SITE_SETTINGS);
    expect([set['global.appid'], acceptedApps(set), steamStakeApp(set)]).toEqual([252490, [730, 252490, 570], 570]);
    // The launcher puts this stock on the trading account; a deposit comes on top.
    const { 'trade.accountCents': most, 'deposit.dayCents': day } = set;
    const stock = ACCOUNT_COPIES * ITEM_TYPES.reduce((sum, { priceCents }) => sum + priceCents, 0);
    expect(most).toBeGreaterThan(stock + 100 * day);
    const personas = await bots(world.db);
    expect(personas.map((bot) => bot.name).sort()).toEqual(PERSONAS.map((persona) => persona.name).sort());
    expect(personas.every((bot) => bot.badge === 'BOT' && bot.isFake)).toBe(true);
  });

  test('a second start adds nothing, nor do two at once', async () => {
    const world = await demoWorld();
    const before = await rowCounts(world);
    expect(before['players']).toBe(DEMO_PEOPLE.length + PERSONAS.length);
    expect(before['item_types']).toBe(ITEM_TYPES.length);
    // What staff closed stays closed.
    await writeSetting(world.db, SITE_SETTINGS, 'deposit.accepts.730', false, world.clock.now());
    // At these prices each case would be refused: it returns more than 99%.
    await world.db.run(sql`
      update item_types set price_cents = price_cents * 2, good_until = ${world.clock.now() + 86_400_000}`);
    await loadDemoWorld(world.deps, executeIn(world));
    await Promise.all([1, 2].map(() => loadDemoWorld(world.deps, executeIn(world))));
    expect(await rowCounts(world)).toEqual(before);
    expect(acceptedApps(await readSettings(world.db, SITE_SETTINGS))).toEqual([252490, 570]);
  }, 60_000);

  test('a grant is given once, however many requests arrive at once', async () => {
    const world = await demoWorld();
    const id = await playerId(world, '76561198000000106');
    const wanted = {
      playerId: id,
      origin: 'demo:race',
      cents: 700,
      items: [{ slug: ITEM_TYPES[0]?.slug ?? '', kind: 'MARKET', count: 3 }],
    };
    const given = await Promise.all(Array.from({ length: 20 }, () => world.runner.execute(demoGrant, SYSTEM, wanted)));
    expect(given.map((one) => one.items).sort()).toEqual([...Array.from({ length: 19 }, () => 0), 3]);
    const actor = world.actor({ id });
    expect((await world.runner.execute(getUser, actor, {})).user.balanceUsd).toBe(7);
    expect((await world.runner.execute(siteInventory, actor, {})).items).toHaveLength(3);
    expect(await world.refused(demoGrant, world.actor({ status: 'ADMIN' }), wanted)).toBe('FORBIDDEN');
  });

  test('the next start finishes an interrupted one', async () => {
    const whole = await rowCounts(await demoWorld());
    const world = await makeWorld({ features, random: seededRandom('demo') });
    open.push(world);
    let calls = 0;
    const dying: Runner['execute'] = (call, actor, input, options) => {
      calls += 1;
      if (calls === CASES.length + 8) throw new Error('killed');
      return world.runner.execute(call, actor, input, options);
    };
    await expect(loadDemoWorld(world.deps, dying)).rejects.toThrow('killed');
    await loadDemoWorld(world.deps, executeIn(world));
    expect(await rowCounts(world)).toEqual(whole);
  }, 60_000);

  test('does not exist in live', async () => {
    const world = await makeWorld({ features, config: { mode: 'live' } });
    open.push(world);
    await loadDemoWorld(world.deps, executeIn(world));
    expect((await rowCounts(world))['players']).toBe(0);
    expect([...world.runner.bindings.keys()].filter((name) => name.startsWith('demo.'))).toEqual([]);
    expect(world.features.find((feature) => feature.name === 'demo')?.sweeps).toBeUndefined();
    expect(demoSignIns({ mode: 'live' })).toEqual([]);
    expect(demoSignIns({ mode: 'demo' })).toContainEqual({
      name: 'Vesna (admin)',
      role: 'admin',
      path: '/api/auth?hint=76561198000000202',
    });
  });
});

describe('a new account', () => {
  const answer = (steamid: string, n: number) => ({
    steamid,
    nonce: `2026-01-01T00:00:00Zwelcome${n}`,
    sessionId: String(n).repeat(64).slice(0, 64),
    userAgent: '',
    address: '',
  });

  test('gets items and play money once, and can play right after confirming the age', async () => {
    const world = await demoWorld();
    const { playerId: id } = await world.run(signIn, SYSTEM, answer('76561198000001001', 1));
    const actor = world.actor({ id });
    const { items } = await world.runner.execute(siteInventory, actor, {});
    expect(items).toHaveLength(24);
    expect(items.filter((item) => item.type === 'PRIZE_PROMO')).toHaveLength(1);
    for (const { item } of items) {
      expect(item.priceUsd).toBeGreaterThanOrEqual(5);
      expect(item.priceUsd).toBeLessThanOrEqual(40);
    }
    await world.run(signIn, SYSTEM, answer('76561198000001001', 2));
    expect((await world.runner.execute(siteInventory, actor, {})).items).toHaveLength(24);
    const stakes = items.filter((item) => item.type !== 'PRIZE_PROMO').slice(0, 3);
    const input = { inventoryIds: stakes.map((item) => item.id), side: 1 };
    expect(await world.refused(createCoinflip, { ...actor, ageConfirmed: false }, input)).toBe('AGE_UNCONFIRMED');
    await world.run(confirmAge, { ...actor, ageConfirmed: false }, { adult: true });
    await world.run(createCoinflip, actor, input);
  });

  test('of a known demo person gets no further gifts at sign-in', async () => {
    const world = await demoWorld();
    const { playerId: id, created } = await world.run(signIn, SYSTEM, answer('76561198000000106', 1));
    expect(created).toBe(false);
    expect((await world.runner.execute(siteInventory, world.actor({ id }), {})).items).toEqual([]);
  });

  test('%s: %s is limited to %j', () => {
    expect(welcomeInventory('76561198000001001')).toEqual(welcomeInventory('76561198000001001'));
    expect(welcomeInventory('76561198000001001')).not.toEqual(welcomeInventory('76561198000001002'));
  });
});

/** Sweeps outside this test are off, so that they take no time. */
async function pause({ db, clock }: World, game: 'coinflip' | 'jackpot'): Promise<void> {
  await writeSetting(db, GAME_SETTINGS, `${game}.paused`, true, clock.now());
}

/** Runs the demo for a while. Battles are paused: battle-bots.test.ts tests their bots. */
async function live(world: World, seconds: number, watch?: (games: CoinflipGame[]) => Promise<void> | void) {
  await writeSetting(world.db, GAME_SETTINGS, 'casebattle.paused', true, world.clock.now());
  await liveFor(world, seconds, async () => {
    if (watch) await watch((await world.runner.execute(listCoinflips, null, {})).games);
  });
}

describe('people with a past', () => {
  test('reach their level by real rounds; the account of a person who signed in is left alone', async () => {
    const world = await demoWorld('past');
    const [high, some] = [await playerId(world, '76561198000000102'), await playerId(world, '76561198000000105')];
    await live(world, 600);
    await world.checkInvariants();
    const seen = async (id: string) => world.runner.execute(getUser, world.actor({ id }), {});
    expect((await seen(high)).user.level).toBe(12);
    expect((await seen(high)).statistics.games['coinflip']).toMatchObject({ played: 3 });
    expect((await seen(some)).statistics.games['coinflip']).toMatchObject({ played: 4 });
    expect((await seen(high)).user.ageConfirmed).toBe(false);

    const other = await demoWorld('theirs');
    const id = await playerId(other, '76561198000000102');
    await other.run(confirmAge, other.actor({ id, ageConfirmed: false }), { adult: true });
    await live(other, 60);
    const { statistics } = await other.runner.execute(getUser, other.actor({ id }), {});
    expect(statistics.games['coinflip']).toMatchObject({ played: 0 });
  }, 120_000);
});

describe('bots', () => {
  test('play for twenty minutes at a human pace, within their bounds, and every invariant holds', async () => {
    const world = await demoWorld();
    let passed = 0;
    const waits: number[] = [];
    const sizes = new Set<number>();
    await pause(world, 'jackpot');
    await live(world, 1_200, async (games) => {
      passed += 2;
      const waiting = games.filter((game) => game.phase === 'WAITING');
      if (passed > 60) waits.push(waiting.length);
      for (const game of games) {
        const cents = centsFromUsd(game.firstTotalUsd);
        sizes.add(Math.floor(cents / 1_000));
        expect(cents).toBeGreaterThan(1_000);
        expect(cents).toBeLessThanOrEqual(12_400);
        if (game.secondUser === null) continue;
        expect(game.secondUser.id).not.toBe(game.firstUser.id);
        const { minCents, maxCents } = joinWindow(cents);
        expect(centsFromUsd(game.secondTotalUsd)).toBeGreaterThanOrEqual(minCents);
        expect(centsFromUsd(game.secondTotalUsd)).toBeLessThanOrEqual(maxCents);
      }
      if (passed % 600 === 0) await world.checkInvariants();
    });
    await world.checkInvariants();
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(3);
    expect(Math.max(...waits)).toBeLessThanOrEqual(6);
    expect(sizes.size).toBeGreaterThanOrEqual(6);
    const settled = await world.db.one<{ n: number }>(sql`
      select count(*) as n from rounds where phase = 'settled' and game = 'coinflip'`);
    expect(settled.n).toBeGreaterThanOrEqual(1_200 / 50);
    expect(settled.n).toBeLessThanOrEqual(1_200 / 30);
    const { history } = await world.runner.execute(coinflipHistory, null, { limit: 20 });
    expect(history.every((row) => row.winnerUser.badge === 'BOT' && row.loserUser.badge === 'BOT')).toBe(true);
    const faces = await publicUsers(world.db, [...new Set(history.map((row) => row.winnerUser.id))]);
    expect(faces.size).toBeGreaterThan(3);
  }, 240_000);

  test('sometimes join a player after a while unless that is switched off, and leave other games alone', async () => {
    const world = await demoWorld('players');
    const actor = world.actor({ id: await playerId(world, '76561198000000101') });
    const { items } = await world.runner.execute(siteInventory, actor, {});
    const cheap = items.filter(
      (item) => item.type !== 'PRIZE_PROMO' && item.item.priceUsd > 10.5 && item.item.priceUsd < 60,
    );
    const created: string[] = [];
    for (const item of cheap.slice(0, 12)) {
      const { gameId } = await world.runner.execute(createCoinflip, actor, { inventoryIds: [item.id], side: 2 });
      created.push(gameId);
    }
    const config = { ...world.deps.config, botsJoinPlayers: false };
    const patient = botSweep({ ...world.deps, config }, executeIn(world));
    for (let passed = 0; passed < 70; passed += 2) {
      await world.clock.advance(2_000);
      await patient.run(new AbortController().signal);
    }
    const left = (await world.runner.execute(listCoinflips, actor, {})).games;
    expect(left.filter(({ id, phase }) => created.includes(id) && phase === 'WAITING')).toHaveLength(created.length);

    const began = world.clock.now();
    const joinedAfter = new Map<string, number>();
    await live(world, 120, (games) => {
      for (const game of games.filter((one) => created.includes(one.id) && one.secondUser !== null)) {
        if (joinedAfter.has(game.id)) continue;
        joinedAfter.set(game.id, world.clock.now() - began);
        expect(game.secondUser?.badge).toBe('BOT');
      }
    });
    expect(joinedAfter.size).toBeGreaterThan(2);
    expect(joinedAfter.size).toBeLessThan(created.length);
    for (const ms of joinedAfter.values()) expect(ms).toBeGreaterThanOrEqual(25_000);
    await world.checkInvariants();
  }, 60_000);

  test('repeat the same actions from the same seed', async () => {
    const played = async () => {
      const world = await demoWorld('twice');
      await live(world, 90);
      return world.db.many(
        sql`select e.round_id, e.no, e.player_id, e.pick, e.cents, e.at from entries e order by 1, 2`,
      );
    };
    const first = await played();
    expect(first.length).toBeGreaterThan(4);
    expect(await played()).toEqual(first);
  }, 60_000);

  test('open and join nothing while the game is paused, and continue afterwards', async () => {
    const world = await demoWorld();
    const entries = async () =>
      (
        await world.db.one<{ n: number }>(sql`
          select count(*) as n from entries e join rounds r on r.id = e.round_id where r.game = 'coinflip'`)
      ).n;
    await live(world, 60);
    await writeSetting(world.db, GAME_SETTINGS, 'coinflip.paused', true, world.clock.now());
    const before = await entries();
    expect(before).toBeGreaterThan(2);
    await live(world, 90);
    expect(await entries()).toBe(before);
    await writeSetting(world.db, GAME_SETTINGS, 'coinflip.paused', false, world.clock.now());
    await live(world, 60);
    expect(await entries()).toBeGreaterThan(before);
  }, 60_000);

  test('are restocked only when they run out', async () => {
    const world = await demoWorld();
    const [poor] = await bots(world.db);
    await live(world, 30);
    const restocks = () => world.db.many(sql`select player_id from demo_grants where origin like 'demo:restock:%'`);
    expect(await restocks()).toEqual([]);
    await world.db.run(sql`
      update item_types set price_cents = greatest(1, price_cents / 10)`);
    await live(world, 30);
    expect((await restocks()).length).toBeGreaterThanOrEqual(PERSONAS.length);
    expect(poor).toBeDefined();
  }, 60_000);

  test('keep the jackpot busy: a round in one to two minutes, two to four bots in each, different values', async () => {
    const world = await demoWorld('jackpot');
    const seconds = 1_200;
    await pause(world, 'coinflip');
    await live(world, seconds);
    await world.checkInvariants();
    const { history } = await world.runner.execute(jackpotHistory, null, { limit: 100 });
    expect(history.length).toBeGreaterThanOrEqual(seconds / 130);
    expect(history.length).toBeLessThanOrEqual(seconds / 60);
    expect(new Set(history.map((row) => row.entries)).size).toBeGreaterThan(1);
    for (const { entries, players, value, result } of history) {
      expect(entries).toBe(players);
      expect(entries).toBeGreaterThanOrEqual(2);
      expect(entries).toBeLessThanOrEqual(4);
      expect(value).toBeLessThanOrEqual(4 * 126);
      expect(result.user.badge).toBe('BOT');
    }
    expect(new Set(history.map((row) => Math.floor(row.value / 20))).size).toBeGreaterThan(3);
  }, 120_000);

  test('pause with the jackpot, and enter once despite a restart', async () => {
    const world = await demoWorld('pause');
    await writeSetting(world.db, GAME_SETTINGS, 'jackpot.paused', true, world.clock.now());
    await live(world, 60);
    const entries = async () => (await world.runner.execute(getJackpot, null, {})).game?.entries ?? [];
    expect(await entries()).toEqual([]);
    await writeSetting(world.db, GAME_SETTINGS, 'jackpot.paused', false, world.clock.now());
    await live(world, 60);
    // Each of these restarts loses the plans and reads the entries again.
    for (let n = 0; n < 4; n += 1) {
      const sweep = jackpotBotSweep(world.deps, executeIn(world));
      for (let passed = 0; passed < 10; passed += 2) {
        await world.clock.advance(2_000);
        await sweep.run(new AbortController().signal);
      }
    }
    const people = (await entries()).map((entry) => entry.user.id);
    expect(people.length).toBeGreaterThanOrEqual(2);
    expect(people.length).toBeLessThanOrEqual(4);
    expect(new Set(people).size).toBe(people.length);
  }, 60_000);
});
