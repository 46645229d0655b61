/**
 * A drand chain with a key of our own: signs any round, so that tests have real signatures that the fairness room
 * verifies. Its gateway answers a round from the moment it is due on the world's clock.
 */
import { createHash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { DRAND_DST, drandMessage } from '@fairpot/fairness/beacon';
import type { DrandChain } from '@fairpot/fairness/beacon';
import { drandRoundTime, EOS_BLOCK_MS } from '@fairpot/fairness/schedule';
import type { BeaconGateway, EosTrouble } from '../gateways/beacons/port.ts';
import type { Clock } from '../platform/ports.ts';
import { sql } from '../platform/sql.ts';
import type { Db } from '../platform/sql.ts';

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

/** The chain's signature of a round, 48 bytes in hex. */
export function signRound(round: number): string {
  const signature = bls.sign(bls.hash(drandMessage(round), DRAND_DST), SECRET_KEY);
  return Buffer.from(signature.toBytes(true)).toString('hex');
}

/** Leaves the output of a round in the database, as a process does that ended before it settled with it. Returns it. */
export async function leaveOutput(db: Db, round: number): Promise<string> {
  const signature = signRound(round);
  await db.run(sql`
    insert into beacon_outputs (chain, round, signature, fetched_at)
    values (${TEST_CHAIN.chainHash}, ${round}, ${signature}, 0)`);
  return signature;
}

/** An EOS chain of tests: a block each half second since 2025, final as soon as it is there. */
export const TEST_EOS = { chainId: 'e0'.repeat(32), genesisMs: Date.UTC(2025, 0, 1) };

/** The id of a block of that chain: its number, then a hash of it. */
export function eosBlockId(block: number): string {
  return block.toString(16).padStart(8, '0') + createHash('sha256').update(`block ${block}`).digest('hex').slice(8);
}

/** Answers when the round, or block, is due. `outage` true: drand is unreachable; `eosTrouble`: so are the EOS nodes. */
export class TestBeacons implements BeaconGateway {
  readonly #clock: Clock;
  outage = false;
  eosTrouble: EosTrouble | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  drand(round: number): ReturnType<BeaconGateway['drand']> {
    if (this.outage) return Promise.resolve({ kind: 'unusable', why: 'the test says so' });
    if (this.#clock.now() < drandRoundTime(round, TEST_CHAIN)) return Promise.resolve({ kind: 'not-yet' });
    return Promise.resolve({ kind: 'ready', signature: signRound(round) });
  }

  eosHead(): ReturnType<BeaconGateway['eosHead']> {
    if (this.eosTrouble) return Promise.resolve(this.eosTrouble);
    const num = Math.floor((this.#clock.now() - TEST_EOS.genesisMs) / EOS_BLOCK_MS) + 1;
    return Promise.resolve({ kind: 'ready', chain: TEST_EOS.chainId, num, time: timeOf(num) });
  }

  eosBlock(block: number): ReturnType<BeaconGateway['eosBlock']> {
    if (this.eosTrouble) return Promise.resolve(this.eosTrouble);
    const time = timeOf(block);
    if (this.#clock.now() < time) return Promise.resolve({ kind: 'not-yet' });
    return Promise.resolve({ kind: 'ready', chain: TEST_EOS.chainId, block, id: eosBlockId(block), time });
  }
}

function timeOf(block: number): number {
  return TEST_EOS.genesisMs + (block - 1) * EOS_BLOCK_MS;
}
