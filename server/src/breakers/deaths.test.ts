/** A backend that dies at any step of an order: the breakers, the collusion sums and the order itself keep all of it or nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertResults } from '../accounts/results.ts';
import { collusionFeature } from '../collusion/collusion.feature.ts';
import { checkResults } from '../collusion/sweeps.ts';
import { sql, type Pool } from '../platform/database/sql.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { writeSetting } from '../../testing/settings.ts';
import { dieAtEachStep } from '../../testing/dying-steps.ts';
import { withdraw } from '../trades/commands.ts';
import { bookOrder } from '../trades/books.ts';
import { makeTradeDesk, type TradeDesk } from '../../testing/trades/desk.fixture.ts';
import { breakersFeature } from './breakers.feature.ts';
import { BREAKER_SETTINGS } from './settings.ts';

let desk: TradeDesk;
beforeAll(async () => {
  desk = await makeTradeDesk({ features: [breakersFeature, collusionFeature] });
});
afterAll(() => desk.close());

const DAY = 86_400_000;
const ROUNDS = 8;

/** A settled round of these players. */
async function played(results: readonly { readonly player: Actor; readonly staked: number; readonly won: number }[]) {
  const { ids, clock } = desk.world.deps;
  const round = { game: 'coinflip' as const, at: clock.now(), feeCents: 0, roundId: ids.next('round') };
  const rows = results.map(({ player, staked, won }) => ({
    ...{ ...round, playerId: player.id, won: won > 0, stakedCents: staked, wonCents: won },
  }));
  await desk.world.db.transaction((tx) => insertResults(tx, rows, 10));
}

const recorded = () =>
  desk.world.db.one<{ outCents: number; trips: number; taken: number; orders: number }>(sql`
    select (select coalesce(sum(out_cents), 0)::bigint from breaker_hours) as "outCents",
      (select count(*) from breaker_trips) as trips,
      (select coalesce(sum(cents), 0)::bigint from collusion_withdrawals) as taken,
      (select count(*) from trade_orders where kind = 'WITHDRAWAL') as orders`);

test('a withdrawal that trips a breaker is counted and trips it, or neither', async () => {
  const { world } = desk;
  const { db, clock, deps } = world;
  await writeSetting(db, BREAKER_SETTINGS, 'breaker.itemsHourCents', 500, clock.now());
  const player = await desk.player();
  await played([{ player, staked: 100_000, won: 0 }]);
  const item = await desk.gift(player, 1_000);
  const now = clock.now();
  const nothing = await recorded();
  const deaths = await dieAtEachStep(
    db,
    (dying) => dying.transaction((tx) => withdraw(deps, { tx, actor: player, now }, { inventoryIds: [item] })),
    async () => {
      expect(await recorded()).toEqual(nothing);
      await world.checkInvariants();
    },
  );
  expect(deaths).toBeGreaterThan(10);
  expect(await recorded()).toEqual({ outCents: 1_000, trips: 1, taken: 1_000, orders: 1 });
  await world.checkInvariants();
});

test('a deposit that arrives counts for its type once, and one whose commit’s answer was lost is not booked again', async () => {
  const { world } = desk;
  const { db, clock, deps } = world;
  await writeSetting(db, BREAKER_SETTINGS, 'breaker.typeDayCents', 500, clock.now());
  const id = await desk.deposit(await desk.player(), [600]);
  await desk.sent(id);
  await desk.complete(id);
  const arrived = () =>
    db.one<{ inCents: number; trips: number }>(sql`
      select (select coalesce(sum(in_cents), 0)::bigint from breaker_hours where way like 'type:%') as "inCents",
        (select count(*) from breaker_trips where breaker = 'TYPE_DEPOSITS') as trips`);
  const book = (dying: Pool) => dying.transaction((tx) => bookOrder(deps, tx, id, clock.now()));
  const deaths = await dieAtEachStep(db, book, async () => {
    expect(await arrived()).toEqual({ inCents: 0, trips: 0 });
    await world.checkInvariants();
  });
  expect(deaths).toBeGreaterThan(8);
  expect(await arrived()).toEqual({ inCents: 600, trips: 1 });
  expect(await book(db)).toBeNull();
  expect(await arrived()).toEqual({ inCents: 600, trips: 1 });
});

test('results are counted and judged once for the signs of collusion, or neither', async () => {
  const { world } = desk;
  const { db, clock, deps } = world;
  const [loser, winner] = [await desk.player(), await desk.player()];
  for (let n = 0; n < ROUNDS; n++)
    await played([
      { player: loser, staked: 2_600, won: 0 },
      { player: winner, staked: 2_600, won: 5_200 },
    ]);
  for (const { id } of [loser, winner])
    await db.run(sql`
      insert into sessions (id, player_id, created_at, last_seen_at, expires_at, user_agent, ip_hash)
      values (encode(sha256(${id}::bytea), 'hex'), ${id}, 1, ${clock.now() + DAY}, ${clock.now() + 2 * DAY}, '',
        'home')`);
  await clock.advance(DAY);
  const moved = () =>
    db.one<{ cents: number; rounds: number }>(sql`
      select coalesce(sum(cents), 0)::bigint as cents, coalesce(sum(rounds), 0)::integer as rounds from collusion_pairs
      where from_id = ${loser.id} and to_id = ${winner.id}`);
  const signs = () => db.many<{ sign: string }>(sql`select sign from collusion_signs where player_id = ${winner.id}`);
  const deaths = await dieAtEachStep(
    db,
    (dying) => checkResults({ ...deps, db: dying }),
    async () => expect([await moved(), await signs()]).toEqual([{ cents: 0, rounds: 0 }, []]),
  );
  expect(deaths).toBeGreaterThan(2);
  const all = { cents: 2_600 * ROUNDS, rounds: ROUNDS };
  expect([await moved(), await signs()]).toEqual([all, [{ sign: 'LINKED_ACCOUNTS' }]]);
  await checkResults(deps);
  expect(await moved()).toEqual(all);
});
