/** Coinflips without any request: late, lying and lost beacons, expiry, and restarts in every phase. */
import { createCoinflip, joinCoinflip, listCoinflips } from '@fairpot/contract/coinflip/schemas';
import { drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import { afterEach, describe, expect, test } from 'vitest';
import type { BeaconGateway, DrandAnswer } from '../../platform/process/beacon-port.ts';
import { sql } from '../../platform/database/sql.ts';
import { pinoLog } from '../../platform/process/system-ports.ts';
import { leaveOutput, signRound, TEST_CHAIN } from '../../../testing/beacon.ts';
import { slugOf } from '../../../testing/item-types.ts';
import { sweepOnRestartedNode } from '../../../testing/restarted-node.ts';
import type { WorldOptions } from '../../../testing/world.ts';
import { coinflipFeature } from './coinflip.feature.ts';
import { makeTable, type CoinflipTable } from '../../../testing/games/coinflip/table.fixture.ts';

const HOUR = 60 * 60 * 1000;
const quiet = pinoLog('silent');
let open: CoinflipTable[] = [];
afterEach(async () => {
  await Promise.all(open.map((table) => table.world.close()));
  open = [];
});

async function tableWith(options: Omit<WorldOptions, 'features'> = {}): Promise<CoinflipTable> {
  const table = await makeTable({ log: quiet, ...options });
  open.push(table);
  return table;
}

/** A beacon whose answer the test sets, for any round. */
class StubBeacon implements Pick<BeaconGateway, 'drand'> {
  answer: (round: number) => DrandAnswer = () => ({ kind: 'not-yet' });
  readonly asked: number[] = [];
  drand(round: number): Promise<DrandAnswer> {
    this.asked.push(round);
    return Promise.resolve(this.answer(round));
  }
}

describe('the beacon', () => {
  test('is asked only for the named round, and not before it is due', async () => {
    const beacons = new StubBeacon();
    const table = await tableWith({ beacons });
    const { id } = await table.lockedGame();
    const { drandRound } = (await table.game(id)).fair;
    expect(drandRoundTime(drandRound ?? 0, TEST_CHAIN)).toBeGreaterThanOrEqual(table.world.clock.now() + 15_000);
    await table.world.clock.advance(19_999);
    await table.world.sweepAll();
    expect(beacons.asked).toEqual([]);
    await table.world.clock.advance(1);
    await table.world.sweepAll();
    expect(beacons.asked).toEqual([drandRound]);
  });

  test('is not asked for a round whose lock names another chain', async () => {
    const beacons = new StubBeacon();
    const table = await tableWith({ beacons });
    const { id } = await table.lockedGame();
    await table.world.db.run(sql`
      update rounds set lock_text = replace(lock_text, ${TEST_CHAIN.chainHash}, ${'ab'.repeat(32)}) where id = ${id}`);
    await table.world.clock.advance(24_000);
    // Alone: the invariants, which sweepAll checks, name such a lock.
    const reveal = table.world.features
      .flatMap((each) => each.sweeps ?? [])
      .find((each) => each.name === 'coinflip.reveal');
    await reveal?.run(new AbortController().signal);
    expect([reveal?.name, beacons.asked]).toEqual(['coinflip.reveal', []]);
  });

  test('late: the game waits and then ends as it would have', async () => {
    const table = await tableWith();
    const { id, first } = await table.lockedGame();
    table.world.beacons.outage = true;
    await table.world.clock.advance(5 * HOUR);
    await table.world.sweepAll();
    expect((await table.game(id)).phase).toBe('COUNTDOWN');
    const more = await table.give(first, [2_000]);
    const input = { inventoryIds: more, side: 1 };
    expect(await table.world.refused(createCoinflip, first, input)).toBe('GAME_PAUSED');
    expect((await table.world.run(listCoinflips, null, {})).paused).toBe(true);
    table.world.beacons.outage = false;
    await table.world.sweepAll();
    expect((await table.game(id)).phase).toBe('SETTLED');
    await table.verify(id);
    await table.create(first, more);
  });

  test('while it is away, joins are refused too: no more stakes are tied up', async () => {
    const table = await tableWith();
    const waiting = await table.playerWith([2_000]);
    const gameId = await table.create(waiting.actor, waiting.items);
    await table.lockedGame();
    table.world.beacons.outage = true;
    const joiner = await table.playerWith([2_000]);
    const input = { gameId, inventoryIds: joiner.items, side: 2 };
    await table.world.clock.advance(60_000 + 24_000);
    expect(await table.world.refused(joinCoinflip, joiner.actor, input)).toBe('GAME_PAUSED');
  });

  test('lying: another round’s signature, a wrong size or noise never decides a game', async () => {
    const beacons = new StubBeacon();
    const table = await tableWith({ beacons });
    const { id } = await table.lockedGame();
    await table.world.clock.advance(24_000);
    const lies: ((round: number) => string)[] = [
      (round) => signRound(round + 1),
      (round) => `${signRound(round)}${signRound(round)}`,
      (round) => signRound(round).toUpperCase(),
      () => '00'.repeat(48),
    ];
    for (const lie of lies) {
      beacons.answer = (round) => ({ kind: 'ready', signature: lie(round) });
      await table.world.sweepAll();
      expect((await table.game(id)).phase).toBe('COUNTDOWN');
    }
    beacons.answer = (round) => ({ kind: 'ready', signature: signRound(round) });
    await table.world.sweepAll();
    await table.verify(id);
  });

  test('away for a day: voided, everything returned, and it stays voided', async () => {
    const table = await tableWith();
    const { id, first, second } = await table.lockedGame();
    table.world.beacons.outage = true;
    await table.world.clock.advance(24 * HOUR - 1);
    await table.world.sweepAll();
    expect((await table.game(id)).phase).toBe('COUNTDOWN');
    await table.world.clock.advance(1);
    await table.world.sweepAll();
    expect(await table.game(id)).toMatchObject({ phase: 'VOIDED', version: 3, secret: null, winnerSide: null });
    expect(await table.inventory(first)).toHaveLength(4);
    expect(await table.inventory(second)).toHaveLength(3);
    const { actor, items } = await table.playerWith([2_000]);
    const request = { inventoryIds: items, side: 1 } as const;
    await table.world.clock.advance(HOUR);
    await table.world.sweepAll();
    expect(await table.world.refused(createCoinflip, actor, request), 'nothing opens meanwhile').toBe('GAME_PAUSED');
    table.world.beacons.outage = false;
    await table.world.sweepAll();
    expect((await table.game(id)).phase).toBe('VOIDED');
    await table.world.run(createCoinflip, actor, request);
    const leaf = await table.world.db.one<{ body: string }>(
      sql`select body from log_leaves where round_id = ${id} and kind = 'void'`,
    );
    expect(JSON.parse(leaf.body)).toMatchObject({ type: 'void', roundId: id, why: 'BEACON_AWAY' });
  });

  test('a site that slept for two days settles by the existing output: it cannot void a decided round', async () => {
    const table = await tableWith();
    const { id } = await table.lockedGame();
    await table.world.clock.advance(48 * HOUR);
    await table.world.sweepAll();
    expect((await table.game(id)).phase).toBe('SETTLED');
    await table.verify(id);
  });

  test('one game that contradicts its lock does not hold up the others', async () => {
    const table = await tableWith();
    const good = (await table.lockedGame()).id;
    const bad = (await table.lockedGame()).id;
    await table.world.db.run(sql`update rounds set fee_bps = 0 where id = ${bad}`);
    await table.world.clock.advance(24_000);
    await table.world.sweepAll();
    expect((await table.game(good)).phase).toBe('SETTLED');
    expect((await table.game(bad)).phase).toBe('COUNTDOWN');
  });
});

describe('expiry', () => {
  test('a waiting game whose stake is worth something else by now is cancelled; in doubt it waits', async () => {
    const table = await tableWith();
    const { world } = table;
    const { actor, items } = await table.playerWith([6_600]);
    const gameId = await table.create(actor, items);
    const price = (cents: number, doubt: string | null) =>
      world.db.run(sql`
        update item_types set price_cents = ${cents}, doubt = ${doubt} where slug = ${slugOf(6_600)}`);
    for (const [cents, doubt] of [
      [6_930, null],
      [6_270, null],
      [3_000, 'JUMP'],
    ] as const) {
      await price(cents, doubt);
      await world.sweepAll();
      expect((await table.game(gameId)).phase).toBe('WAITING');
    }
    await price(6_269, null);
    await world.sweepAll();
    expect((await table.game(gameId)).phase).toBe('CANCELLED');
    expect(await table.inventory(actor)).toEqual(items);
    const { body } = await world.db.one<{ body: string }>(sql`
      select body from log_leaves where round_id = ${gameId} and kind = 'cancel'`);
    expect(JSON.parse(body)).toMatchObject({ why: 'REPRICED' });
    await price(6_600, null);
  });

  test('a game without a joiner for 24 hours is cancelled', async () => {
    const table = await tableWith();
    const { actor, items } = await table.playerWith([2_000]);
    const id = await table.create(actor, items);
    await table.world.clock.advance(24 * HOUR - 1);
    await table.world.sweepAll();
    expect((await table.game(id)).phase).toBe('WAITING');
    await table.world.clock.advance(1);
    await table.world.sweepAll();
    expect(await table.game(id)).toMatchObject({ phase: 'CANCELLED', version: 2 });
    expect(await table.inventory(actor)).toEqual(items);
  });
});

describe('a restart', () => {
  const restart = (table: CoinflipTable) => sweepOnRestartedNode(table.world, coinflipFeature);

  test('while waiting: the game can still be joined and ends', async () => {
    const table = await tableWith();
    const first = await table.playerWith([2_000]);
    const id = await table.create(first.actor, first.items);
    await restart(table);
    const second = await table.playerWith([2_000]);
    await table.join(second.actor, id, second.items);
    await table.world.clock.advance(24_000);
    await restart(table);
    expect((await table.game(id)).phase).toBe('SETTLED');
    await table.verify(id);
  });

  test('after the lock: another process ends it from the same inputs', async () => {
    const table = await tableWith();
    const { id } = await table.lockedGame();
    const before = await table.game(id);
    await table.world.clock.advance(24_000);
    await restart(table);
    const after = await table.game(id);
    expect(after).toMatchObject({ phase: 'SETTLED', hash: before.hash, fair: { lock: before.fair.lock } });
    await table.verify(id);
    await table.world.checkInvariants();
  });

  test('between the stored output and the settlement: nothing is fetched again, the result is the same', async () => {
    const table = await tableWith();
    const { id } = await table.lockedGame();
    await table.world.clock.advance(24_000);
    const { drandRound } = (await table.game(id)).fair;
    const signature = await leaveOutput(table.world.db, drandRound ?? 0);
    table.world.beacons.outage = true;
    await restart(table);
    expect((await table.game(id)).fair.drandSignature).toBe(signature);
    await table.verify(id);
  });

  test('in the middle of the settlement: it is rolled back, and the next run settles once', async () => {
    const table = await tableWith();
    const { id } = await table.lockedGame();
    await table.world.clock.advance(24_000);
    // The statistics come last in the transaction: without their table everything before them must be rolled back.
    await table.world.db.run(sql`alter table player_results rename to away`);
    await restart(table);
    expect((await table.game(id)).phase).toBe('COUNTDOWN');
    await table.world.checkInvariants();
    await table.world.db.run(sql`alter table away rename to player_results`);
    await restart(table);
    expect((await table.game(id)).phase).toBe('SETTLED');
    await table.world.checkInvariants();
  });
});
