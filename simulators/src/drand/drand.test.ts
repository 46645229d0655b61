import { createHash } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Simulators } from '../start.ts';
import { getJson, IMPATIENCE_MS, scratchDir, started } from '../testing/harness.ts';
import { chainHash, DRAND_DST } from './beacon.ts';

const Round = z.object({ round: z.number(), signature: z.string().regex(/^[0-9a-f]{96}$/) });
const NOW = Date.parse('2026-03-01T12:00:00Z');
const still = { now: () => NOW };

/** The check a verifier makes, from the public key alone. */
function verifies(sims: Simulators, round: number, signature: string): boolean {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(round));
  const bls = bls12_381.shortSignatures;
  const point = bls.hash(createHash('sha256').update(message).digest(), DRAND_DST);
  return bls.verify(Buffer.from(signature, 'hex'), point, Buffer.from(sims.drand.chain.publicKey, 'hex'));
}

async function round(sims: Simulators, asked: number | 'latest') {
  return Round.parse((await getJson(`${sims.drand.baseUrl}/v2/beacons/quicknet/rounds/${asked}`)).body);
}

function newest(sims: Simulators): number {
  return Math.floor((sims.clock.now() - sims.drand.chain.genesisMs) / 3_000) + 1;
}

describe('the beacon', () => {
  test('signs rounds that verify under its public key, and no other round', async () => {
    const sims = await started();
    const latest = await round(sims, 'latest');
    expect(verifies(sims, latest.round, latest.signature)).toBe(true);
    expect(verifies(sims, latest.round - 1, latest.signature)).toBe(false);
    const early = await round(sims, 1);
    expect(verifies(sims, 1, early.signature)).toBe(true);
  });

  test('publishes a round every 3 seconds, on time and not before', async () => {
    const sims = await started({ clock: still });
    const next = newest(sims) + 1;
    const url = `${sims.drand.baseUrl}/v2/beacons/quicknet/rounds/${next}`;
    expect((await getJson(url)).status).toBe(404);
    sims.clock.set(sims.drand.chain.genesisMs + (next - 1) * 3_000 - 1);
    expect((await getJson(url)).status).toBe(404);
    sims.clock.advance(1);
    expect((await getJson(url)).status).toBe(200);
    expect((await round(sims, 'latest')).round).toBe(next);
  });

  test('can be read by the pages of any site, as the real service', async () => {
    const sims = await started();
    for (const path of ['latest', '999999999']) {
      const { headers } = await fetch(`${sims.drand.baseUrl}/v2/beacons/quicknet/rounds/${path}`);
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  test("serves its facts, with drand's own chain hash", async () => {
    const sims = await started();
    const { chain, baseUrl } = sims.drand;
    const v2 = (await getJson(`${baseUrl}/v2/beacons/quicknet/info`)).body;
    expect(v2).toMatchObject({
      public_key: chain.publicKey,
      period: 3,
      genesis_time: chain.genesisMs / 1_000,
      chain_hash: chain.chainHash,
      scheme: 'bls-unchained-g1-rfc9380',
      beacon_id: 'quicknet',
    });
    expect(chain.publicKey).toMatch(/^[0-9a-f]{192}$/);
  });

  test("the chain hash formula gives quicknet's published hash", () => {
    expect(
      chainHash({
        publicKey:
          '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
          '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
        periodMs: 3_000,
        genesisMs: 1_692_803_367_000,
        genesisSeed: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
        beaconId: 'quicknet',
      }),
    ).toBe('52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971');
  });

  test.each(['0', '-1', '1.5', '1e3', 'abc', '99999999999999999'])('refuses round "%s"', async (asked) => {
    const sims = await started();
    expect((await getJson(`${sims.drand.baseUrl}/v2/beacons/quicknet/rounds/${asked}`)).status).toBe(400);
  });
});

describe('the key', () => {
  test('survives a restart: old rounds are signed the same, and only its owner may read it', async () => {
    const dataDir = scratchDir();
    const first = await started({ dataDir });
    const before = await round(first, 777);
    await first.stop();
    const second = await started({ dataDir });
    expect(second.drand.chain).toEqual(first.drand.chain);
    expect(await round(second, 777)).toEqual(before);
    expect(statSync(join(dataDir, 'drand-key.json')).mode & 0o777).toBe(0o600);
  });

  test('is different in every other world', async () => {
    const [one, two] = [await started({ dataDir: scratchDir() }), await started()];
    expect(one.drand.chain.publicKey).not.toBe(two.drand.chain.publicKey);
  });

  test('that is damaged stops the start and is named', async () => {
    const dataDir = scratchDir();
    writeFileSync(join(dataDir, 'drand-key.json'), '{"secretKey":"00"');
    await expect(started({ dataDir })).rejects.toThrow(/drand-key\.json is damaged/);
  });
});

describe('faults', () => {
  test('late delays a due round that long', async () => {
    const sims = await started({ clock: still });
    const due = newest(sims);
    sims.faults.set('drand', 'late', { seconds: 9 });
    const url = `${sims.drand.baseUrl}/v2/beacons/quicknet/rounds/${due}`;
    expect((await getJson(url)).status).toBe(404);
    expect((await round(sims, 'latest')).round).toBe(due - 3);
    sims.clock.advance(9_000);
    expect((await getJson(url)).status).toBe(200);
  });

  test('too-early-425 changes the status of a round that is not ready', async () => {
    const sims = await started({ clock: still });
    sims.faults.set('drand', 'too-early-425');
    expect((await getJson(`${sims.drand.baseUrl}/v2/beacons/quicknet/rounds/${newest(sims) + 1}`)).status).toBe(425);
  });

  test('wrong-signature is well-formed and does not verify; nothing of it is remembered', async () => {
    const sims = await started();
    sims.faults.set('drand', 'wrong-signature', {}, 1);
    const wrong = await round(sims, 10);
    expect(verifies(sims, 10, wrong.signature)).toBe(false);
    expect(verifies(sims, 10, (await round(sims, 10)).signature)).toBe(true);
  });

  test('old-signature is the true signature of an earlier round', async () => {
    const sims = await started();
    sims.faults.set('drand', 'old-signature', { back: 2 }, 1);
    const old = await round(sims, 10);
    expect(old.round).toBe(10);
    expect(verifies(sims, 10, old.signature)).toBe(false);
    expect(verifies(sims, 8, old.signature)).toBe(true);
  });

  test('503 and hang', async () => {
    const sims = await started();
    const url = `${sims.drand.baseUrl}/v2/beacons/quicknet/rounds/1`;
    sims.faults.set('drand', '503', {}, 1);
    expect((await getJson(url)).status).toBe(503);
    sims.faults.set('drand', 'hang', {}, 1);
    await expect(getJson(url, IMPATIENCE_MS)).rejects.toThrow(/timeout|aborted/i);
    expect((await getJson(url)).status).toBe(200);
  });
});
