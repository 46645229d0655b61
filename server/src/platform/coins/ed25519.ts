/** Ed25519 signatures over texts; keys are 32 bytes in hex. Reviewers sign payouts with them, the offline key signs addresses. Pure. */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

/** The prefix that node expects before the 32 bytes of a public and of a private key (SPKI and PKCS #8, RFC 8410). */
const SPKI = '302a300506032b6570032100';
const PKCS8 = '302e020100300506032b657004220420';

/** Whether `signature` (128 hex digits) is this key's (64 hex digits) signature over the text's UTF-8 bytes. False for malformed input. */
export function isSignedBy(text: string, key: string, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(key) || !/^[0-9a-f]{128}$/.test(signature)) return false;
  const publicKey = createPublicKey({ key: Buffer.from(SPKI + key, 'hex'), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'hex'));
}

/** A signer; `privateKey`: 64 hex digits. */
export function signerOf(privateKey: string): { readonly key: string; readonly sign: (text: string) => string } {
  const own = createPrivateKey({ key: Buffer.from(PKCS8 + privateKey, 'hex'), format: 'der', type: 'pkcs8' });
  const key = createPublicKey(own).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
  return { key, sign: (text) => sign(null, Buffer.from(text), own).toString('hex') };
}
