/** A case for every sweep, with something to do; and for other background work: relay, sessions, facts. */
import { GAMES } from '@fairpot/contract/games/games';
import { LIST_EVERY_MS, type PriceSource } from '../../src/platform/process/price-port.ts';
import type { PushGateway } from '../../src/platform/process/push-port.ts';
import { ensureWindow } from '../../src/games/kit/beacon/windows.ts';
import { VOID_AFTER_MS } from '../../src/games/kit/settlement/sweeps.ts';
import { makeLockedRound, SAMPLES, makePlayers, type NamedSample } from '../games/samples.fixture.ts';
import { invariant } from '../../src/platform/runner/refused.ts';
import { publishDue, type PublishStep } from '../../src/solvency/publish.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { itemTypeAt } from '../item-types.ts';
import { paidPlayer } from '../stages/players.ts';
import type { PlanCase, PlanStage } from '../cases/case.ts';
import { openOrder, openWithdrawal, paidOrder, paidWithdrawal } from './crypted.ts';
import { PROFILE_CASES } from './profile-cases.ts';
import { pendingTradeCase, sweepCase } from '../cases/sweep-case.ts';
import { receivedDeposit } from './traded.ts';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

/** Sources that know one item type, so that there is something to price. */
export const PLAN_PRICES: readonly PriceSource[] = [
  {
    kind: 'list',
    name: 'skinport',
    everyMs: LIST_EVERY_MS,
    read: () => Promise.resolve({ kind: 'ok', value: [quoteOf(itemTypeAt(1_100).marketHashName)] }),
  },
  { kind: 'spot', name: 'steam', read: (_, name) => Promise.resolve({ kind: 'ok', value: quoteOf(name) }) },
];

/** A push service that accepts everything. */
export const PLAN_PUSH = {
  publicKey: '',
  services: ['plans'],
  placeOf: (endpoint) => ({ service: 'plans', endpoint }),
  isUsableKey: () => true,
  send: () => Promise.resolve({ kind: 'accepted' }),
} as const satisfies PushGateway;

function quoteOf(marketHashName: string) {
  return { marketHashName, cents: 1_100, quantity: 30, quotedAt: Date.UTC(2026, 0, 1) };
}

/** A locked round; `scripted`: of bots, and staff chose the winner. */
async function round(sample: NamedSample, { world, played }: PlanStage, scripted = false): Promise<void> {
  await makeLockedRound(
    sample,
    world,
    await makePlayers(sample, world, [], { isBot: scripted }),
    scripted ? played.admin : undefined,
  );
}

/** The cases of every game: results, a round without a beacon, and results chosen by staff. */
function casesOf(sample: NamedSample): PlanCase[] {
  const { game, many, script, plans } = sample;
  const does = many ? 3 : 1;
  const prepare = (scripted: boolean) => async (stage: PlanStage) => {
    for (let n = 0; n < does; n += 1) await round(sample, stage, scripted);
    await stage.clock.advance(24 * SECOND);
  };
  return [
    sweepCase(`${game}.reveal`, { limit: 8, does, prepare: prepare(false) }),
    sweepCase(`${game}.reveal`, {
      variant: 'a day without a beacon',
      limit: 8,
      prepare: async (stage) => {
        await round(sample, stage);
        Object.assign(stage.beacons, { outage: true });
        await stage.clock.advance(VOID_AFTER_MS + 60 * SECOND);
      },
    }),
    ...(script ? [sweepCase(`${game}.scripted`, { limit: 8, does, prepare: prepare(true) })] : []),
    ...(plans.sweeps ?? []),
  ];
}

