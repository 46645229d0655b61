/**
 * A drand-like beacon with a BLS key of its own: signs round numbers exactly as quicknet does, so a verifier needs only another public key. Unlike
 * the real one a single machine holds the key, so it is a beacon for play money only.
 *
 * Invariant: a round's signature depends on key and number alone, and key and genesis are stored in the data directory; signatures are the same after
 * a restart.
 */
import { createHash, randomBytes } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { z } from 'zod';
import { BoundedMap } from '../kit/bounded.ts';
import { loadOrCreate } from '../kit/files.ts';

export const DRAND_DST = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
export const DRAND_PERIOD_MS = 3_000;

/** Public facts of the simulated chain, as a verifier pins them. Keys and hashes in lower-case hex. */
export interface DrandChain {
  readonly chainHash: string;
  readonly publicKey: string;
  readonly genesisMs: number;
  readonly periodMs: number;
  readonly genesisSeed: string;
  readonly scheme: string;
  readonly beaconId: string;
}

/** Signed rounds to keep. A signature takes some 5 ms, and every watcher of a game asks for the same round. */
const CACHE_ROUNDS = 4_096;
/** A new chain starts this long ago, so that a seeded history can name rounds that exist. */
const HEAD_START_SECONDS = 30 * 86_400;

const bls = bls12_381.shortSignatures;
const hex = z.string().regex(/^[0-9a-f]{64}$/);
const StoredKey = z.object({
  secretKey: hex,
  genesisSeed: hex,
  genesisSeconds: z.number().int(),
});

export class DrandBeacon {
  readonly chain: DrandChain;
  readonly #secretKey: Uint8Array;
  readonly #cache = new BoundedMap<number, string>(CACHE_ROUNDS);

  /** `nowMs` only matters when there is no stored key yet: it places the genesis. */
  constructor(dataDir: string | undefined, nowMs: number) {
    const stored = loadOrCreate(dataDir, 'drand-key.json', StoredKey, () => ({
      secretKey: Buffer.from(bls.keygen().secretKey).toString('hex'),
      genesisSeed: randomBytes(32).toString('hex'),
      genesisSeconds: Math.floor(nowMs / 1_000) - HEAD_START_SECONDS,
    }));
    this.#secretKey = Buffer.from(stored.secretKey, 'hex');
    const facts = {
      publicKey: Buffer.from(bls.getPublicKey(this.#secretKey).toBytes()).toString('hex'),
      genesisMs: stored.genesisSeconds * 1_000,
      periodMs: DRAND_PERIOD_MS,
      genesisSeed: stored.genesisSeed,
      scheme: 'bls-unchained-g1-rfc9380',
      beaconId: 'quicknet',
    };
    this.chain = { ...facts, chainHash: chainHash(facts) };
  }

  /** The newest round at that instant; round 1 is due at the genesis. Below 1 before it. */
  roundAt(nowMs: number): number {
    return Math.floor((nowMs - this.chain.genesisMs) / this.chain.periodMs) + 1;
  }

  /** The 48-byte signature of a round, in hex. Does not check whether the round is due; the route does. */
  sign(round: number): string {
    const cached = this.#cache.get(round);
    if (cached !== undefined) return cached;
    const signature = signRound(round, this.#secretKey);
    this.#cache.set(round, signature);
    return signature;
  }

  /** A well-formed signature of the right round by a key that no verifier pinned. */
  forge(round: number): string {
    return signRound(round, bls.keygen().secretKey);
  }
}

/**
 * drand's own chain hash: sha256(uint32be(period) || int64be(genesis) || public key || genesis seed || beacon id). With quicknet's published facts it
 * returns quicknet's published hash (see the test).
 */
export function chainHash(facts: Omit<DrandChain, 'chainHash' | 'scheme'>): string {
  const head = Buffer.alloc(12);
  head.writeUInt32BE(facts.periodMs / 1_000, 0);
  head.writeBigInt64BE(BigInt(facts.genesisMs / 1_000), 4);
  return createHash('sha256')
    .update(head)
    .update(Buffer.from(facts.publicKey, 'hex'))
    .update(Buffer.from(facts.genesisSeed, 'hex'))
    .update(facts.beaconId)
    .digest('hex');
}

function signRound(round: number, secretKey: Uint8Array): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(round));
  const message = bls.hash(createHash('sha256').update(counter).digest(), DRAND_DST);
  return Buffer.from(bls.sign(message, secretKey).toBytes()).toString('hex');
}
