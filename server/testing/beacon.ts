/**
 * A drand chain with a test key: signs any round, so that tests have real signatures that the fairness room verifies. Its gateway answers a round
 * from the moment it is due on the world's clock.
 */
import { createHash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { DRAND_DST, drandMessage } from '@fairpot/fairness/protocol/beacon';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import { randomOf } from '@fairpot/fairness/protocol/commitment';
import { drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import { boxOf, type LockSeal } from '@fairpot/fairness/seal/seal-box';
import { sealKeyOf } from '@fairpot/fairness/seal/window-key';
import type { BeaconGateway } from '../src/platform/process/beacon-port.ts';
import type { Clock } from '../src/platform/process/ports.ts';
import { sql } from '../src/platform/database/sql.ts';
import type { Db } from '../src/platform/database/sql.ts';

const bls = bls12_381.shortSignatures;
const SECRET_KEY = new Uint8Array(32).fill(7);

/** The chain of every test: one round each 3 s since 2025. */
export const TEST_CHAIN: DrandChain = {
  chainHash: '00'.repeat(32),
  publicKey: Buffer.from(bls.getPublicKey(SECRET_KEY).toBytes()).toString('hex'),
  genesisMs: Date.UTC(2025, 0, 1),
  periodMs: 3_000,
  scheme: 'bls-unchained-g1-rfc9380',
};

const signed = new Map<number, string>();

/** The chain's signature of a round, 48 bytes in hex; each computed once per process. */
export function signRound(round: number): string {
  const known = signed.get(round);
  if (known !== undefined) return known;
  const signature = bls.sign(bls.hash(drandMessage(round), DRAND_DST), SECRET_KEY);
  const hex = Buffer.from(signature.toBytes(true)).toString('hex');
  signed.set(round, hex);
  return hex;
}

/** Stores a round's output in the database, as a process does that died before it settled. Returns the output. */
export async function leaveOutput(db: Db, round: number): Promise<string> {
  const signature = signRound(round);
  await db.run(sql`
    insert into beacon_outputs (chain, round, signature, fetched_at)
    values (${TEST_CHAIN.chainHash}, ${round}, ${signature}, 0)`);
  return signature;
}

const EOS_BLOCK_MS = 500;

/** An EOS chain for tests: a block each half second since 2025, final at once. */
export const TEST_EOS = { chainId: 'e0'.repeat(32), genesisMs: Date.UTC(2025, 0, 1) };

/** The id of a block of that chain: its number, then a hash of it. */
export function eosBlockId(block: number): string {
  return block.toString(16).padStart(8, '0') + createHash('sha256').update(`block ${block}`).digest('hex').slice(8);
}

/** Answers when the round is due. `outage` true: drand is unreachable; `eosOutage`: so are the EOS nodes. */
export class TestBeacons implements BeaconGateway {
  readonly #clock: Clock;
  outage = false;
  eosOutage = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  drand(round: number): ReturnType<BeaconGateway['drand']> {
    if (this.outage) return Promise.resolve({ kind: 'unusable', why: 'the test says so' });
    if (this.#clock.now() < drandRoundTime(round, TEST_CHAIN)) return Promise.resolve({ kind: 'not-yet' });
    return Promise.resolve({ kind: 'ready', signature: signRound(round) });
  }

  newest(): Promise<number | null> {
    const { genesisMs, periodMs } = TEST_CHAIN;
    return Promise.resolve(this.outage ? null : Math.floor((this.#clock.now() - genesisMs) / periodMs) + 1);
  }

  finalBlock(): ReturnType<BeaconGateway['finalBlock']> {
    if (this.eosOutage) return null;
    const block = Math.floor((this.#clock.now() - TEST_EOS.genesisMs) / EOS_BLOCK_MS) - 2;
    return { chain: TEST_EOS.chainId, block, id: eosBlockId(block) };
  }

  follow(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }
}

const made = new Map<number, { readonly windowKey: Uint8Array; readonly sealKey: string }>();

/** Window keys of TEST_CHAIN, each created once per process: tests lock many rounds at the same moments of the fake clock. */
export function testWindowMaker() {
  return { make: (round: number) => Promise.resolve(windowOf(round)) };
}

/** A round's secret sealed to that drand round of TEST_CHAIN, as the database seals it for a lock. */
export function testSeal(roundId: string, secret: string, round: number): LockSeal {
  const { windowKey, sealKey } = windowOf(round);
  return { key: sealKey, box: boxOf(roundId, windowKey, randomOf(secret)) };
}

function windowOf(round: number) {
  const known = made.get(round);
  if (known !== undefined) return known;
  const windowKey = sha256(`window ${round}`);
  const sealKey = sealKeyOf({ chain: TEST_CHAIN, round, windowKey, sigma: sha256(`sigma ${round}`) });
  made.set(round, { windowKey, sealKey });
  return { windowKey, sealKey };
}

const sha256 = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest());
