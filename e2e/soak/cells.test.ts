/**
 * Two cells (docs/scale.md): two whole sites, each with its own database, jackpot, numbers of rounds and public log. One person plays in both, the
 * verifier walks both logs, and one cell plays on while the database of the other is killed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/src/platform/database/sql.ts';
import { lockedCoinflip } from '../lib/coinflip/stakes.ts';
import { FastSite } from '../lib/soak/fast-site.ts';
import { logIsComplete, runVerifier } from '../lib/soak/verifier.ts';
import { Operator } from '../lib/operator.ts';
import { fundedPlayer, settle, type FundedPlayer } from '../lib/operator-table.ts';

/** The person's account at Steam, which is the same in every cell. */
const STEAM_ID = '76561198000000106';

interface Cell {
  readonly site: FastSite;
  readonly logKey: string;
  readonly pair: readonly [person: FundedPlayer, opponent: FundedPlayer];
}

let cells: readonly [Cell, Cell];

async function startCell(): Promise<Cell> {
  const site = await FastSite.start();
  const pair = [await fundedPlayer(site, 'newcomer', STEAM_ID), await fundedPlayer(site, 'opponent')] as const;
  const { logKey } = await Operator.of(site);
  return { site, logKey, pair };
}

beforeAll(async () => {
  cells = await Promise.all([startCell(), startCell()]);
}, 180_000);
afterAll(() => Promise.all(cells.map(({ site }) => site.stop())), 60_000);

async function play({ site, pair }: Cell): Promise<string> {
  const id = await lockedCoinflip(pair);
  await settle(site, id);
  return id;
}

test('one person plays in both: two accounts, two first rounds, nothing of one cell in the other', async () => {
  const rounds = await Promise.all(cells.map(play));
  const numbers = cells.map(({ site }, at) =>
    site.db.one<{ number: number }>(sql`select number::integer as number from rounds where id = ${rounds[at] ?? ''}`),
  );
  expect((await Promise.all(numbers)).map(({ number }) => number)).toEqual([1, 1]);
  const [here, there] = cells;
  expect(here.pair[0].id).not.toBe(there.pair[0].id);
  for (const [cell, other] of [
    [here, there],
    [there, here],
  ] as const) {
    const { user } = (await cell.pair[0].player.get<{ user: { steamid: string } }>('/user')).response ?? {};
    expect(user?.steamid).toBe(STEAM_ID);
    const [item = ''] = other.pair[0].items;
    const foreign = await cell.pair[0].player.post('/coinflip/create/inventory', { inventoryIds: [item], side: 1 });
    expect(foreign.message).toBe('ERR_ITEM_NOT_AVAILABLE');
  }
});

test('the verifier walks both logs, and neither key opens the log of the other cell', async () => {
  for (const [at, { site, logKey }] of cells.entries()) {
    await logIsComplete(site);
    const own = await runVerifier('--site', site.origin, '--log-key', logKey);
    expect(own.out).toContain('the whole log holds');
    expect(own.status).toBe(0);
    const foreign = await runVerifier('--site', site.origin, '--log-key', cells[1 - at]?.logKey ?? '');
    expect(foreign.status).not.toBe(0);
    expect(foreign.out).not.toContain('the whole log holds');
  }
});

test('a cell plays on while the database of the other one is killed', async () => {
  const [here, there] = cells;
  await here.site.killDatabase();
  await play(there);
});
