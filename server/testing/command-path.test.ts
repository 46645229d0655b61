/**
 * The one path of every command: each file of the server that runs between the call of the runner and the commit is a step of the path in
 * docs/architecture.md, or a leaf. Measured with the coverage of V8, on the second call of its kind.
 */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { joinCoinflip } from '@fairpot/contract/coinflip/schemas';
import { buyFromMarket } from '@fairpot/contract/market/schemas';
import { depositBySteam } from '@fairpot/contract/trades/schemas';
import { expect, test } from 'vitest';
import { makeTable } from './games/coinflip/table.fixture.ts';
import { openShop, slugAt } from './market/shop.fixture.ts';
import { makeTradeDesk } from './trades/desk.fixture.ts';

const SRC = join(import.meta.dirname, '../src');
const [, section = ''] = readFileSync(join(SRC, '../../docs/architecture.md'), 'utf8').split(/^## The one path.*$/m);
const [chapter = ''] = section.split(/^## /m);
const filesIn = (text: string) => new Set([...text.matchAll(/`([\w/.-]+\.ts)`/g)].map(([, file = '']) => file));
/** Read where they are called: one statement, one expression, or the driver. */
const LEAVES: readonly string[] = [
  'accounts/front.ts',
  'accounts/rules.ts',
  'accounts/store.ts',
  'breakers/store.ts',
  'games/kit/items/terms.ts',
  'games/kit/open.ts',
  'market/pricing.ts',
  'platform/database/db.ts',
  'platform/database/reads.ts',
  'platform/database/sql.ts',
  'platform/live/facts.ts',
  'platform/process/beacon-clock.ts',
  'platform/process/steam-details.ts',
  'platform/process/system-ports.ts',
  'platform/runner/batches.ts',
  'platform/runner/command.ts',
  'platform/runner/pauses.ts',
  'platform/runner/refused.ts',
  'platform/runner/settings.ts',
  'platform/runner/staff-acts.ts',
  'protection/rules.ts',
  'protection/store.ts',
  'trades/rules.ts',
  'vault/types.ts',
];

const MOST_RETURNS = 2;

/** The files of each row of a column of the table, by its head. */
function stepsOf(head: string): string[][] {
  const rows = chapter
    .split('\n')
    .flatMap((line) => (line.startsWith('|') ? [line.split('|').map((cell) => cell.trim())] : []));
  const column = rows[0]?.indexOf(head) ?? -1;
  return rows.map((cells) => [...filesIn(cells[column] ?? '')]);
}

/** The files below server/src, without tests, of which a function with a name runs during `work`. */
async function filesOf(work: () => Promise<unknown>): Promise<Set<string>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const ran = result.filter(({ functions }) =>
    functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
  );
  const paths = ran.flatMap(({ url }) => url.split(`${SRC}/`)[1] ?? []);
  return new Set(paths.filter((path) => !path.endsWith('.test.ts')));
}

/** `prepare` returns the call. */
async function check(head: string, atMost: number, prepare: () => Promise<() => Promise<unknown>>): Promise<void> {
  await (
    await prepare()
  )();
  const ran = await filesOf(await prepare());
  const entered = stepsOf(head).flat();
  const steps = new Set(entered);
  expect([...ran].filter((file) => !steps.has(file) && !LEAVES.includes(file)).sort()).toEqual([]);
  // A feature binds its calls when the server starts.
  expect([...steps].filter((file) => !file.endsWith('feature.ts') && !ran.has(file)).sort()).toEqual([]);
  expect(steps.size).toBeLessThanOrEqual(atMost);
  // A file of a later row again: the reader returns to it.
  expect(entered.length - steps.size).toBeLessThanOrEqual(MOST_RETURNS);
}

test('a coinflip join', async () => {
  const table = await makeTable();
  await check('coinflip join', 12, async () => {
    const [creator, joiner] = [await table.playerWith([2_000]), await table.playerWith([2_000])];
    const gameId = await table.create(creator.actor, creator.items);
    const input = { gameId, inventoryIds: joiner.items, side: 2 };
    return () => table.world.runner.execute(joinCoinflip, joiner.actor, input, { key: gameId });
  });
  await table.world.close();
});

test('a market order', async () => {
  const shop = await openShop();
  await shop.stock(slugAt(0), 2);
  await check('market order', 9, async () => {
    const player = await shop.player();
    const [item] = await shop.list(player);
    return () => shop.world.runner.execute(buyFromMarket, player, { itemIds: [item?.id] }, { key: player.id });
  });
  await shop.world.close();
});

test('a Steam deposit', async () => {
  const desk = await makeTradeDesk();
  await check('Steam deposit', 11, async () => {
    const player = await desk.player();
    const input = { steamItems: desk.assets([1_000]), convertToBalance: true };
    return () => desk.world.runner.execute(depositBySteam, player, input, { key: player.id });
  });
  await desk.close();
});
