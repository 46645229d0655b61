import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Simulators } from '../start.ts';
import { getJson, IMPATIENCE_MS, scratchDir, started } from '../testing/harness.ts';

const Info = z.object({
  chain_id: z.string().regex(/^[0-9a-f]{64}$/),
  head_block_num: z.number(),
  head_block_id: z.string(),
  head_block_time: z.string(),
  last_irreversible_block_num: z.number(),
  last_irreversible_block_id: z.string(),
});
const Block = z.object({
  block_num: z.number(),
  id: z.string().regex(/^[0-9a-f]{64}$/),
  previous: z.string(),
  timestamp: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d00$/),
  producer: z.string().regex(/^[a-z1-5]{1,12}$/),
  ref_block_prefix: z.number(),
});
const UNKNOWN = { code: 400, error: { code: 3_100_002, name: 'unknown_block_exception' } };
const PUBLIC_CHAIN = 'aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906';
const still = { now: () => Date.parse('2026-03-01T12:00:00Z') };

async function post(sims: Simulators, node: 0 | 1, call: string, body: unknown) {
  const response = await fetch(`${sims.eos.baseUrls[node]}/v1/chain/${call}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function info(sims: Simulators, node: 0 | 1 = 0) {
  return Info.parse((await getJson(`${sims.eos.baseUrls[node]}/v1/chain/get_info`)).body);
}

async function block(sims: Simulators, num: number, node: 0 | 1 = 0) {
  return Block.parse((await post(sims, node, 'get_block_info', { block_num: num })).body);
}

describe('the chain', () => {
  test('makes a block every half second; three back are irreversible', async () => {
    const sims = await started({ clock: still });
    const before = await info(sims);
    expect(before.chain_id).toBe(sims.eos.chainId);
    expect(before.chain_id).not.toBe(PUBLIC_CHAIN);
    expect(before.head_block_num - before.last_irreversible_block_num).toBe(3);
    sims.clock.advance(10_000);
    expect((await info(sims)).head_block_num).toBe(before.head_block_num + 20);
  });

  test('has ids that begin with the number and link to the block before', async () => {
    const sims = await started();
    const lib = (await info(sims)).last_irreversible_block_num;
    const [parent, child] = [await block(sims, lib - 1), await block(sims, lib)];
    expect(Number.parseInt(child.id.slice(0, 8), 16)).toBe(lib);
    expect(child.previous).toBe(parent.id);
    expect(child.ref_block_prefix).toBe(Buffer.from(child.id, 'hex').readUInt32LE(8));
    expect(Date.parse(`${child.timestamp}Z`) - Date.parse(`${parent.timestamp}Z`)).toBe(500);
    expect(Date.parse(`${child.timestamp}Z`)).toBe(sims.eos.genesisMs + (lib - 1) * 500);
  });

  test('is the same on both nodes', async () => {
    const sims = await started();
    const num = (await info(sims)).last_irreversible_block_num;
    const here = await block(sims, num);
    expect(await block(sims, num, 1)).toEqual(here);
  });

  test('is the same after a restart', async () => {
    const dataDir = scratchDir();
    const first = await started({ dataDir });
    const before = await block(first, 1_000);
    await first.stop();
    const second = await started({ dataDir });
    expect(second.eos.chainId).toBe(first.eos.chainId);
    expect(await block(second, 1_000)).toEqual(before);
  });

  test.each(['ffffffff', -1, 'x', `${'0'.repeat(7)}9${'a'.repeat(56)}`])(
    '%s is no number of a block',
    async (asked) => {
      const sims = await started();
      const { status, body } = await post(sims, 0, 'get_block_info', { block_num: asked });
      expect({ status, body }).toMatchObject({ status: 400, body: { error: { name: 'invalid_http_request' } } });
    },
  );

  test('has no block before the first and no future one, and refuses a call without parameters', async () => {
    const sims = await started({ clock: still });
    const next = (await info(sims)).head_block_num + 1;
    for (const block_num of [0, next])
      expect((await post(sims, 0, 'get_block_info', { block_num })).body).toMatchObject(UNKNOWN);
    sims.clock.advance(500);
    expect((await block(sims, next)).block_num).toBe(next);
    expect((await post(sims, 0, 'get_block_info', {})).status).toBe(400);
    const garbled = await fetch(`${sims.eos.baseUrls[0]}/v1/chain/get_block_info`, { method: 'POST', body: '{' });
    expect(garbled.status).toBe(400);
  });
});

describe('faults affect one node only', () => {
  test('lag', async () => {
    const sims = await started({ clock: still });
    sims.faults.set('eos1', 'lag', { blocks: 50 });
    const [behind, other] = [await info(sims, 0), await info(sims, 1)];
    expect(other.head_block_num - behind.head_block_num).toBe(50);
    expect((await post(sims, 0, 'get_block_info', { block_num: other.head_block_num })).body).toMatchObject(UNKNOWN);
  });

  test('disagreement: right number, other hash, for the named block only', async () => {
    const sims = await started();
    sims.faults.set('eos2', 'disagreement', { block: 500 });
    const [one, two] = [await block(sims, 500, 0), await block(sims, 500, 1)];
    expect(two.id).not.toBe(one.id);
    expect(two.id.slice(0, 8)).toBe(one.id.slice(0, 8));
    expect(await block(sims, 501, 1)).toEqual(await block(sims, 501, 0));
  });

  test('tampered-id: an id that does not begin with the number', async () => {
    const sims = await started();
    sims.faults.set('eos1', 'tampered-id');
    const { id } = await block(sims, 500);
    expect(Number.parseInt(id.slice(0, 8), 16)).not.toBe(500);
    expect(Number.parseInt((await block(sims, 500, 1)).id.slice(0, 8), 16)).toBe(500);
  });

  test('gap: a block that the node never had; other blocks do not use the fault up', async () => {
    const sims = await started();
    sims.faults.set('eos1', 'gap', { block: 500 }, 1);
    expect((await block(sims, 499)).block_num).toBe(499);
    expect((await post(sims, 0, 'get_block_info', { block_num: 500 })).body).toMatchObject(UNKNOWN);
    expect((await block(sims, 500)).block_num).toBe(500);
  });

  test('shifted-time: the right id, at another time', async () => {
    const sims = await started();
    sims.faults.set('eos2', 'shifted-time', { block: 500, ms: 1_500 });
    const [one, two] = [await block(sims, 500, 0), await block(sims, 500, 1)];
    expect(two.id).toBe(one.id);
    expect(Date.parse(two.timestamp) - Date.parse(one.timestamp)).toBe(1_500);
  });

  test('oversize: an answer longer than a caller should read', async () => {
    const sims = await started();
    sims.faults.set('eos1', 'oversize', { bytes: 50_000 }, 1);
    const answer = await fetch(`${sims.eos.baseUrls[0]}/v1/chain/get_info`);
    expect((await answer.text()).length).toBeGreaterThanOrEqual(50_000);
  });

  test('wrong-chain-id', async () => {
    const sims = await started();
    sims.faults.set('eos2', 'wrong-chain-id');
    expect((await info(sims, 1)).chain_id).not.toBe(sims.eos.chainId);
    expect((await info(sims, 0)).chain_id).toBe(sims.eos.chainId);
  });

  test('503 and hang', async () => {
    const sims = await started();
    const url = `${sims.eos.baseUrls[0]}/v1/chain/get_info`;
    sims.faults.set('eos1', '503', {}, 1);
    expect((await fetch(url)).status).toBe(503);
    sims.faults.set('eos1', 'hang', {}, 1);
    await expect(getJson(url, IMPATIENCE_MS)).rejects.toThrow(/timeout|aborted/i);
    expect((await info(sims)).head_block_num).toBeGreaterThan(0);
  });
});
