/**
 * What a site's own operator can do to its rounds with database, clock, log key and nodes under his control: each attack is stopped, or
 * `fairpot-verify` names it. One site for all; an attack's traces in the log stay there, so those that spoil it come last.
 */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { canon } from '@fairpot/fairness/encoding/canon';
import { parseLock } from '@fairpot/fairness/protocol/lock';
import { resultFromSeal } from '@fairpot/fairness/seal/seal';
import { drandRoundFor } from '@fairpot/fairness/protocol/schedule';
import { signRound, testSealKey, windowKeyOf } from '@fairpot/fairness/testing/rounds';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../scripts/processes.ts';
import { openPool, sqlState } from '../../server/src/platform/database/db.ts';
import { roleUrls } from '../../server/src/platform/database/roles.ts';
import { sql } from '../../server/src/platform/database/sql.ts';
import { FastSite } from '../lib/soak/fast-site.ts';
import { Operator, type SavedLog } from '../lib/operator.ts';
import { freePort } from '../lib/site.ts';
import { logIsComplete } from '../lib/soak/verifier.ts';
import { groundLock, olderLock, resultOf, loggedRound, voidOf, winnersIn } from './lies.ts';
import { lockedCoinflip, openCoinflip } from '../lib/coinflip/stakes.ts';
import { lockedBattle, phaseOf, fundedPlayer, settle, until, type FundedPlayer } from '../lib/operator-table.ts';

const DAY_MS = 86_400_000;
/** Beacon rounds ahead that he plants keys for: a minute. */
const AHEAD = 20;

let site: FastSite;
let operator: Operator;
let pair: readonly [FundedPlayer, FundedPlayer];
let honest: SavedLog;
const played = { coinflip: '', battle: '', last: '' };

beforeAll(async () => {
  site = await FastSite.start();
  pair = [await fundedPlayer(site, 'ann'), await fundedPlayer(site, 'ben')];
  operator = await Operator.of(site);
  [played.coinflip, played.battle] = [await lockedCoinflip(pair), await lockedBattle(pair[0])];
  await settle(site, played.coinflip, played.battle);
  played.last = await lockedCoinflip(pair);
  await settle(site, played.last);
  await logIsComplete(site);
  const saved = await operator.save('honest');
  expect(saved.verdict.out).toContain('the whole log holds');
  expect(saved.verdict.status).toBe(0);
  honest = saved;
}, 180_000);

afterAll(() => site.stop(), 60_000);

const lockText = async (id: string) =>
  (await site.db.one<{ text: string }>(sql`select lock_text as text from rounds where id = ${id}`)).text;

test('a round that he hides: anyone opens it from its lock and the beacon', async () => {
  const id = await lockedCoinflip(pair);
  await operator.write(sql`update rounds set due_at = due_at + ${DAY_MS} where id = ${id}`);
  await logIsComplete(site);
  const { leaves } = await operator.save('hidden');
  await site.advance(30_000);
  const lock = parseLock(JSON.parse(leaves.find((leaf) => leaf.includes(id) && leaf.includes('"type":"lock"')) ?? ''));
  const opened = resultFromSeal(lock, await operator.signatureOf(lock.drand.round), operator.chain);
  expect(await phaseOf(site, id)).toBe('locked');

  await operator.write(sql`update rounds set due_at = due_at - ${DAY_MS} where id = ${id}`);
  await until('it is settled after all', async () => (await phaseOf(site, id)) === 'settled');
  const stored = await site.db.one<{ secret: string; outcome: unknown }>(
    sql`select secret, outcome from settlements where round_id = ${id}`,
  );
  expect(stored).toEqual(opened);
});

test('a void with an invented reason, and a backdated void by staff: named', async () => {
  const logged = loggedRound(honest.leaves, played.coinflip);
  const invented = honest.leaves.with(logged.at.result, voidOf(logged, 'MAINTENANCE', logged.lock.lockedAt + 1_000));
  const reason = await operator.verifyAlone('--from', await operator.sign('invented', invented, honest));
  expect(reason.out).toContain(`FAIL leaf ${logged.at.result}: ${played.coinflip}: voided for MAINTENANCE`);
  expect(reason.status).toBe(1);

  const backdated = [
    ...honest.leaves.filter((_, at) => at !== logged.at.result),
    voidOf(logged, 'STAFF', logged.lock.lockedAt + 1_000),
  ];
  const staff = await operator.verifyAlone('--from', await operator.sign('backdated', backdated, honest));
  expect(staff.out).toContain(`FAIL leaf ${backdated.length - 1}: ${played.coinflip}: voided by staff, though leaf`);
  expect(staff.status).toBe(1);
});

