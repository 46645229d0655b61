/**
 * A second derivation of protocol fp/2, on node:crypto and without recomputing constant parts: ten times as fast as the code that the server, the
 * browser and the command run, so that ten million outcomes take minutes.
 *
 * Used by the outcomes bench alone. Invariant: byte for byte the same keys and tickets as `deriveKey` and `uniform`; the golden vectors show it
 * (derive.test.ts), and job.ts recomputes some outcomes of every run with fairness/ itself.
 */
import { createHash, createHmac, type Hmac } from 'node:crypto';
import { ticketOf, type Sampler } from '@fairpot/fairness/base/uniform';

/** As `KeyInputs` of fairness/derive, with the lock record already in canonical text. */
export interface FastKeyInputs {
  readonly secret: string;
  /** Hex of 48 bytes. */
  readonly drandSignature: string;
  readonly lockText: string;
}

/** Words are read from 32-byte blocks, 8 bytes each. */
const BLOCK_BYTES = 32;
const WORD_BYTES = 8;

/** `HMAC-SHA256("fp/2/extract", lp(secret) || lp(signature) || lp(sha256(lock)))`. */
export function fastKey({ secret, drandSignature, lockText }: FastKeyInputs): Buffer {
  const mac = createHmac('sha256', 'fp/2/extract');
  add(mac, Buffer.from(secret, 'utf8'));
  add(mac, Buffer.from(drandSignature, 'hex'));
  add(mac, createHash('sha256').update(lockText, 'utf8').digest());
  return mac.digest();
}

function add(mac: Hmac, part: Buffer): void {
  mac.update(Uint8Array.of(part.length >>> 8, part.length & 0xff)).update(part);
}

/** `block(label, j)` of the protocol. */
export function fastBlock(key: Uint8Array, label: string, j: number): Buffer {
  return createHmac('sha256', key).update(`fp/2|${label}|${j}`).digest();
}

/** The protocol's sampler under this key. fairness/ itself decides whether to accept or reject a word. */
export function fastSampler(key: Uint8Array): Sampler {
  return (n, label) => {
    for (let j = 0; ; j++) {
      const block = fastBlock(key, label, j);
      for (let at = 0; at < BLOCK_BYTES; at += WORD_BYTES) {
        const ticket = ticketOf(block.readBigUInt64BE(at), n);
        if (ticket !== null) return ticket;
      }
    }
  };
}
