/**
 * The key of a round: secret, beacon and lock record, extracted into 32 bytes (protocol fp/2, section 2).
 *
 * Called at the reveal and by the verifier. It takes its inputs as published and checks only their sizes: whether the
 * signature is the beacon's is a step of its own (beacon.ts, verify.ts). The signature is the only input from after the
 * lock.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concat, fromHex, isHexOf, lp, utf8 } from '../encoding/bytes.ts';
import { lockHash } from './lock.ts';
import type { LockRecord } from '../base/lock-base.ts';

/** The inputs of a key. The signature is lower-case hex of 48 bytes. */
export type KeyInputs = {
  readonly secret: string;
  readonly drandSignature: string;
  readonly lock: LockRecord;
};

/**
 * `HMAC-SHA256("fp/2/extract", lp(secret) || lp(signature) || lp(sha256(canon(lock))))`. Refuses a signature that is not
 * 48 bytes (a drand signature also has a 96-byte spelling).
 */
export function deriveKey(inputs: KeyInputs): Uint8Array {
  const { secret, drandSignature, lock } = inputs;
  if (!isHexOf(drandSignature, 48)) throw new Error('the drand signature is not 48 bytes of lower-case hex');
  return hmac(sha256, utf8('fp/2/extract'), concat(lp(utf8(secret)), lp(fromHex(drandSignature)), lp(lockHash(lock))));
}
