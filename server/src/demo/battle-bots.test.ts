/** The demo's battles: cases available at the start, and bots that keep the page busy without crowding it. */
import { artUrl } from '@fairpot/catalogue/art';
import { CASES } from '@fairpot/catalogue/cases';
import { listCases, publishCase, retireCase } from '@fairpot/contract/casebattle/cases/schemas';
import {
  casebattleHistory,
  createCasebattle,
  joinCasebattle,
  listCasebattles,
} from '@fairpot/contract/casebattle/schemas';
import { teamIdOf } from '@fairpot/contract/casebattle/views';
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accountsFeature } from '../accounts/accounts.feature.ts';
import { casebattleFeature } from '../games/casebattle/casebattle.feature.ts';
import { ledgerFeature } from '../ledger/ledger.feature.ts';
import { SYSTEM, type Runner } from '../platform/runner/command.ts';
import type { MakeFeature } from '../platform/runner/feature.ts';
import { GAME_SETTINGS } from '../games/games.ts';
import { writeSetting } from '../../testing/settings.ts';
import { sql } from '../platform/database/sql.ts';
import { seededRandom } from '../../testing/fakes.ts';
import type { KeptWorld } from '../../testing/databases.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { marketFeature } from '../market/market.feature.ts';
import { vaultFeature } from '../vault/vault.feature.ts';
import { battleBotSweep } from './battle-bots.ts';
import { demoFeature } from './demo.feature.ts';
import { runDemo as liveFor } from '../../testing/demo/living.fixture.ts';
import { loadDemoWorld } from './seed.ts';

/** The demo without the other games: only its battle bots act here. */
const features: readonly MakeFeature[] = [
  (deps, execute) => accountsFeature(deps, execute, () => Promise.resolve()),
  casebattleFeature,
  (deps, execute) => ({ ...demoFeature(deps, execute), sweeps: [battleBotSweep(deps, execute)] }),
  ledgerFeature,
  marketFeature,
  vaultFeature,
];

const open: World[] = [];
afterEach(async () => {
  for (const world of open.splice(0)) await world.close();
});

let loaded: KeptWorld;
beforeAll(async () => {
  const world = await makeWorld({ features, random: seededRandom('battles') });
  await loadDemoWorld(world.deps, executeIn(world));
  loaded = await world.keep();
});
afterAll(() => loaded.drop());

async function demoWorld(seed = 'battles'): Promise<World> {
  const world = await makeWorld({ features, random: seededRandom(seed), from: loaded });
  open.push(world);
  return world;
}

function executeIn(world: World): Runner['execute'] {
  return (call, actor, input, options) => world.runner.execute(call, actor, input, options);
}

/** Runs the demo for a while. */
function live(world: World, seconds: number, watch?: (battles: Casebattle[]) => void) {
  return liveFor(world, seconds, async () => {
    if (watch) watch(await world.runner.execute(listCasebattles, null, {}));
  });
}

test('the cases of the catalogue are offered with their returns, each announced in the log once', async () => {
  const world = await demoWorld();
  const cases = await world.runner.execute(listCases, null, {});
  expect(cases.map((each) => each.id).sort()).toEqual(CASES.map((each) => each.id).sort());
  for (const each of cases) {
    expect(each.returnBps).toBeGreaterThanOrEqual(9_200);
    expect(each.returnBps).toBeLessThanOrEqual(9_610);
    expect(each.icon).toBe(artUrl(`case-${each.id}`));
    const worth = each.items.reduce((sum, item) => sum + item.weight * centsFromUsd(item.item.priceUsd), 0);
    expect(Math.floor((worth * 10_000) / (each.weightTotal * centsFromUsd(each.priceUsd)))).toBe(each.returnBps);
    expect(each.items.reduce((sum, item) => sum + item.probability, 0)).toBeCloseTo(100, 9);
  }
  const leaves = async () =>
    (await world.db.one<{ n: number }>(sql`select count(*) as n from log_leaves where kind = 'case'`)).n;
  expect(await leaves()).toBe(CASES.length);
  const [first] = CASES;
  await world.run(retireCase, SYSTEM, { caseId: first!.id });
  await world.run(publishCase, SYSTEM, {
    caseId: CASES[1]!.id,
    name: 'Staff made this',
    colorHex: '#ffffff',
    priceUsd: CASES[1]!.priceCents / 100,
    items: CASES[1]!.items.map(({ slug, weight }) => ({ itemId: slug, weight })),
  });
  await loadDemoWorld(world.deps, executeIn(world));
  expect(await leaves()).toBe(CASES.length + 1);
  const later = await world.runner.execute(listCases, null, {});
  expect(later.map((each) => each.id)).not.toContain(first!.id);
  expect(later.map((each) => each.name)).toContain('Staff made this');
});

