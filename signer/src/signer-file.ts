/**
 * The signer's own file: keys, limits in coins, reviewers. In live it is sealed with a passphrase that is kept elsewhere, so a copy of
 * the disk or a backup contains only one of the two. No message contains a key.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { COIN_NAMES, COINS, type Coin } from '@fairpot/contract/crypto/calls';
import { BoxRefused, isSealed, open, readPrivateFile } from '@fairpot/server/platform/process/passphrase-box';
import { z } from 'zod';
import type { PayoutLimits } from './policy.ts';

/** The mode bits of group and others. */
const OTHERS_MAY = 0o077;
/** The purpose that the sealed file is bound to. A box sealed for another purpose does not open. */
export const SEALED_AS = 'fairpot signer v1';

const Key = z.string().regex(/^[0-9a-f]{64}$/, 'is not a key of 32 bytes in hex');
const Amount = z.string().regex(/^\d{1,20}(\.\d{1,18})?$/, 'is not a decimal number of coins');
const File = z.strictObject({
  keys: z.strictObject({ tron: Key.optional(), bitcoin: Key.optional(), ethereum: Key.optional() }),
  limits: z.partialRecord(z.enum(COIN_NAMES), z.strictObject({ free: Amount, most: Amount, day: Amount })),
  reviewers: z.array(Key),
  ethereumChainId: z.number().int().positive().default(1),
});
export type SignerFile = z.infer<typeof File>;

export interface SignerFilePlace {
  readonly path: string;
  readonly passphraseFile?: string | undefined;
  readonly passphrase?: string | undefined;
  readonly mustBeSealed: boolean;
}

/** Returns null, and adds to `problems`, if the file cannot be used. */
export function readSignerFile(place: SignerFilePlace, problems: string[]): SignerFile | null {
  const text = readText(place.path, problems);
  if (text === null) return null;
  try {
    return signerFileOf(unsealText(text, place), problems);
  } catch (error) {
    if (!(error instanceof BoxRefused)) throw error;
    problems.push(`SIGNER_FILE: ${error.message}`);
    return null;
  }
}

function readText(path: string, problems: string[]): string | null {
  try {
    // Anyone who can read the file and knows the passphrase controls all wallets.
    if ((statSync(path).mode & OTHERS_MAY) !== 0) problems.push('SIGNER_FILE: other users can read it; chmod 600');
    return readFileSync(path, 'utf8');
  } catch {
    problems.push('SIGNER_FILE: cannot be read');
    return null;
  }
}

function unsealText(text: string, { path, passphraseFile, passphrase, mustBeSealed }: SignerFilePlace): string {
  if (!isSealed(text)) {
    if (mustBeSealed) throw new BoxRefused('is not sealed; seal it: npm run signer-file -- seal');
    return text;
  }
  if (passphraseFile === undefined) {
    if (passphrase === undefined)
      throw new BoxRefused('is sealed, but neither SIGNER_PASSPHRASE_FILE nor SIGNER_PASSPHRASE is set');
    return open(text, passphrase, SEALED_AS);
  }
  const folders = [path, passphraseFile].map((file) => realpathSync(dirname(file)));
  // A passphrase in the same folder is copied along with its box.
  if (folders[0] === folders[1]) throw new BoxRefused(`its passphrase is in the same folder, ${folders[0]}`);
  return open(text, readPrivateFile(passphraseFile).replace(/\r?\n$/, ''), SEALED_AS);
}

/** Parses the file; returns null, and adds to `problems`, if it is invalid. */
export function signerFileOf(text: string, problems: string[]): SignerFile | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    problems.push('SIGNER_FILE: is not JSON');
    return null;
  }
  const parsed = File.safeParse(json);
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map((issue) => `SIGNER_FILE ${issue.path.join('.')}: ${issue.message}`));
    return null;
  }
  if (new Set(parsed.data.reviewers).size !== parsed.data.reviewers.length)
    problems.push('SIGNER_FILE reviewers: a key is listed twice');
  for (const [coin, { free, most, day }] of limitsOf(parsed.data)) {
    if (free > most || most > day) problems.push(`SIGNER_FILE limits.${coin}: must satisfy free <= most <= day`);
  }
  return parsed.data;
}

/** Limits by coin, in base units. */
export function limitsOf({ limits }: Pick<SignerFile, 'limits'>): Map<Coin, PayoutLimits> {
  return new Map(
    COIN_NAMES.flatMap((coin) => {
      const limit = limits[coin];
      if (limit === undefined) return [];
      const units = (text: string) => {
        const { decimals } = COINS[coin];
        const [whole = '0', rest = ''] = text.split('.');
        return BigInt(whole + rest.slice(0, decimals).padEnd(decimals, '0'));
      };
      return [[coin, { free: units(limit.free), most: units(limit.most), day: units(limit.day) }] as const];
    }),
  );
}
