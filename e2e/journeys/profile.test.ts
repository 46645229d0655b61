/**
 * The profile: charts with their tables, the history by filters, an export compared with the database, a player in two browsers who logs out
 * everywhere, and an account that is closed once everything is paid out.
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { sql } from '../../server/src/platform/database/sql.ts';
import type { ClosablePool } from '../../server/src/platform/database/db.ts';
import { connected, expect, signInAs } from '../lib/journey.ts';
import { look, lookAtWidths } from '../lib/look.ts';
import { ask, closeModal, inventoryOf, modal, opened, post } from '../lib/screen.ts';
import { filesOf, rowsOf } from '../lib/stored-zip.ts';
import { test } from '../lib/trading.ts';
import { refusedWith } from '../lib/trouble.ts';

const BOT = '76561198000000301';
const DAY_MS = 86_400_000;
/** A game whose trades are final at once. */
const DOTA = 570;

interface OwnAccount {
  readonly id: string;
  readonly name: string;
  readonly steamid: string;
}
const me = async (page: Page): Promise<OwnAccount> => (await ask<{ user: OwnAccount }>(page, '/user')).user;

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });
const movements = (page: Page): Locator => page.getByRole('list', { name: 'Transactions' }).getByRole('listitem');

async function lookAtAll(page: Page, name: string): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await look(page, `${name}-${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Settled rounds of the last days, as the settlement records them. */
async function played(db: ClosablePool, id: string, now: number): Promise<void> {
  const results = [
    { n: 1, days: 1, game: 'coinflip', staked: 1_000, won: 1_950 },
    { n: 2, days: 2, game: 'jackpot', staked: 500, won: 0 },
    { n: 3, days: 2, game: 'casebattle', staked: 300, won: 0 },
    { n: 4, days: 6, game: 'coinflip', staked: 700, won: 0 },
  ].map(({ days, ...rest }) => ({ ...rest, at: now - days * DAY_MS }));
  const rows = sql`jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
    as r (n integer, at bigint, game text, staked bigint, won bigint)`;
  await db.run(sql`
    insert into player_results (player_id, round_id, game, at, won, staked_cents, won_cents, fee_cents, xp_hundredths)
    select ${id}, 'rnd_0000000000000000000000000' || r.n, r.game, r.at, r.won > 0, r.staked, r.won, 0, 0 from ${rows}`);
  await db.run(sql`
    insert into player_days (player_id, day, game, played, won, staked_cents, won_cents, fee_cents)
    select ${id}, (r.at / 86400000)::integer, r.game, count(*), count(*) filter (where r.won > 0),
      sum(r.staked), sum(r.won), 0
    from ${rows} group by 2, 3`);
  await db.run(sql`
    insert into player_game_stats (player_id, game, played, won, staked_cents, won_cents, fee_cents, xp_hundredths)
    select ${id}, r.game, count(*), count(*) filter (where r.won > 0), sum(r.staked), sum(r.won), 0, 0
    from ${rows} group by 2`);
}

/** Removes the welcome grant except one item and 80 cents, as if lost: an account that can be emptied in a minute. */
async function nearlyEmpty(db: ClosablePool, { id }: OwnAccount, keep: string, now: number): Promise<void> {
  await db.run(sql`
    select vault_trade(
      jsonb_agg(jsonb_build_object('item', item_id, 'player', ${id}::text, 'code', 'SELL')), 'test', ${now}::bigint)
    from item_positions where holder_id = ${id} and state = 'available' and item_id <> ${keep}`);
  await db.run(sql`
    select ledger_transfer('trf_' || ${id.slice(4)}, 'test:' || ${id}, 'TEST', 'test', ${now}::bigint,
      array['cash:' || ${id}, 'house'], array[80 - balance, balance - 80])
    from ledger_accounts where id = 'cash:' || ${id}`);
}

/** The same text for rows with the same content, whatever the order of their columns. */
const inOrder = (row: Record<string, unknown>): string => JSON.stringify(Object.entries(row).toSorted());

const cellOf = (value: unknown): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

test('charts, history and export match the database', async ({ site, member }) => {
  test.slow(); // several screens are checked
  const db = site.openDatabase();
  try {
    const { page, expectTrouble } = await member('looker', '/profile');
    const { id } = await me(page);
    await expect(page.getByText('No statistics yet')).toBeVisible();
    await played(db, id, site.now());
    await page.reload();

    // Each chart, and its table with the same numbers.
    for (const [name, figure, cell] of [
      ['Net position', 'Net position', '-$15.00'],
      ['Staked', 'Staked per game', '$10.00'],
      ['Wins', 'Rounds played and won', '2'],
    ] as const) {
      await tab(page, name).click();
      const chart = page.getByRole('figure', { name: figure });
      await expect(chart.locator('canvas')).toBeVisible();
      await chart.getByText('Show as table').click();
      await expect(chart.getByRole('cell', { name: cell, exact: true }).first()).toBeVisible();
      if (name !== 'Wins') await lookAtAll(page, `profile-${name.toLowerCase().replace(' ', '-')}`);
    }
    for (const [back, days] of [
      ['90 days', 90],
      ['1 year', 365],
    ] as const) {
      await page.getByRole('combobox', { name: 'Period' }).selectOption(back);
      await expect(page.getByRole('figure').getByRole('row')).toHaveCount(days + 1);
    }

    // The history: everything, then by kind, then by time.
    await tab(page, 'History').click();
    await expect(page).toHaveURL('/profile?tab=history');
    await expect(movements(page).first()).toBeVisible();
    await lookAtAll(page, 'profile-history');
    const owned = (await inventoryOf(page)).length;
    await expect(movements(page).filter({ hasText: '+1 item' }).first()).toContainText(`Items ${owned}`);
    const choose = (label: string, option: string) => page.getByRole('combobox', { name: label }).selectOption(option);
    await choose('Money or items', 'Money');
    const granted = movements(page).filter({ hasText: 'Play money' });
    await expect(granted).toContainText('$50.00');
    await expect(movements(page)).toHaveCount(1);
    // A movement without a page of its own shows its transaction.
    await granted.getByRole('button', { name: /^Details/ }).click();
    await opened(page, 'profile.movement');
    const { transfer } = await db.one<{ transfer: string }>(sql`
      select transfer_id as transfer from ledger_history where player_id = ${id}`);
    await expect(modal(page).getByText(transfer)).toBeVisible();
    await lookAtWidths(page, 'profile.movement');
    await closeModal(page);
    await choose('Money or items', 'Items');
    for (const [kind, some] of [
      ['Withdrawals', false],
      ['Games', false],
      ['Marketplace', false],
      ['Other', false],
      ['Deposits', true],
    ] as const) {
      await choose('Type', kind);
      await expect(some ? movements(page).first() : page.getByText('No transactions'), kind).toBeVisible();
      if (kind === 'Games') await page.getByRole('button', { name: 'Clear filters' }).click();
      if (kind === 'Games') await choose('Money or items', 'Items');
    }
    await expect(movements(page).first(), 'a filter leaves out what was in between').not.toContainText('Items ');
    await expect(movements(page).first()).toHaveAttribute('aria-setsize', String(owned));
    // A movement of long ago appears only in the longer periods.
    await db.run(sql`
      insert into ledger_history (player_id, at, transfer_id, kind, code, ref, cash_cents, cash_after)
      select ${id}, ${site.now() - 20 * DAY_MS}, ${transfer}, 'OTHER', 'TEST_OLD', 'test', 0, 0`);
    await choose('Money or items', 'Money');
    await choose('Type', 'Everything');
    for (const [period, count] of [
      ['24 hours', 1],
      ['7 days', 1],
      ['30 days', 2],
      ['1 year', 2],
    ] as const) {
      await choose('Period', period);
      await expect(movements(page), period).toHaveCount(count);
    }
    await choose('Period', 'All time');
    await choose('Money or items', 'Items');
    await movements(page).first().getByRole('link', { name: /^Item/ }).click();
    await expect(page).toHaveURL(/\/item\/itm_/);

    // A failed export says so and can be retried. An export long after the sign-in requires signing in again.
    await page.goto('/profile?tab=account');
    let cut = 3;
    await page.route('**/api/user/export/page*', (route) => ((cut -= 1) > 0 ? route.continue() : route.abort()));
    expectTrouble(/export\/page/, /ERR_FAILED/, ...refusedWith(403));
    await page.getByRole('button', { name: 'Export as JSON' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await look(page, 'profile-export-failed');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const aged = (by: number) =>
      db.run(sql`update sessions set created_at = created_at + ${by} where player_id = ${id}`);
    await aged(-11 * 60_000);
    await page.reload();
    await page.getByRole('button', { name: 'Export as JSON' }).click();
    await expect(page.getByText(/^An export requires a recent sign-in/)).toBeVisible();
    await aged(11 * 60_000);
    await page.reload();

    // The export, compared with the database; it shows its progress halfway.
    let go = () => undefined as void;
    const held = new Promise<void>((resolve) => (go = resolve));
    let pages = 0;
    await page.route('**/api/user/export/page*', async (route) => {
      if ((pages += 1) === 20) await held;
      await route.continue();
    });
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as JSON' }).click();
    await expect(page.getByRole('status').getByText(/part 19 of \d+/)).toBeVisible();
    await look(page, 'profile-export-progress');
    go();
    const saved = JSON.parse(readFileSync(await (await saving).path(), 'utf8')) as {
      parts: { table: string; rows: Record<string, unknown>[] }[];
    };
    const rows = (table: string) => saved.parts.filter((part) => part.table === table).flatMap((part) => part.rows);
    for (const [table, who] of [
      ['players', 'id'],
      ['sessions', 'player_id'],
      ['player_results', 'player_id'],
      ['player_days', 'player_id'],
      ['ledger_history', 'player_id'],
      ['item_moves', 'to_id'],
    ] as const) {
      const text = `select to_jsonb(t) as row from ${table} t where ${who} = $1`;
      const stored = (await db.many<{ row: Record<string, unknown> }>({ text, values: [id] })).map(({ row }) => row);
      expect(stored.length, table).toBeGreaterThan(0);
      const [first] = rows(table);
      // Row by row, except the columns that are not exported.
      const shown = stored.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => column in first!)));
      expect(rows(table).map(inOrder).toSorted(), table).toEqual(shown.map(inOrder).toSorted());
    }
    expect(rows('players')[0]).toMatchObject({ id, steamid: (await me(page)).steamid });
    const zipping = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    await expect(page.getByText(/^fairpot-.*-csv\.zip is saved: [\d,]+ rows\.$/)).toBeVisible();
    const files = filesOf(readFileSync(await (await zipping).path()));
    // Each part of the JSON that has rows is a CSV file with the same cells.
    const filled = saved.parts.filter((part) => part.rows.length > 0);
    expect(files.size).toBe(filled.length);
    for (const table of ['players', 'ledger_history', 'player_results', 'player_days']) {
      const cells = (row: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [column, cellOf(value)]));
      expect(rowsOf(files.get(`${table}.csv`) ?? ''), table).toEqual(rows(table).map(cells));
    }
  } finally {
    // Other files of this site ask for the proofs of its newest results.
    await db.run(sql`delete from player_results where round_id like 'rnd_00000%'`);
    await db.close();
  }
});

test('logging out everywhere ends the other browser at once; closing pays out everything and erases the account', async ({
  site,
  member,
  visitor,
}) => {
  test.slow(); // two browsers, a trade, and sweeps in between
  const db = site.openDatabase();
  try {
    await site.set('closing.restMinutes', 1);
    const { page, name, expectTrouble } = await member('closer', '/profile?tab=account');
    const self = await me(page);
    const other = await visitor();
    for (const each of [expectTrouble, other.expectTrouble]) each(/status of 401/, /^answer 401 to/);
    await signInAs(other.page, self.steamid, '/coinflip');
    await connected(other.page);
    await page.reload();
    const browsers = page.getByRole('list', { name: 'Your active sessions' }).getByRole('listitem');
    await expect(browsers).toHaveCount(2);
    await lookAtAll(page, 'profile-account');
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    await expect(other.page.getByRole('link', { name: 'LOGIN' }), 'without a reload').toBeVisible();
    await expect(page.getByRole('link', { name: 'LOGIN' }).first()).toBeVisible();
    expect(await db.many(sql`select 1 from sessions where player_id = ${self.id}`)).toEqual([]);

    // Closing: the player types their name, then sees everything that is left.
    await signInAs(page, self.steamid, '/profile?tab=account');
    const kept = (await inventoryOf(page)).find(({ item }) => item.appId === DOTA);
    if (kept === undefined) throw new Error('the greeting holds no item of Dota');
    await nearlyEmpty(db, self, kept.id, site.now());
    await page.getByRole('button', { name: 'Close my account' }).click();
    const typed = page.getByRole('textbox', { name: /^Type your name/ });
    await typed.fill('somebody else');
    expectTrouble(/status of 422/, /^answer 422 to POST .*closing\/start/);
    await page.getByRole('button', { name: 'Request closing' }).click();
    await expect(page.getByText('To confirm, please type your name exactly as shown').first()).toBeVisible();
    await typed.fill(name);
    await page.getByRole('button', { name: 'Request closing' }).click();
    const waits = page.getByRole('list', { name: 'What the closing waits for' });
    await expect(waits).toContainText('$0.80 to withdraw, at any level');
    await expect(waits).toContainText('1 item to withdraw, at any level');
    await lookAtAll(page, 'profile-closing');

    // Cancelled, and requested again.
    await page.getByRole('button', { name: 'Cancel closing' }).click();
    await page.getByRole('button', { name: 'Close my account' }).click();
    await page.getByRole('textbox', { name: /^Type your name/ }).fill(name);
    await page.getByRole('button', { name: 'Request closing' }).click();
    await expect(waits).toBeVisible();

    // Paid out at level 0: the item by a trade, the rest forfeited by the player.
    const { tradeLink } = await site.simulate<{ tradeLink: string }>('GET', `users/${self.steamid}/credentials`);
    await post(page, '/user/tradelink', { tradeLink });
    const { item } = kept;
    const marketHashName = [item.name, item.itemName].filter(Boolean).join(' | ');
    await site.simulate('POST', `users/${BOT}/items`, { appId: DOTA, marketHashName, count: 1 });
    expect((await post(page, '/withdraw/steam', { inventoryIds: [kept.id] })).status).toBe(200);
    let offer: string | null = null;
    await expect.poll(async () => (offer = await offerOf(db, self.id)), { timeout: 60_000 }).not.toBeNull();
    // The history links to this trade.
    await page.goto('/profile?tab=history');
    await movements(page)
      .first()
      .getByRole('link', { name: /^Trade: Reserved for a trade/ })
      .click();
    await expect(page.getByRole('dialog', { name: 'CONFIRM TRADE' })).toBeVisible();
    await expect(page, 'a reload does not open it again').toHaveURL('/withdraw');
    await page.goto('/profile?tab=account');
    await site.simulate('POST', `offers/${offer}/accept`, {});
    await page.getByRole('button', { name: 'Forfeit $0.80' }).click();
    await expect(waits).not.toContainText('$0.80');
    await expect
      .poll(
        async () =>
          (
            await db.one<{ n: number }>(sql`
        select count(*) as n from trade_orders where player_id = ${self.id} and booked_at is not null`)
          ).n,
        { timeout: 60_000 },
      )
      .toBe(1);
    await site.advance(61_000);
    await expect(page.getByRole('link', { name: 'LOGIN' }).first(), 'signed out of the new account').toBeVisible({
      timeout: 60_000,
    });
    expect(await db.one(sql`select name, steamid, trade_token as token from players where id = ${self.id}`)).toEqual({
      name: 'Closed account',
      steamid: null,
      token: '',
    });

    // The same Steam account opens a new account here.
    await signInAs(page, self.steamid, '/profile');
    expect((await me(page)).id).not.toBe(self.id);
  } finally {
    await db.close();
  }
});

async function offerOf(db: ClosablePool, playerId: string): Promise<string | null> {
  const row = await db.maybe<{ offer: string | null }>(sql`
    select offer_id as offer from trade_orders where player_id = ${playerId} and state = 'SENT'`);
  return row?.offer ?? null;
}
