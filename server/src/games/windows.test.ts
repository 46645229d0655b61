/** Seals as the database makes them, how the settlement treats one that does not open, and windows made ahead. */
import { parseLock } from '@fairpot/fairness/protocol/lock';
import { boxOf } from '@fairpot/fairness/seal/seal-box';
import { randomOf } from '@fairpot/fairness/protocol/commitment';
import { drandRoundAt } from '@fairpot/fairness/protocol/schedule';
import { afterEach, expect, test } from 'vitest';
import { sql } from '../platform/database/sql.ts';
import { pinoLog } from '../platform/process/system-ports.ts';
import { signRound, TEST_CHAIN } from '../../testing/beacon.ts';
import { makeTable, type CoinflipTable } from '../../testing/games/coinflip/table.fixture.ts';
import { ensureWindow, ensureWindows, windowRetention, windowSweep } from './kit/beacon/windows.ts';

const { signal } = new AbortController();
let open: CoinflipTable[] = [];
afterEach(async () => {
  await Promise.all(open.map((table) => table.world.close()));
  open = [];
});

async function tableOf(): Promise<CoinflipTable> {
  const table = await makeTable({ log: pinoLog('silent') });
  open.push(table);
  return table;
}

/** The world's deps as another node has them, with a count of the windows that it made. */
function makeNode(table: CoinflipTable) {
  const rounds: number[] = [];
  const { windowMaker } = table.world.deps;
  const make = (round: number) => {
    rounds.push(round);
    return windowMaker.make(round);
  };
  return { deps: { ...table.world.deps, windowMaker: { make } }, rounds };
}

/** As stored: the invariants that a call checks would see what these tests plant. */
const phaseOf = async ({ world }: CoinflipTable, id: string) =>
  (await world.db.one<{ phase: string }>(sql`select phase from rounds where id = ${id}`)).phase;

test('the box is the one of the protocol, byte for byte', async () => {
  const table = await tableOf();
  for (let n = 0; n < 5; n++) {
    const { id } = await table.lockedGame();
    const row = await table.world.db.one<{ text: string; secret: string; key: Buffer }>(sql`
      select r.lock_text as text, s.secret, w.window_key as key from rounds r join round_secrets s on s.round_id = r.id
        join window_keys w on w.round = r.drand_round where r.id = ${id}`);
    const { seal } = parseLock(JSON.parse(row.text));
    expect(seal.box).toBe(boxOf(id, row.key, randomOf(row.secret)));
  }
});

/** Changes a stored row as the owner can, with the triggers off. */
async function tamper(table: CoinflipTable, id: string, change: (text: string) => string): Promise<void> {
  await table.world.db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = 'replica'`);
    const { text } = await tx.one<{ text: string }>(sql`select lock_text as text from rounds where id = ${id}`);
    await tx.run(sql`update rounds set lock_text = ${change(text)} where id = ${id}`);
  });
}

test('a seal that does not open to the secret settles nothing; the other rounds are settled', async () => {
  const table = await tableOf();
  const bad = await table.lockedGame();
  const good = await table.lockedGame();
  await tamper(table, bad.id, (text) => {
    const box = /"box":"([0-9a-f]{64})"/.exec(text)?.[1] ?? '';
    return text.replace(
      box,
      box.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    );
  });
  await table.world.clock.advance(24_000);
  for (const sweep of table.world.features.flatMap((each) => each.sweeps ?? []))
    if (sweep.name === 'coinflip.reveal') await sweep.run(signal);
  expect(await phaseOf(table, good.id)).toBe('settled');
  expect(await phaseOf(table, bad.id)).toBe('locked');
});

test('an output that the owner wrote and no beacon signed settles nothing though it opens the seal', async () => {
  const table = await tableOf();
  const { deps } = table.world;
  // The window is that of the next round: its signature opens the seal, and only the check of the signature refuses it.
  const first = drandRoundAt(deps.clock.now(), TEST_CHAIN);
  const rounds = Array.from({ length: 12 }, (_, i) => first + i);
  await ensureWindows(deps, rounds);
  await table.world.db.run(sql`
    update window_keys w set window_key = n.window_key, seal_key = n.seal_key
    from window_keys n where n.chain = w.chain and n.round = w.round + 1`);
  const { id } = await table.lockedGame();
  const { drandRound } = (await table.game(id)).fair;
  expect(rounds.slice(0, -1)).toContain(drandRound);
  await table.world.clock.advance(24_000);
  await table.world.db.run(sql`
    insert into beacon_outputs (chain, round, signature, fetched_at)
    values (${TEST_CHAIN.chainHash}, ${drandRound}, ${signRound((drandRound ?? 0) + 1)}, 0)`);
  const reveal = table.world.features
    .flatMap((each) => each.sweeps ?? [])
    .find((each) => each.name === 'coinflip.reveal');
  await reveal?.run(signal);
  expect(await phaseOf(table, id)).toBe('locked');
  expect((await table.game(id)).secret).toBeNull();
  const { reason } = await table.world.db.one<{ reason: string }>(
    sql`select reason from stuck_rounds where round_id = ${id}`,
  );
  expect(reason).toContain(`the stored output of drand ${drandRound} is not the beacon's`);
});

test('windows are made ahead: no join makes one', async () => {
  const table = await tableOf();
  const { deps, rounds } = makeNode(table);
  await windowSweep(deps).run(signal);
  const made = rounds.length;
  expect(made).toBeGreaterThanOrEqual(10);
  for (const game of ['coinflip', 'jackpot', 'casebattle'] as const) await ensureWindow(deps, game);
  expect(rounds.length).toBe(made);
  await table.lockedGame();
  await windowSweep(deps).run(signal);
  expect(rounds.length).toBe(made);
});

test('two nodes make one window for a round: both seal with the first', async () => {
  const table = await tableOf();
  const [one, two] = [makeNode(table), makeNode(table)];
  const first = drandRoundAt(table.world.clock.now() + 20_000, TEST_CHAIN);
  const random = {
    make: (round: number) =>
      Promise.resolve({ windowKey: new Uint8Array(32).fill(round % 250), sealKey: 'ab'.repeat(160) }),
  };
  await Promise.all([
    ensureWindows(one.deps, [first, first + 1]),
    ensureWindows({ ...two.deps, windowMaker: random }, [first, first + 1]),
  ]);
  const rows = await table.world.db.many(sql`select round from window_keys order by round`);
  expect(rows).toEqual([{ round: first }, { round: first + 1 }]);
});

test('keys are deleted a day after their beacon, and not before', async () => {
  const table = await tableOf();
  const { deps } = table.world;
  const now = drandRoundAt(deps.clock.now(), TEST_CHAIN);
  await ensureWindows(deps, [now, now + 1]);
  await table.world.clock.advance(24 * 3_600_000);
  expect(await windowRetention(deps).run(signal)).toBe(0);
  await table.world.clock.advance(3_000);
  expect(await windowRetention(deps).run(signal)).toBe(1);
  expect(await table.world.db.many(sql`select round from window_keys`)).toEqual([{ round: now + 1 }]);
});
