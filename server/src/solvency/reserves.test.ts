/**
 * Reserves in statements: which addresses are named and signed, what counts, how the public command reports a false entry, and the rate
 * limit of files.
 */
import { addressOfKey, signReserve } from '@fairpot/fairness/reserves/signatures';
import type { Reserves } from '@fairpot/fairness/reserves/reserves';
import { main as fairpotVerify } from '@fairpot/fairness/cli/main';
import { toHex } from '@fairpot/fairness/encoding/bytes';
import { REFUSALS } from '@fairpot/contract/wire/refusals';
import { getLogHead } from '@fairpot/contract/log/schemas';
import { getMySolvency, getSolvencyProof, listSolvency } from '@fairpot/contract/solvency/schemas';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ARENA_FEATURES, makeArena, type Arena } from '../../testing/games/casebattle/arena.fixture.ts';
import { cents } from '@fairpot/contract/wire/money';
import { account, transfer } from '../ledger/ledger.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';
import { Refused } from '../platform/runner/refused.ts';
import type { World } from '../../testing/world.ts';
import { transparencyFeature } from '../transparency/transparency.feature.ts';
import { saysIn } from './present.ts';
import { publishDue } from './publish.ts';
import { reserves } from './reserves-cli.ts';
import { solvencyFeature } from './solvency.feature.ts';
import { publishedBefore } from './store.ts';
import { registerSolvencyTiles } from './tile-routes.ts';

const HOUR = 3_600_000;
const KEY = new Uint8Array(32).fill(5);
const OTHER = new Uint8Array(32).fill(6);
const addressOf = (key: typeof KEY) => addressOfKey('bitcoin', secp256k1.getPublicKey(key));

let arena: Arena;
let world: World;
let player: Actor;
beforeEach(async () => {
  arena = await makeArena({ features: [...ARENA_FEATURES, transparencyFeature, solvencyFeature] });
  world = arena.world;
  player = await arena.player(1_000);
});
afterEach(() => world.close());

/** Waits for the next hourly statement in the log; returns its reserves and its root. */
async function published(): Promise<{ reserves: Reserves; number: number; root: string }> {
  await world.sweepAll();
  await world.clock.advance(HOUR);
  expect(await publishDue({ deps: world.deps }, new AbortController().signal)).toBe(true);
  await world.sweepAll();
  const [newest] = await publishedBefore(world.db, null, 1);
  const says = saysIn(newest?.body ?? '');
  if (says.reserves === null) throw new Error('no statement');
  return { reserves: says.reserves, number: says.number, root: toHex(says.root) };
}

/** Lists an address of this key, with 5,000 base units on it, signed for this statement. */
async function listed(key = KEY, over: { number: number; root: string } | null = null, seenAt = world.clock.now()) {
  const address = addressOf(key);
  const signature = over && signReserve({ network: 'bitcoin', address, number: over.number, root: over.root }, key);
  await world.db.run(sql`
    insert into solvency_reserves (network, address, kind, listed_at, held, height, seen_at, signed_number,
      signed_root, signature)
    values ('bitcoin', ${address}, 'HOT', 0, ${JSON.stringify([{ coin: 'BTC', units: '5000' }])}::jsonb, 9, ${seenAt},
      ${over?.number ?? null}, ${over?.root ?? null}, ${signature})
    on conflict (network, address) do update set seen_at = excluded.seen_at, signed_number = excluded.signed_number,
      signed_root = excluded.signed_root, signature = excluded.signature`);
}

/** The findings of the command about the newest statement. */
async function verified(): Promise<{ status: number; said: string }> {
  const { url } = await world.http();
  const { key } = await world.run(getLogHead, null, {});
  const said: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  const status = await fairpotVerify(['--solvency', '--site', url, '--log-key', key]);
  spy.mockRestore();
  return { status, said: said.join('') };
}

test('before the first statement there is nothing to prove, and that is a valid answer', async () => {
  expect(await world.run(getSolvencyProof, null, {})).toBeNull();
  expect(await world.run(getMySolvency, player, {})).toBeNull();
  expect((await world.run(listSolvency, null, {})).statements).toEqual([]);
});

