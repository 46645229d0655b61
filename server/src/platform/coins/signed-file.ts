/**
 * Reads the offline key's files: the keys that sign deposit addresses, and the addresses signed in advance. The operator writes them on an offline
 * machine (sign-addresses-cli.ts). Invariants: an address counts only with a signature of the newest key; each key except the first is signed by the
 * previous one.
 */
import { readFileSync, statSync } from 'node:fs';
import { NETWORKS, type Network } from '@fairpot/contract/crypto/calls';
import { addressKeyText, addressText, type AddressKey } from '@fairpot/contract/crypto/signatures/calls';
import { z } from 'zod';
import type { SignedAddresses } from '../process/crypto-port.ts';
import { isSignedBy } from './ed25519.ts';

const Keys = z
  .array(
    z.strictObject({
      key: z.string().regex(/^[0-9a-f]{64}$/),
      by: z
        .string()
        .regex(/^[0-9a-f]{128}$/)
        .nullable(),
    }),
  )
  .min(1);
const Line = z.object({
  network: z.enum(NETWORKS),
  index: z.number().int().min(0),
  address: z.string(),
  signature: z.string(),
});
export type SignedLine = z.infer<typeof Line>;

/** The keys in a file. Throws an Error with a readable message if the file is malformed or a key lacks its predecessor's signature. */
export function readAddressKeys(text: string): readonly AddressKey[] {
  let keys: readonly AddressKey[];
  try {
    keys = Keys.parse(JSON.parse(text));
  } catch {
    throw new Error('is not a list of keys');
  }
  keys.forEach(({ key, by }, n) => {
    const before = keys[n - 1];
    const right = before === undefined ? by === null : by !== null && isSignedBy(addressKeyText(key), before.key, by);
    if (!right) throw new Error(`key ${n + 1} is not signed by the previous key`);
  });
  return keys;
}

/** One line of the file: an address with its signature. */
export function signedLine(network: Network, index: number, address: string, sign: (text: string) => string): string {
  return `${JSON.stringify({ network, index, address, signature: sign(addressText(network, address)) })}\n`;
}

/** Every valid line of a file. Invalid lines are skipped: an address without a valid signature is never shown. */
export function readSignedLines(text: string): SignedLine[] {
  return text.split('\n').flatMap((line) => {
    if (line === '') return [];
    try {
      return [Line.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

/** The addresses of a file that may grow. A miss rereads the file if it has changed. */
export function signedAddresses(file: string, keys: readonly AddressKey[]): SignedAddresses {
  const newest = keys.at(-1)?.key ?? '';
  let version = '';
  let known = new Map<string, SignedLine>();
  const nameOf = (network: Network, index: number) => `${network} ${index}`;
  const readAgain = (): boolean => {
    const { mtimeMs, size } = statSync(file);
    const now = `${mtimeMs} ${size}`;
    if (now === version) return false;
    known = new Map(
      readSignedLines(readFileSync(file, 'utf8')).map((line) => [nameOf(line.network, line.index), line]),
    );
    version = now;
    return true;
  };
  return {
    keys,
    signatureOf(network, index, address) {
      const sound = () => {
        const line = known.get(nameOf(network, index));
        return line?.address === address && isSignedBy(addressText(network, address), newest, line.signature)
          ? line.signature
          : null;
      };
      return sound() ?? (readAgain() ? sound() : null);
    },
  };
}
