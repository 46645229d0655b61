/** The jackpot without any request: late, lying and lost beacons, a day alone, and restarts in every phase. */
import { joinJackpot } from '@fairpot/contract/jackpot/schemas';
import { drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import { afterEach, describe, expect, test } from 'vitest';
import type { BeaconGateway, DrandAnswer } from '../../platform/process/beacon-port.ts';
import { sql } from '../../platform/database/sql.ts';
import { pinoLog } from '../../platform/process/system-ports.ts';
import { leaveOutput, signRound, TEST_CHAIN } from '../../../testing/beacon.ts';
import { sweepOnRestartedNode } from '../../../testing/restarted-node.ts';
import type { WorldOptions } from '../../../testing/world.ts';
import { jackpotFeature } from './jackpot.feature.ts';
import { makePotTable, Watcher, type PotTable } from '../../../testing/games/jackpot/pot.fixture.ts';

const HOUR = 60 * 60 * 1000;
let open: PotTable[] = [];
afterEach(async () => {
  await Promise.all(open.map((table) => table.world.close()));
  open = [];
});

async function tableWith(options: Omit<WorldOptions, 'features'> = {}): Promise<PotTable> {
  const table = await makePotTable({ log: pinoLog('silent'), ...options });
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
  test('is in the future when it is named, and is asked when it is due', async () => {
    const beacons = new StubBeacon();
    const table = await tableWith({ beacons });
    await table.lockedRound();
    const { drandRound } = (await table.round()).fair;
    const dueAt = drandRoundTime(drandRound ?? 0, TEST_CHAIN);
    const now = table.world.clock.now();
    expect(dueAt - now).toBeGreaterThanOrEqual(6_000);
    expect(dueAt - now).toBeLessThan(9_000);
    await table.pass(dueAt - now - 1);
    expect(beacons.asked).toEqual([]);
    await table.pass(1);
    expect(beacons.asked).toEqual([drandRound]);
  });

  test('late: the round waits, nothing opens meanwhile, and it ends as it would have', async () => {
    const table = await tableWith();
    const { id } = await table.lockedRound();
    table.world.beacons.outage = true;
    await table.pass(5 * HOUR);
    expect((await table.state()).game).toMatchObject({ id, phase: 'FINISHING' });
    const { actor, items } = await table.playerWith([500]);
    expect(await table.world.refused(joinJackpot, actor, { inventoryIds: items })).toBe('JACKPOT_FINISHING');
    table.world.beacons.outage = false;
    await table.world.sweepAll();
    expect((await table.roundOf(id)).phase).toBe('SETTLED');
    await table.verify(id);
    await table.enter(actor, items);
  });

  test('lying: another round’s signature or noise never decides a round', async () => {
    const beacons = new StubBeacon();
    const table = await tableWith({ beacons });
    const { id } = await table.lockedRound();
    await table.world.clock.advance(9_000);
    const lies: ((round: number) => string)[] = [
      (round) => signRound(round + 1),
      (round) => `${signRound(round)}${signRound(round)}`,
      () => '00'.repeat(48),
    ];
    for (const lie of lies) {
      beacons.answer = (round) => ({ kind: 'ready', signature: lie(round) });
      await table.world.sweepAll();
      expect((await table.round()).phase).toBe('FINISHING');
    }
    beacons.answer = (round) => ({ kind: 'ready', signature: signRound(round) });
    await table.world.sweepAll();
    await table.verify(id);
  });

  test('away for a day: voided, everything returned, and the next round opens when the beacon is back', async () => {
    const table = await tableWith();
    const { id, first, second } = await table.lockedRound();
    const watcher = await Watcher.from(table);
    table.world.beacons.outage = true;
    await table.pass(24 * HOUR - 1);
    expect((await table.round()).phase).toBe('FINISHING');
    await table.pass(1);
    expect(await table.roundOf(id)).toMatchObject({ phase: 'VOIDED', secret: null, result: null, settledAt: null });
    expect([(await table.inventory(first)).length, (await table.inventory(second)).length]).toEqual([3, 2]);
    await table.pass(2 * HOUR);
    expect((await table.state()).game, 'nothing opens meanwhile').toMatchObject({ id, phase: 'VOIDED' });
    table.world.beacons.outage = false;
    await table.world.sweepAll();
    await table.world.sweepAll();
    expect((await table.round()).phase).toBe('WAITING');
    await watcher.follow();
    expect(watcher.state).toEqual(await table.state());
  });
});

describe('alone', () => {
  test('for a day: everything is returned, the log says why, and the next round opens', async () => {
    const table = await tableWith();
    const { id } = await table.round();
    await table.pass(48 * HOUR);
    expect(await table.round()).toMatchObject({ id, phase: 'WAITING' });
    const { actor, items } = await table.entered([500, 200]);
    const more = await table.give(actor, [100]);
    await table.world.clock.advance(HOUR);
    await table.enter(actor, more);
    const watcher = await Watcher.from(table);
    await table.pass(23 * HOUR - 1);
    expect((await table.round()).id).toBe(id);
    await table.pass(1);
    expect(await table.roundOf(id)).toMatchObject({ phase: 'VOIDED', secret: null });
    expect((await table.inventory(actor)).sort()).toEqual([...items, ...more].sort());
    expect(await table.round()).toMatchObject({ phase: 'WAITING', entries: [], fair: { number: 2 } });
    await watcher.follow();
    expect(watcher.state).toEqual(await table.state());
    const leaf = await table.world.db.one<{ body: string }>(
      sql`select body from log_leaves where round_id = ${id} and kind = 'cancel'`,
    );
    expect(JSON.parse(leaf.body)).toMatchObject({ type: 'cancel', roundId: id, why: 'EXPIRED' });
  });

  test('a second player in the last moment starts the countdown', async () => {
    const table = await tableWith();
    await table.entered([500]);
    await table.pass(24 * HOUR - 1);
    await table.entered([500]);
    await table.pass(1);
    expect((await table.round()).phase).toBe('COUNTDOWN');
  });
});