test('bots keep battles waiting and running for twelve minutes, within their bounds', async () => {
  const world = await demoWorld();
  const waits: number[] = [];
  const running: number[] = [];
  let passed = 0;
  await live(world, 720, (battles) => {
    passed += 2;
    const waiting = battles.filter((battle) => battle.status === 'PENDING');
    if (passed > 60) waits.push(waiting.length);
    if (passed > 120) running.push(battles.length - waiting.length);
    for (const battle of battles) expect(centsFromUsd(battle.priceUsd)).toBeLessThanOrEqual(6_000);
  });
  await world.checkInvariants();
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...waits)).toBeLessThanOrEqual(4);
  expect(Math.max(...running)).toBeGreaterThan(0);
  expect(Math.max(...running)).toBeLessThanOrEqual(8);
  const history = await world.runner.execute(casebattleHistory, null, { limit: 50 });
  expect(history.length).toBeGreaterThanOrEqual(5);
  expect(new Set(history.map((battle) => battle.type)).size).toBeGreaterThan(2);
  for (const battle of history) {
    const seats = battle.teams.flatMap((team) => team.participants);
    expect(seats.every((seat) => seat.user.badge === 'BOT')).toBe(true);
    expect(new Set(seats.map((seat) => seat.user.id)).size).toBe(seats.length);
  }
}, 120_000);

test('bots fill the battles of waiting players; a pause is respected', async () => {
  const world = await demoWorld('player');
  const { id } = await world.db.one<{ id: string }>(sql`select id from players where steamid = '76561198000000102'`);
  const player = world.actor({ id });
  const { gameId } = await world.runner.execute(createCasebattle, player, {
    caseIds: ['scrapyard'],
    type: 'STANDARD_3',
  });
  const began = world.clock.now();
  let startedAt = 0;
  let joined = '';
  await live(world, 120, (battles) => {
    const own = battles.find((battle) => battle.id === gameId);
    if (own?.status === 'STARTED' && startedAt === 0) startedAt = world.clock.now();
    joined ||= battles.find((battle) => battle.status === 'PENDING' && battle.creatorId !== id)?.id ?? '';
  });
  expect(startedAt - began).toBeGreaterThanOrEqual(30_000);
  expect(startedAt - began).toBeLessThanOrEqual(90_000);
  const waiting = (await world.runner.execute(listCasebattles, null, {})).find((battle) => battle.status === 'PENDING');
  await world.runner.execute(joinCasebattle, player, {
    teamId: waiting!.teams.find((team) => team.participants.length === 0)?.id ?? teamIdOf(waiting!.id, 1),
  });
  await live(world, 90);
  const after = await world.runner.execute(listCasebattles, null, {});
  expect(after.find((battle) => battle.id === waiting!.id)?.status ?? 'FINISHED').not.toBe('PENDING');
  await writeSetting(world.db, GAME_SETTINGS, 'casebattle.paused', true, world.clock.now());
  const count = async () => (await world.db.one<{ n: number }>(sql`select count(*) as n from battle_seats`)).n;
  const before = await count();
  await live(world, 60);
  expect(await count()).toBe(before);
  await world.checkInvariants();
}, 60_000);