describe('named reserves', () => {
  test('are named, summed and signed for the statement before; the public command finds the same', async () => {
    const first = await published();
    expect(first.reserves).toEqual({ addresses: [], named: [], accounts: [], games: [] });
    await world.db.run(sql`
      insert into trade_bots (steam_id, name, seen_at) values ('76561198000000009', 'Fairpot Trading', 1)`);
    await world.db.run(sql`insert into trade_stock_checks (app_id, seen_at) values (730, 7), (570, 8)`);
    await world.db.run(
      sql`insert into trade_stock (app_id, market_hash_name, free) values (730, 'A', 2), (730, 'B', 1)`,
    );
    await listed(KEY, first);
    await listed(OTHER);
    const { reserves: found } = await published();
    expect(found.addresses).toHaveLength(2);
    const signed = found.addresses.find(({ address }) => address === addressOf(KEY));
    expect(signed).toMatchObject({ kind: 'hot', height: 9, signed: { number: 1, root: first.root } });
    expect(found.addresses.find(({ address }) => address === addressOf(OTHER))?.signed).toBeNull();
    expect(found.named).toEqual([{ coin: 'BTC', units: '10000', cents: null }]);
    expect(found.accounts).toEqual(['76561198000000009']);
    expect(found.games).toEqual([
      { appId: 570, items: 0, at: 8 },
      { appId: 730, items: 3, at: 7 },
    ]);
    const { status, said } = await verified();
    expect(said).toContain('total of the named addresses: 10000 base units of BTC');
    expect(said).toContain(`${addressOf(KEY)} (hot): 5000 BTC at block 9`);
    expect(said).toMatch(/signed by its key over statement 1\n[^]*not signed\n|not signed\n[^]*over statement 1\n/);
    expect(said).toContain('Steam accounts 76561198000000009: 0 of game 570, 3 of game 730');
    expect(status).toBe(0);
  });

  test('not read for two periods are named and count nothing', async () => {
    await listed(KEY, null, world.clock.now() - 2 * HOUR);
    const { reserves: found } = await published();
    expect([found.addresses.length, found.named]).toEqual([1, []]);
    expect((await verified()).said).toContain('STALE, counts as 0');
  });

  test('never read yet delay the first statement, ten minutes at most', async () => {
    await listed();
    await world.db.run(sql`update solvency_reserves set held = null, height = null, seen_at = null`);
    for (const feature of world.features) {
      for (const sweep of feature.sweeps ?? [])
        if (sweep.name === 'transparency.sequence') await sweep.run(new AbortController().signal);
    }
    const publish = () => publishDue({ deps: world.deps }, new AbortController().signal);
    await world.clock.advance(61_000);
    expect(await publish()).toBe(false);
    // Read: it holds nothing, so no rate is needed.
    await world.db.run(sql`insert into trade_bots (steam_id, name, seen_at) values ('76561198000000009', 'Bot', 1)`);
    await world.db.run(sql`insert into trade_stock_checks (app_id, seen_at) values (730, 7)`);
    expect(await publish()).toBe(false);
    await world.db.run(sql`update solvency_reserves set held = '[]', height = 1, seen_at = 1`);
    expect(await publish()).toBe(true);
    // Only the first one waits.
    await listed(OTHER);
    await world.db.run(sql`update solvency_reserves set held = null, height = null, seen_at = null`);
    await world.clock.advance(HOUR);
    expect(await publish()).toBe(true);
  });

  test('back the gifts of a demo, as far as they were seen to hold that much', async () => {
    const dollars = async () => {
      await published();
      const [newest] = await publishedBefore(world.db, null, 1);
      const { coins, coinsAt } = saysIn(newest?.body ?? '');
      return [coins.find(({ coin }) => coin === 'USDT')?.units, coinsAt];
    };
    expect(await dollars()).toEqual(['0', null]);
    await listed();
    const hold = (units: string) =>
      world.db.run(sql`
      update solvency_reserves set seen_at = ${world.clock.now()},
        held = ${JSON.stringify([{ coin: 'USDT', units }])}::jsonb`);
    await hold('999999999');
    // Money from outside is not a gift.
    expect(await dollars()).toEqual(['0', null]);
    await world.db.transaction((tx) =>
      transfer(tx, {
        id: world.deps.ids.next('transfer'),
        key: 'a gift',
        code: 'DEMO_GRANT',
        ref: 'a gift',
        at: 0,
        postings: [
          { account: account.gifts, cents: cents(-700) },
          { account: account.cash(player.id), cents: cents(700) },
        ],
      }),
    );
    const seenAt = world.clock.now();
    await hold('999999999');
    expect(await dollars()).toEqual(['7000000', seenAt]);
    await hold('6999999');
    expect((await dollars())[0]).toBe('6999999');
  });

  test('whose signature was changed in the database are named as unsigned', async () => {
    const first = await published();
    await listed(KEY, first);
    await world.db.run(sql`update solvency_reserves set signed_number = 7`);
    const { reserves: found } = await published();
    expect(found.addresses[0]?.signed).toBeNull();
    expect((await verified()).status).toBe(0);
  });

  test('that sign a root which the log does not have are rejected by the command', async () => {
    const first = await published();
    await listed(KEY, { number: first.number, root: 'ab'.repeat(32) });
    await published();
    const { status, said } = await verified();
    expect(said).toMatch(/FAIL .*reserves are signed over another root than that of statement 1/);
    expect(status).toBe(1);
  });
});

