/**
 * Codes of an authenticator (TOTP, RFC 6238: SHA-1, 6 digits, 30 s) by otplib, and recovery codes. Pure: time and randomness are
 * parameters.
 */
import { createHash } from 'node:crypto';
import { base32crockford, base32nopad } from '@scure/base';
import { generateURI, verifySync } from 'otplib';

const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;
export const RECOVERY_CODES = 10;
const STEP_S = 30;

/** A new secret in base32, as authenticators expect it. */
export function newSecret(bytes: (count: number) => Uint8Array): string {
  return base32nopad.encode(bytes(SECRET_BYTES));
}

/** The URI that an authenticator reads from a QR code. */
export function otpauthUri(secret: string, name: string): string {
  return generateURI({ issuer: 'Fairpot', label: name, secret });
}

/**
 * The time step of a right code, which may be one step early or late; null for a wrong one, and for the step `after` or an earlier one: a
 * code is used once.
 */
export function stepOf(secret: string, code: string, now: number, after: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const checked = verifySync({ secret, token: code, epoch: Math.floor(now / 1_000), epochTolerance: STEP_S });
  if (!checked.valid || !('timeStep' in checked) || checked.timeStep <= after) return null;
  return checked.timeStep;
}

/** New recovery codes: 80 random bits each, in two groups of eight: 'k3v9x2ma-7tqn40zr'. */
export function newRecoveryCodes(bytes: (count: number) => Uint8Array): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = base32crockford.encode(bytes(RECOVERY_BYTES)).toLowerCase();
    return `${text.slice(0, 8)}-${text.slice(8)}`;
  });
}

/** The hash by which the database knows a recovery code, however it was typed; null for text that cannot be one. */
export function recoveryHash(code: string): Buffer | null {
  const plain = code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return /^[0-9a-hjkmnp-tv-z]{16}$/.test(plain) ? createHash('sha256').update(plain).digest() : null;
}
