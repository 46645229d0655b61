/**
 * A drand chain with a key of our own: signs any round, so that tests have real signatures that the fairness room
 * verifies. Its gateway answers a round from the moment it is due on the world's clock.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { DRAND_DST, drandMessage } from '@fairpot/fairness/beacon';
import type { DrandChain } from '@fairpot/fairness/beacon';
import { drandRoundTime } from '@fairpot/fairness/schedule';
import type { BeaconGateway } from '../gateways/beacons/port.ts';
import type { Clock } from '../platform/ports.ts';

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

/** Answers when the round is due. `outage` true: unreachable. */
export class TestBeacons implements BeaconGateway {
  readonly #clock: Clock;
  outage = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  drand(round: number): ReturnType<BeaconGateway['drand']> {
    if (this.outage) return Promise.resolve({ kind: 'unusable', why: 'the test says so' });
    if (this.#clock.now() < drandRoundTime(round, TEST_CHAIN)) return Promise.resolve({ kind: 'not-yet' });
    return Promise.resolve({ kind: 'ready', signature: signRound(round) });
  }
}