test('an EOS block that he chose knowing the beacon output: named, behind it or against the witness', async () => {
  const logged = loggedRound(honest.leaves, played.battle);
  const lock = groundLock(logged);
  const result = resultOf(logged, lock);
  expect(winnersIn(lock, result.outcome)).not.toBe(winnersIn(logged.lock, logged.result.outcome));

  const held = honest.leaves.filter((_, at) => at !== logged.at.lock && at !== logged.at.result);
  const late = [...held, canon(lock), canon(result)];
  const behind = await operator.verifyAlone('--from', await operator.sign('held-back', late, honest));
  expect(behind.out).toContain(`FAIL leaf ${held.length}: ${played.battle}: locked on beacon round`);
  expect(behind.status).toBe(1);

  // In its old place nothing in the log contradicts it, only what was signed before.
  const changed = honest.leaves.with(logged.at.lock, canon(lock)).with(logged.at.result, canon(result));
  const folder = await operator.sign('ground', changed, honest);
  expect((await operator.verifyAlone('--from', folder)).status).toBe(0);
  const witnessed = await operator.verify('--from', folder);
  expect(witnessed.out).toMatch(/FAIL the first \d+ leaves contradict the head that simulated cosigned: two histories/);
  expect(witnessed.status).toBe(1);
  const seen = await operator.verifyAlone('--from', folder, '--seen', join(honest.folder, 'checkpoint'));
  expect(seen.out).toMatch(/FAIL the first \d+ leaves hash to .* seen before/);
  expect(seen.status).toBe(1);
});

test('an older lockedAt before the leaf is published: named, for its seal or for its beacon', async () => {
  const logged = loggedRound(honest.leaves, played.last);
  // Sealed again to a beacon that another round shows: everything is consistent, but it comes after that output.
  const before = loggedRound(honest.leaves, played.coinflip).result.drand.round;
  const ms = (logged.lock.drand.round - before) * operator.chain.periodMs;
  const lock = olderLock(logged.lock, logged.result.secret, ms, operator.chain);
  expect(lock.drand.round).toBe(before);
  const result = resultOf(logged, lock, await operator.signatureOf(before));
  const leaves = honest.leaves.with(logged.at.lock, canon(lock)).with(logged.at.result, canon(result));
  const own = await operator.verifyAlone('--from', await operator.sign('older', leaves, honest));
  expect(own.out).toContain(
    `FAIL leaf ${logged.at.lock}: ${played.last}: locked on beacon round ${before}, though leaf`,
  );
  expect(own.status).toBe(1);

  // The old seal with the new time opens to nothing.
  const unsealed = parseLock({ ...lock, seal: logged.lock.seal });
  const kept = honest.leaves.with(logged.at.lock, canon(unsealed)).with(logged.at.result, canon(result));
  const seal = await operator.verifyAlone('--from', await operator.sign('unsealed', kept, honest));
  expect(seal.out).toContain(
    `FAIL leaf ${logged.at.result}: ${played.last}: this does not hold: The seal in the lock opens to the secret.`,
  );
});

test('a node whose clock is 30 s slow: it accepts no join and stakes nothing', async () => {
  const gameId = await openCoinflip(pair[0]);
  const node = await site.startNode(30_000);
  try {
    const ready = (await (await fetch(`${node.origin}/api/ready`)).json()) as { clock: unknown };
    expect(JSON.stringify(ready.clock)).toMatch(/about (27|30|33) s behind the beacon/);
    const [item = ''] = pair[1].items;
    const answer = await fetch(`${node.origin}/api/coinflip/join/inventory`, {
      method: 'POST',
      headers: {
        cookie: pair[1].player.cookie,
        origin: node.origin,
        'content-type': 'application/json',
        'idempotency-key': 'slow-node',
      },
      body: JSON.stringify({ gameId, inventoryIds: [item], side: 2 }),
    });
    expect(await answer.json()).toMatchObject({ message: 'ERR_BEACON_UNKNOWN' });
    expect(await phaseOf(site, gameId)).toBe('open');
    const { n } = await site.db.one<{ n: number }>(
      sql`select count(*)::integer as n from stake_items where item_id = ${item}`,
    );
    expect(n).toBe(0);
    const joined = await pair[1].player.post('/coinflip/join/inventory', { gameId, inventoryIds: [item], side: 2 });
    expect(joined.message, 'the other node takes it').toBeUndefined();
    pair[1].items.shift();
  } finally {
    await node.stop();
  }
  await settle(site, gameId);
});

test('the role that serves: it changes no result, reads no secret, writes no beacon, disables no trigger', async () => {
  const { DATABASE_URL: url = '' } = site.envOf(0);
  const app = openPool({ url: roleUrls(url).app, maxConnections: 1 });
  try {
    expect(await app.one(sql`select current_user as name`)).toEqual({ name: 'fairpot_app' });
    for (const text of [
      `update settlements set pot_cents = 0`,
      `select secret from round_secrets`,
      `alter table settlements disable trigger all`,
      `insert into beacon_outputs (chain, round, signature, fetched_at) values ('c', 1, '${'ab'.repeat(48)}', 0)`,
    ]) {
      const end = await app.run({ text, values: [] }).then(() => 'done', sqlState);
      expect(end, text).toBe('42501');
    }
  } finally {
    await app.close();
  }
});

