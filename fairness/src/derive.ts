/**
 * The key of a round: secret, beacons and lock record, extracted into 32 bytes (protocol fp/1, section 2).
 *
 * Called at the reveal and by the verifier. It takes its inputs as published and checks only their sizes: whether the
 * signature is the beacon's and the block id the chain's is a step of its own (beacon.ts, verify.ts).
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concat, fromHex, isHexOf, lp, utf8 } from './bytes.ts';
import { lockHash } from './lock.ts';
import type { Lock } from './lock.ts';

/** What a key is made of. Hex is lower case: 32 bytes of block id (null when the lock names no block), 48 of signature. */
export type KeyInputs = {
  readonly secret: string;
  readonly eosBlockId: string | null;
  readonly drandSignature: string;
  readonly lock: Lock;
};

/**
 * `HMAC-SHA256("fp/1/extract", lp(secret) || lp(block id or empty) || lp(signature) || lp(sha256(canon(lock))))`.
 * Refuses a signature that is not 48 bytes (a drand signature also has a 96-byte spelling) and a block id that is
 * missing where the lock names a block, or given where it names none.
 */
export function deriveKey(inputs: KeyInputs): Uint8Array {
  const { secret, eosBlockId, drandSignature, lock } = inputs;
  if (!isHexOf(drandSignature, 48)) throw new Error('the drand signature is not 48 bytes of lower-case hex');
  if (eosBlockId !== null && !isHexOf(eosBlockId, 32))
    throw new Error('the EOS block id is not 32 bytes of lower-case hex');
  if ((eosBlockId === null) !== (lock.eos === null))
    throw new Error(eosBlockId === null ? 'the lock names an EOS block' : 'the lock names no EOS block');
  return hmac(
    sha256,
    utf8('fp/1/extract'),
    concat(lp(utf8(secret)), lp(fromHex(eosBlockId ?? '')), lp(fromHex(drandSignature)), lp(lockHash(lock))),
  );
}
