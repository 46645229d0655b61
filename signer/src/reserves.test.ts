/**
 * The signer proves that it has the keys of the wallets it names: what it signs, for which statement, and that the signature can be used
 * for nothing else.
 */
import { createHash } from 'node:crypto';
import { RESERVE_NETWORKS, reserveText } from '@fairpot/fairness/reserves/claim';
import { addressOfKey, isReserveSigned } from '@fairpot/fairness/reserves/signatures';
import { sql } from '@fairpot/server/platform/database/sql';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Trx } from 'tronweb';
import { recoverMessageAddress, type Hex } from 'viem';
import { makeChains } from './chains.ts';
import { makeSignerScene, type SignerScene } from './scene.fixture.ts';

const KEY = new Uint8Array(32).fill(3);
const ROOT = 'ab'.repeat(32);
const nodes = { tron: 'http://127.0.0.1:1', bitcoin: 'http://127.0.0.1:1', ethereum: 'http://127.0.0.1:1' };
const keys = { tron: KEY, bitcoin: KEY, ethereum: KEY };
const chains = makeChains({ nodes, keys, tronApiKey: null, ethereumChainId: 1 });

test.each(RESERVE_NETWORKS)(
  '%s: the paying wallet signs a message that standard wallet software verifies',
  async (network) => {
    const chain = chains.find((each) => each.network === network);
    const address = chain?.wallet ?? '';
    expect(address).toBe(addressOfKey(network, secp256k1.getPublicKey(KEY)));
    const statement = { number: 12, root: ROOT };
    const signature = chain?.proveReserves(statement) ?? '';
    const text = reserveText({ network, address, ...statement });
    expect(isReserveSigned({ network, address, ...statement }, signature)).toBe(true);
    if (network === 'ethereum')
      expect(await recoverMessageAddress({ message: text, signature: signature as Hex })).toBe(address);
    if (network === 'tron') expect(Trx.verifyMessageV2(text, signature)).toBe(address);
    if (network === 'bitcoin') {
      // Checked with Node's own curve and hashes, following BIP 137.
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

test('refuses to sign anything but a statement root', () => {
  for (const chain of chains)
    for (const bad of [
      { number: 12, root: `${ROOT}\nand more` },
      { number: 1.5, root: ROOT },
      { number: 12, root: '' },
    ])
      expect(() => chain.proveReserves(bad)).toThrow(/^not/);
});

let scene: SignerScene;
beforeAll(async () => {
  scene = await makeSignerScene({ network: 'tron' });
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

test('each published statement is signed once, by whichever signer comes first; an older one never again', async () => {
  const signer = scene.newSigner();
  expect(await listed(), 'listed at its first advertisement').toMatchObject({ kind: 'HOT', number: null });
  expect(await signer.proveReserves(), 'no statement yet').toBe(false);
  await publish(1, ROOT);
  expect(await Promise.all([signer.proveReserves(), scene.newSigner().proveReserves()])).toContain(true);
  const { number, root, signature } = await listed();
  expect([number, root]).toEqual([1, ROOT]);
  const claim = { network: 'tron', address: scene.chain.wallet, number: 1, root: ROOT } as const;
  expect(isReserveSigned(claim, signature ?? '')).toBe(true);
  expect(await signer.proveReserves()).toBe(false);
  await publish(2, 'cd'.repeat(32));
  expect(await signer.proveReserves()).toBe(true);
  await scene.signer.run(sql`select reserve_signed('tron', ${scene.chain.wallet}, 1, ${ROOT}, 'late')`);
  expect(await listed()).toMatchObject({ number: 2 });
});

test('refuses a malformed root, and cannot write for another address', async () => {
  await publish(3, `${'ef'.repeat(32)}\nTRANSFER`);
  await expect(scene.newSigner().proveReserves()).rejects.toThrow('not the root of a statement');
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