test('an older lockedAt in a published lock: settled by it, and the log is broken at that leaf', async () => {
  const id = await lockedCoinflip(pair);
  await logIsComplete(site);
  const { secret } = await site.db.one<{ secret: string }>(
    sql`select secret from round_secrets where round_id = ${id}`,
  );
  const lock = olderLock(parseLock(JSON.parse(await lockText(id))), secret, 30_000, operator.chain);
  const text = canon(lock);
  await operator.write(
    sql`update rounds set lock_text = ${text}, locked_at = ${lock.lockedAt}, drand_round = ${lock.drand.round}
      where id = ${id}`,
    sql`update log_leaves set body = ${text} where round_id = ${id} and kind = 'lock'`,
  );
  await settle(site, id);
  await logIsComplete(site);
  const { index } = await site.db.one<{ index: number }>(
    sql`select index from log_entries where round_id = ${id} and kind = 'lock'`,
  );
  const { out, status } = await operator.verify();
  expect(out).toMatch(new RegExp(`FAIL leaf ${index}: `));
  expect(status).toBe(1);
});

test('a false beacon output, and seals that open to it: nothing is settled by it, other rounds continue', async () => {
  // A beacon of his own under the name of the public one: the window keys ahead are encrypted to it.
  const { chainHash } = operator.chain;
  const first = drandRoundFor({ ...operator.chain, game: 'coinflip', lockedAt: site.now() });
  const planted = Array.from({ length: AHEAD }, (_, i) => first + i).map((round) => {
    const [key, seal] = [Buffer.from(windowKeyOf(round)), testSealKey(round)];
    return sql`insert into window_keys (chain, round, window_key, seal_key, made_at)
      values (${chainHash}, ${round}, ${key}, ${seal}, 0)
      on conflict (chain, round) do update set window_key = excluded.window_key, seal_key = excluded.seal_key`;
  });
  await operator.write(...planted);
  const id = await lockedCoinflip(pair);
  const lock = parseLock(JSON.parse(await lockText(id)));
  expect(lock.seal.key, 'the planted key was taken').toBe(testSealKey(lock.drand.round));
  await operator.write(sql`insert into beacon_outputs (chain, round, signature, fetched_at)
    values (${chainHash}, ${lock.drand.round}, ${signRound(lock.drand.round)}, 0)`);
  await site.advance(60_000);
  const reason = () => site.db.maybe<{ reason: string }>(sql`select reason from stuck_rounds where round_id = ${id}`);
  await until('it is set aside', async () => (await reason()) !== undefined);
  expect((await reason())?.reason).toContain(`the stored output of drand ${lock.drand.round} is not the beacon's`);
  expect(await phaseOf(site, id)).toBe('locked');
  const other = await lockedCoinflip(pair);
  await settle(site, other);
  expect(await phaseOf(site, id)).toBe('locked');
  await logIsComplete(site);
  const entries = await site.db.many(sql`select 1 from log_leaves where round_id = ${id} and kind = 'result'`);
  expect(entries).toEqual([]);
});

test('an older copy of the database: the start is refused, and the witness is named', async () => {
  const { DATABASE_URL: url = '', ...env } = site.envOf(await freePort());
  const [, server = '', name = '', rest = ''] = /^(postgres(?:ql)?:\/\/[^/]*\/)([^?]+)(.*)$/.exec(url) ?? [];
  const admin = openPool({ url: `${server}template1${rest}`, maxConnections: 1 });
  const older = `${name}_older`;
  try {
    await site.withoutServer(async () => {
      await admin.run(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`);
      await admin.run({ text: `create database ${older} template ${name}`, values: [] });
    });
    const id = await lockedCoinflip(pair);
    await settle(site, id);
    await logIsComplete(site);
    const empty = join(site.folder, 'empty');
    mkdirSync(empty);
    const files = ['--import', 'tsx', 'server/src/main.ts'];
    const LOG_KEY_FILE = join(site.folder, 'log-key');
    const mine = {
      ...process.env,
      ...env,
      LOG_KEY_FILE,
      DATABASE_URL: `${server}${older}${rest}`,
      FAIRPOT_DATA_DIR: empty,
    };
    const { code, complaint } = await new Promise<{ code: unknown; complaint: string }>((resolve) =>
      execFile(process.execPath, files, { cwd: root, env: mine, timeout: 60_000 }, (error, _out, stderr) =>
        resolve({ code: error?.code, complaint: stderr }),
      ),
    );
    expect(complaint).toMatch(/published up to \d+ leaves \(cosigned by the witness simulated\)/);
    expect(code).toBe(2);
  } finally {
    await admin.run({ text: `drop database if exists ${older} with (force)`, values: [] });
    await admin.close();
  }
});
