/**
 * Whatever grows with play is either kept for a reason or deleted when its time is over. The sweeps run over rows that every feature really wrote: the
 * young stay, and twenty years later none is left. That a sweep finds old rows among many without reading the others is tested in plans/.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../src/platform/database/sql.ts';
import { SMALL } from './plans/history.ts';
import { makePlanWorld } from './plans/plan-world.ts';
import { playOneOfEach } from './plans/played.ts';
import { sweepOnce } from './cases/sweep-case.ts';
import type { World } from './world.ts';

/** Tables whose rows have an end, and the sweep that deletes them. */
const RETAINED: Readonly<Record<string, string>> = {
  barred_people: 'accounts.barred',
  breaker_hours: 'breakers.forget',
  chat_messages: 'chat.forget',
  collusion_pairs: 'collusion.forget',
  collusion_withdrawals: 'collusion.forget',
  exports: 'profile.forget',
  facts: 'platform.facts',
  market_price_days: 'market.days',
  notifications: 'notifications.forget',
  openid_nonces: 'accounts.forget',
  player_browsers: 'accounts.browsers',
  promo_tries: 'promo.forget',
  push_messages: 'notifications.forgetPush',
  push_subscriptions: 'accounts.forget',
  protection_deposits: 'protection.forget',
  protection_hours: 'protection.forget',
  receipts: 'platform.receipts',
  sessions: 'accounts.forget',
  support_messages: 'support.forget',
  support_tickets: 'support.forget',
};

/** Deleted as part of other work: the readings of rates with each new one, in crypto's own tests. */
const RETAINED_OTHERWISE = ['crypto_readings'];

/** Tables that grow and are kept, by the reason. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  'the proof of a round, and the log': [
    ...['beacon_outputs', 'round_secrets', 'rounds', 'entries', 'stake_items', 'settlements', 'jackpot_rounds'],
    ...['battles', 'battle_cases', 'battle_seats', 'case_tables', 'case_table_items'],
    ...['log_leaves', 'log_entries', 'log_tiles', 'log_heads', 'log_cosignatures', 'scripted_rounds'],
  ],
  'the books of money and items': [
    ...['transfers', 'postings', 'ledger_history', 'ledger_accounts', 'escrows', 'adjustments', 'demo_grants'],
    ...['items', 'item_positions', 'item_moves', 'market_sales', 'promo_codes', 'promo_uses'],
    ...['trade_orders', 'trade_order_items', 'trade_moves', 'trade_bets', 'trade_assets', 'trade_freezes'],
    ...['crypto_orders', 'crypto_payments', 'crypto_strays', 'crypto_wallets', 'crypto_addresses'],
    ...['crypto_withdrawals', 'crypto_payouts', 'crypto_reviews', 'player_results', 'player_days'],
  ],
  'what staff did and decided': [
    ...['staff_acts', 'staff_notes', 'setting_changes', 'chat_audit', 'script_tries'],
    ...['breaker_trips', 'collusion_signs', 'protection_flags', 'protection_changes'],
  ],
  'a few rows for each player': [
    ...[
      'players',
      'api_keys',
      'player_game_stats',
      'notification_choices',
      'chat_bans',
      'crypto_players',
      'trade_sums',
    ],
    ...['protection_answers', 'protection_guards', 'protection_limits', 'protection_visits'],
    ...['steam_inventories', 'steam_checks'],
  ],
  'what is open or on sale now': ['open_stakes', 'market_listings'],
};

/** Tables whose played rows are already over: a past break, and sums of days by the test's clock, which is behind the database's. */
const OVER = ['barred_people', 'collusion_pairs'];

const YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1_000;
const START_MS = 300_000;

let world: World;
beforeAll(async () => {
  world = await makePlanWorld();
  for (const feature of world.features) await feature.start?.();
  await playOneOfEach(world);
}, START_MS);
afterAll(() => world?.close());

async function rowsOf(table: string): Promise<number> {
  return (await world.db.one<{ n: number }>({ text: `select count(*) as n from ${table}`, values: [] })).n;
}

async function sweepAway(name: string): Promise<void> {
  while ((await sweepOnce(world.features, name)) > 0);
}

test('every table is deleted from, kept for a reason, or small for a reason, and only one of these', async () => {
  const tables = await world.db.many<{ name: string }>(sql`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  const decided = [
    ...Object.keys(RETAINED),
    ...RETAINED_OTHERWISE,
    ...Object.values(KEPT).flat(),
    ...Object.keys(SMALL),
  ];
  expect(decided.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

describe('rows with an end', () => {
  const sweeps = [...new Set(Object.values(RETAINED))];

  test('stay while they are young', async () => {
    const filled = await Promise.all(Object.keys(RETAINED).map(rowsOf));
    expect(
      Object.keys(RETAINED).filter((_, at) => filled[at] === 0),
      'tables in which nothing was played',
    ).toEqual([]);
    for (const name of sweeps) await sweepAway(name);
    const left = await Promise.all(Object.keys(RETAINED).map(rowsOf));
    expect(Object.keys(RETAINED).filter((table, at) => left[at] === 0 && !OVER.includes(table))).toEqual([]);
  });

  test('are gone when their time is over', async () => {
    // The database's own clock decides about these; the test's clock decides about the others.
    for (const table of ['breaker_hours', 'promo_tries', 'protection_deposits', 'protection_hours'])
      await world.db.run({ text: `update ${table} set hour = hour - 24 * 365`, values: [] });
    for (const table of ['collusion_pairs', 'collusion_withdrawals'])
      await world.db.run({ text: `update ${table} set day = day - 365`, values: [] });
    await world.db.run(sql`update barred_people set until_at = 1`);
    // Twice: a ticket is closed after a week without an answer, and deleted a year later.
    for (const _ of [1, 2]) {
      await world.clock.advance(YEARS_MS);
      for (const name of ['support.idle', ...sweeps]) await sweepAway(name);
    }
    const left = await Promise.all(Object.keys(RETAINED).map(async (table) => [table, await rowsOf(table)] as const));
    expect(left.filter(([, rows]) => rows > 0)).toEqual([]);
  });
});