describe('the operator’s list', () => {
  const place = ['--network', 'bitcoin', '--address', addressOf(KEY)];
  const run = (...args: string[]) => reserves(world.db, args, 1);

  test('accepts an address with its own signature over a statement, entered by hand, and no other signature', async () => {
    await expect(run('text', ...place)).rejects.toThrow('no such statement');
    const { number, root } = await published();
    const address = addressOf(KEY);
    expect(await run('text', ...place)).toBe(
      `Fairpot proof of reserves v1\nbitcoin ${address}\nstatement ${number}\nroot ${root}`,
    );
    const signature = signReserve({ network: 'bitcoin', address, number, root }, KEY);
    const foreign = signReserve({ network: 'bitcoin', address: addressOf(OTHER), number, root }, OTHER);
    expect(await run('add', ...place)).toMatch(/listed, not signed$/);
    await expect(run('add', ...place, '--signature', foreign)).rejects.toThrow(/not of its key/);
    expect(await run('list')).toBe(`bitcoin ${address} COLD not signed`);
    expect(await run('add', ...place, '--number', String(number), '--signature', signature)).toMatch(
      /over statement 1$/,
    );
    expect((await published()).reserves.addresses).toMatchObject([{ kind: 'cold', held: [], signed: { number: 1 } }]);
    expect(await run('remove', ...place)).toMatch(/no longer listed/);
    expect(await run('list')).toBe('no address is listed');
  });

  test('belongs to the database owner: the app reads it and cannot write it', async () => {
    await listed();
    for (const statement of [
      sql`update solvency_reserves set signature = 'x', signed_number = 1, signed_root = ${'ab'.repeat(32)}`,
      sql`update solvency_reserves set held = '[]', height = 1, seen_at = 1`,
      sql`delete from solvency_reserves`,
    ])
      await expect(world.deps.db.run(statement)).rejects.toThrow(/permission denied/);
  });

  test('leaves the signer’s wallets alone, and reports unreadable input', async () => {
    await listed();
    await expect(run('remove', ...place)).rejects.toThrow(/belongs to the signer/);
    for (const args of [['add'], ['add', '--network', 'doge', '--address', 'x'], ['pay', ...place]])
      await expect(run(...args)).rejects.toThrow(/^usage/);
  });
});

test('tiles are rate limited per address; other addresses still get them', async () => {
  const http = Fastify();
  http.decorateRequest('address', '');
  http.addHook('onRequest', async (request) => {
    request.address = String(request.headers['x-from']);
  });
  http.setErrorHandler((error, _, reply) =>
    reply.code(error instanceof Refused ? REFUSALS[error.code].status : 500).send(),
  );
  const { deps } = world;
  registerSolvencyTiles(http, { ...deps, config: { ...deps.config, rateLimits: true } }, { max: 3, perMs: 3_000 });
  const ask = async (from: string) => {
    const url = '/fair/solvency/tile/1/0/0';
    return (await http.inject({ url, headers: { 'x-from': from } })).statusCode;
  };
  const codes: number[] = [];
  for (let n = 0; n < 5; n += 1) codes.push(await ask('a'));
  expect(codes, 'there is no such tile; after that, too many requests').toEqual([404, 404, 404, 429, 429]);
  expect(await ask('b')).toBe(404);
  await world.clock.advance(1_000);
  expect([await ask('a'), await ask('a')]).toEqual([404, 429]);
  await http.close();
});
