/** The signer shows that it has the keys of the wallets that it names: what it signs, over which statement, and that nothing else comes of it. */
import { createHash } from 'node:crypto';
import { RESERVE_NETWORKS, reserveText } from '@fairpot/fairness/reserves/claim';
import { addressOfKey, isReserveSigned } from '@fairpot/fairness/reserves/signatures';
import { sql } from '@fairpot/server/platform/database/sql';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Trx } from 'tronweb';
import { recoverMessageAddress, type Hex } from 'viem';
import { chainsOf } from './chains.ts';
import { makeScene, type Scene } from './scene.fixture.ts';

const KEY = new Uint8Array(32).fill(3);
const ROOT = 'ab'.repeat(32);
const nodes = { tron: 'http://127.0.0.1:1', bitcoin: 'http://127.0.0.1:1', ethereum: 'http://127.0.0.1:1' };
const keys = { tron: KEY, bitcoin: KEY, ethereum: KEY };
const chains = chainsOf({ nodes, keys, tronApiKey: null, ethereumChainId: 1 });

test.each(RESERVE_NETWORKS)(
  '%s: the wallet that is paid from signs, as everybody’s wallets check it',
  async (network) => {
    const chain = chains.find((each) => each.network === network);
    const address = chain?.wallet ?? '';
    expect(address).toBe(addressOfKey(network, secp256k1.getPublicKey(KEY)));
    const statement = { number: 12, root: ROOT };
    const signature = chain?.prove(statement) ?? '';
    const text = reserveText({ network, address, ...statement });
    expect(isReserveSigned({ network, address, ...statement }, signature)).toBe(true);
    if (network === 'ethereum')
      expect(await recoverMessageAddress({ message: text, signature: signature as Hex })).toBe(address);
    if (network === 'tron') expect(Trx.verifyMessageV2(text, signature)).toBe(address);
    if (network === 'bitcoin') {
      // Node's own curve and hashes, from BIP 137's words alone.
      const once = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
      const body = Buffer.concat([
        Buffer.from('\x18Bitcoin Signed Message:\n'),
        Buffer.from([text.length]),
        Buffer.from(text),
      ]);
      const [header = 0, ...rs] = Buffer.from(signature, 'base64');
      expect(header).toBeGreaterThanOrEqual(39);
      const recovered = Uint8Array.of(header - 39, ...rs);
      const key = secp256k1.recoverPublicKey(recovered, once(once(body)), { prehash: false });
      expect(key).toEqual(secp256k1.getPublicKey(KEY));
    }
  },
);

test('what could be another text is not signed', () => {
  for (const chain of chains)
    for (const bad of [
      { number: 12, root: `${ROOT}\nand more` },
      { number: 1.5, root: ROOT },
      { number: 12, root: '' },
    ])
      expect(() => chain.prove(bad)).toThrow(/^not/);
});

let scene: Scene;
beforeAll(async () => {
  scene = await makeScene({ network: 'tron' });
});
afterAll(() => scene.close());

const listed = () =>
  scene.world.db.one<{ kind: string; number: number | null; root: string | null; signature: string | null }>(sql`
    select kind, signed_number as number, signed_root as root, signature from solvency_reserves
    where address = ${scene.chain.wallet}`);
const publish = (number: number, root: string) =>
  scene.world.db.run(sql`
    insert into solvency_statements (number, at, body, leaf_id, depth)
    values (${number}, 1, ${JSON.stringify({ says: { root } })}, ${number}, 4)`);

test('each statement that is published is signed over once, by whichever signer; an older one never again', async () => {
  const signer = scene.hand();
  expect(await listed(), 'named with its first word').toMatchObject({ kind: 'HOT', number: null });
  expect(await signer.prove(), 'no statement yet').toBe(false);
  await publish(1, ROOT);
  expect(await Promise.all([signer.prove(), scene.hand().prove()])).toContain(true);
  const { number, root, signature } = await listed();
  expect([number, root]).toEqual([1, ROOT]);
  const claim = { network: 'tron', address: scene.chain.wallet, number: 1, root: ROOT } as const;
  expect(isReserveSigned(claim, signature ?? '')).toBe(true);
  expect(await signer.prove()).toBe(false);
  await publish(2, 'cd'.repeat(32));
  expect(await signer.prove()).toBe(true);
  await scene.signer.run(sql`select reserve_signed('tron', ${scene.chain.wallet}, 1, ${ROOT}, 'late')`);
  expect(await listed()).toMatchObject({ number: 2 });
});

test('a root that is none is signed by nobody, and a signer writes of no other address', async () => {
  await publish(3, `${'ef'.repeat(32)}\nTRANSFER`);
  await expect(scene.hand().prove()).rejects.toThrow('not the root of a statement');
  await expect(scene.signer.run(sql`update solvency_reserves set signature = 'x'`)).rejects.toThrow(
    /permission denied/,
  );
  await expect(scene.signer.run(sql`select body from solvency_statements`)).rejects.toThrow(/permission denied/);
  await scene.world.db.run(sql`
    insert into solvency_reserves (network, address, kind, listed_at)
    values ('tron', 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH', 'COLD', 0)`);
  await scene.signer.run(sql`select reserve_signed('tron', 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH', 3, ${ROOT}, 'x')`);
  const { n } = await scene.world.db.one<{ n: number }>(sql`
    select count(*) as n from solvency_reserves where kind = 'COLD' and signature is null`);
  expect(n).toBe(1);
});