test('no pot is locked while the clock is unconfirmed; it is locked when the beacon answers again', async () => {
  const table = await tableWith();
  await table.entered([500]);
  await table.entered([500]);
  table.world.beacons.outage = true;
  await table.pass(120_000);
  expect((await table.round()).phase).toBe('COUNTDOWN');
  table.world.beacons.outage = false;
  await table.world.sweepAll();
  expect((await table.round()).phase).toBe('FINISHING');
});

describe('a restart', () => {
  const restart = (table: PotTable) => sweepOnRestartedNode(table.world, jackpotFeature);

  test('while waiting, counting down, long after the deadline, and after the lock: one round, one end', async () => {
    const table = await tableWith();
    const { id, hash } = await table.round();
    await table.entered([500]);
    await restart(table);
    await table.entered([700]);
    await restart(table);
    expect(await table.round()).toMatchObject({ id, hash, phase: 'COUNTDOWN' });
    await table.world.clock.advance(3 * HOUR);
    const { actor, items } = await table.playerWith([500]);
    expect(await table.world.refused(joinJackpot, actor, { inventoryIds: items })).toBe('JACKPOT_FINISHING');
    await restart(table);
    const locked = await table.round();
    expect(locked).toMatchObject({ id, phase: 'FINISHING', finishedAt: table.world.clock.now() });
    await table.world.clock.advance(9_000);
    await restart(table);
    expect(await table.roundOf(id)).toMatchObject({ phase: 'SETTLED', fair: { lock: locked.fair.lock } });
    await table.verify(id);
    expect(await table.round()).toMatchObject({ phase: 'WAITING', fair: { number: 2 } });
  });

  test('long after the deadline, while the window keys of the new node take seconds: it starts, and the sweep locks', async () => {
    const table = await tableWith();
    const { id } = await table.round();
    await table.entered([500]);
    await table.entered([700]);
    await table.world.clock.advance(3 * HOUR);
    const { deps, clock } = table.world;
    // As on a busy machine whose thread is still loading: when the keys are there, the lock would name a later round.
    let isFirst = true;
    const make = async (round: number) => {
      if (isFirst) await clock.advance(20_000);
      isFirst = false;
      return deps.windowMaker.make(round);
    };
    const feature = jackpotFeature({ ...deps, windowMaker: { make } });
    await feature.start?.();
    expect(await table.round()).toMatchObject({ id, phase: 'COUNTDOWN' });
    const lock = async () =>
      feature.sweeps?.find(({ name }) => name === 'jackpot.table')?.run(AbortSignal.timeout(60_000));
    await expect(lock()).rejects.toMatchObject({ code: 'BEACON_UNKNOWN' });
    expect(await lock()).toBe(1);
    expect(await table.round()).toMatchObject({ id, phase: 'FINISHING' });
  });

  test('between the stored output and the settlement: nothing is fetched again, the result is the same', async () => {
    const table = await tableWith();
    const { id } = await table.lockedRound();
    await table.world.clock.advance(9_000);
    const { drandRound } = (await table.round()).fair;
    const signature = await leaveOutput(table.world.db, drandRound ?? 0);
    table.world.beacons.outage = true;
    await restart(table);
    expect((await table.roundOf(id)).fair.drandSignature).toBe(signature);
    await table.verify(id);
  });

  test('in the middle of the settlement: it is rolled back, and the next run settles once', async () => {
    const table = await tableWith();
    const { id } = await table.lockedRound();
    await table.world.clock.advance(9_000);
    // The statistics come last in the transaction: without their table everything before them must be rolled back.
    await table.world.db.run(sql`alter table player_results rename to away`);
    await restart(table);
    expect((await table.roundOf(id)).phase).toBe('FINISHING');
    await table.world.db.run(sql`alter table away rename to player_results`);
    await restart(table);
    expect((await table.roundOf(id)).phase).toBe('SETTLED');
    await table.verify(id);
  });

  test('between a settlement and the next opening: the next start opens it', async () => {
    const table = await tableWith();
    const { id } = await table.lockedRound();
    await table.world.clock.advance(9_000);
    const reveal = table.world.features.flatMap((f) => f.sweeps ?? []).find((s) => s.name === 'jackpot.reveal');
    await reveal?.run(new AbortController().signal);
    expect(await table.state()).toMatchObject({ game: { id, phase: 'SETTLED' } });
    await jackpotFeature(table.world.deps).start?.();
    expect(await table.state()).toMatchObject({ game: { phase: 'WAITING' }, last: { id, phase: 'SETTLED' } });
  });
});