export const SWEEP_CASES: readonly PlanCase[] = [
  sweepCase('platform.facts', { limit: 5_000, perThing: 4, does: 5_000 }),
  sweepCase('platform.receipts', { limit: 5_000, perThing: 4, does: 5_000 }),
  sweepCase('protection.forget', { limit: 4_000, does: 4_000 }),
  sweepCase('promo.forget', { limit: 2_000, does: 2_000 }),
  sweepCase('transparency.sequence', { limit: 512, does: 512 }),
  sweepCase('transparency.nightly', { limit: 256, prepare: ({ clock }) => clock.advance(DAY) }),
  {
    about: 'solvency.publish',
    limit: 2_000,
    // The copied accounts do not sum to zero: the world's account balances them.
    crowd: async (db) => {
      await db.run(sql`
        update ledger_accounts set balance = balance - (select sum(balance) from ledger_accounts)
          - (select coalesce(sum(cents), 0) from ledger_pending)
        where id = 'world'`);
    },
    // Up to the point where everything is read: afterwards it only hashes, and writes its result.
    run: async ({ deps, clock }) => {
      await clock.advance(DAY);
      const read: PublishStep[] = [];
      const onStep = (step: PublishStep) => {
        read.push(step);
        if (step === 'read') throw new Error('everything read');
      };
      const publishing = publishDue({ deps, onStep }, new AbortController().signal);
      await publishing.catch((error: unknown) =>
        invariant(error instanceof Error && error.message === 'everything read', String(error)),
      );
      invariant(read.join(' ') === 'claimed read', `it came to ${read.join(' ')}: the case proves nothing`);
    },
  },
  sweepCase('solvency.forget', {
    limit: 200,
    does: 200,
    crowd: async (db) => {
      await db.run(sql`
        insert into solvency_statements (number, at, body, leaf_id, depth, seed, kept)
        select n, n, '', -n, 16, decode(repeat('00', 32), 'hex'), true from generate_series(1, 60) n`);
      await db.run(sql`
        insert into solvency_tiles (number, level, index, first, bytes)
        select n, 0, i, decode(repeat('00', 32), 'hex'), decode(repeat('00', 56), 'hex')
        from generate_series(1, 60) n, generate_series(0, 256) i`);
    },
  }),
  { about: 'fair.follow', limit: 1, run: async ({ sweep }) => void (await sweep('fair.follow')) },
  sweepCase('fair.windows', { limit: 20, prepare: ({ clock }) => clock.advance(DAY) }),
  sweepCase('fair.windows.retention', {
    limit: 5_000,
    prepare: async (stage) => {
      await ensureWindow(stage.deps, GAMES[0].game);
      await stage.clock.advance(2 * DAY);
    },
  }),
  ...SAMPLES.flatMap(casesOf),
  sweepCase('accounts.forget', { limit: 200, does: 200 }),
  sweepCase('profile.forget', { limit: 50, does: 50 }),
  sweepCase('profile.close', {
    limit: 50,
    // Others that wait for something behind it.
    crowd: async (db) => {
      await db.run(sql`
        update players set closing_at = 1, closes_at = 2
        where id = any(array(select id from players where not is_fake limit 5000))`);
    },
    prepare: async (stage) => {
      const { id } = await paidPlayer(stage.world, 0);
      await stage.deps.db.run(sql`update players set closing_at = 0, closes_at = 0 where id = ${id}`);
    },
  }),
  sweepCase('profile.close', {
    variant: 'what is left of somebody',
    limit: 50,
    prepare: async (stage) => {
      const { id } = await paidPlayer(stage.world, 0);
      await stage.deps.db.run(sql`
        update players set closing_at = 0, closes_at = 0 where id = ${id}`);
      await stage.deps.db.run(sql`
        insert into chat_messages (id, author_id, shown_id, voice, message, created_at)
        select 'cht_9' || lpad(n::text, 25, '0'), ${id}, ${id}, 'own', 'words', n from generate_series(1, 100) n`);
      await stage.sweep('profile.close');
    },
  }),
  sweepCase('ledger.fold', {
    limit: 1_000,
    // More than one run handles.
    crowd: async (db) => {
      await db.run(sql`
        insert into ledger_pending (account_id, cents)
        select a, c from (values ('house', 1), ('world', -1)) v (a, c), generate_series(1, 5000)`);
    },
    does: 1_000,
  }),
  sweepCase('trades.books', {
    limit: 20,
    // More than one run handles: each was booked, and is due again.
    crowd: async (db) => {
      await db.run(
        sql`update trade_orders set books_due = true where id = any(array(select id from trade_orders limit 5000))`,
      );
    },
    does: 20,
  }),
  sweepCase('trades.books', {
    variant: 'a deposit',
    limit: 20,
    prepare: ({ world, player }) => player().then((who) => receivedDeposit(world, who, 1_100)),
  }),
  sweepCase('trades.bets', {
    limit: 20,
    prepare: async ({ world, player, sweep }) => {
      await receivedDeposit(world, await player(), 1_100, 'in time');
      await sweep('trades.books');
    },
  }),
  sweepCase('trades.bets', {
    variant: 'many at once',
    limit: 20,
    // Each of them too late: they end, and the next run takes others.
    crowd: async (db) => {
      await db.run(sql`alter table trade_bets disable trigger trade_bets_guard`);
      await db.run(sql`
        update trade_bets set state = 'OPEN', reason = null, placed_in = null, ended_at = null, due_at = 0
        where order_id = any(array(select order_id from trade_bets limit 5000))`);
      await db.run(sql`alter table trade_bets enable trigger trade_bets_guard`);
    },
    does: 20,
  }),
  sweepCase('crypto.rates.coingecko', { limit: 10, prepare: ({ clock }) => clock.advance(60 * SECOND) }),
  sweepCase('crypto.rates.kraken', { limit: 10, prepare: ({ clock }) => clock.advance(60 * SECOND) }),
  sweepCase('crypto.books', {
    limit: 20,
    prepare: async ({ world, player }) => paidOrder(world, await player()),
  }),
  sweepCase('crypto.requote', {
    limit: 20,
    prepare: async ({ world, player, clock }) => {
      await openWithdrawal(world, await player());
      await clock.advance(16 * 60 * SECOND);
      await world.db.run(sql`update crypto_rates set quoted_at = ${clock.now()}`);
    },
  }),
  sweepCase('crypto.withdrawals', {
    limit: 20,
    prepare: async ({ world, player }) => {
      await paidWithdrawal(world, await player());
    },
  }),
  sweepCase('crypto.expire', {
    limit: 50,
    prepare: async ({ world, player, clock }) => {
      await openOrder(world, await player());
      await clock.advance(DAY + SECOND);
    },
  }),
  sweepCase('crypto.strays', {
    limit: 50,
    prepare: async ({ world, player }) => paidOrder(world, await player()),
  }),
  // A page of each of seven rounds; they start over at once.
  sweepCase('crypto.audit', {
    limit: 700,
    prepare: ({ deps }) => deps.db.run(sql`update crypto_audits set due_at = 0`).then(() => undefined),
  }),
  sweepCase('chat.forget', { limit: 1_000, does: 1_000 }),
  sweepCase('support.idle', { limit: 50, does: 50 }),
  sweepCase('support.forget', { limit: 50, does: 50 }),
  sweepCase('notifications.forget', { limit: 1_000, does: 1_000 }),
  sweepCase('notifications.forgetPush', { limit: 1_000, does: 1_000 }),
  sweepCase(`notifications.push.${PLAN_PUSH.services[0]}`, { limit: 20, does: 20 }),
  sweepCase('accounts.browsers', { limit: 1_000, does: 1_000 }),
  sweepCase('accounts.barred', { limit: 1_000, does: 1_000 }),
  sweepCase('protection.look', {
    limit: 50,
    does: 50,
    // More than a page of players in the newest complete hour, in this one, which may end before the sweep, and in the one before: a stake that was
    // played before the hour ended has left a row there (protection_hold).
    crowd: async (db) => {
      await db.run(sql`
        insert into protection_hours (player_id, kind, hour, cents)
        select id, 'stake', protection_hour() - n, 100
        from (select id from players where not is_fake limit 5000) p cross join generate_series(0, 2) n
        on conflict do nothing`);
    },
  }),
  // Players who won in the last hour, with the sums of their day.
  sweepCase('breakers.profits', {
    limit: 5_000,
    does: 0,
    crowd: async (db) => {
      await db.run(sql`
        insert into protection_hours (player_id, kind, hour, cents)
        select id, 'won', protection_hour(), 100 from players where not is_fake limit 500
        on conflict do nothing`);
    },
  }),
  // A page of rounds and the judging of its pairs; the cursor is far behind.
  sweepCase('collusion.results', { limit: 2_000 }),
  sweepCase('collusion.withdrawals', { limit: 1_000, does: 0 }),
  sweepCase('collusion.forget', { limit: 2_000, does: 2_000 }),
  sweepCase('breakers.prices', { limit: 1_500, does: 0 }),
  sweepCase('crypto.doubts', { limit: 100, does: 0 }),
  sweepCase('breakers.forget', { limit: 1_000, does: 1_000 }),
  ...PROFILE_CASES,
  pendingTradeCase(),
  sweepCase('market.prices.skinport', { limit: 100 }),
  sweepCase('market.prices.steam', { limit: 5 }),
  sweepCase('market.steam', { limit: 100, perThing: 100 }),
  sweepCase('market.days', { limit: 5_000, perThing: 4, does: 5_000 }),
  sweepCase('market.types', {
    // All of them, because new ones are rare.
    limit: 1_000,
    crowd: async (db) => {
      await db.run(sql`
        insert into item_types (slug, app_id, market_hash_name, rarity, rarity_color, pips, price_cents, priced_at)
        values ('new-type', 730, 'New | Type', 'Covert', '#ff6b6b', 6, 100, 1)`);
    },
  }),
  sweepCase('market.restock', {
    limit: 200,
    // As many wait behind those of one run.
    crowd: async (db) => {
      await db.run(sql`
        update item_positions
        set holder_kind = 'house', holder_id = 'house', state = 'forfeited', version = version + 1
        where item_id = any(array(select item_id from item_positions where state = 'available'
          order by item_id desc limit 5000))`);
    },
    does: 200,
  }),
];
